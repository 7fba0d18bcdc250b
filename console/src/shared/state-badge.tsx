import { Badge } from '@mantine/core';
import { common } from '../text/common.ts';
import { named, useText } from '../text.ts';

const colours: Record<string, string> = {
  received: 'blue.6',
  open: 'blue.6',
  held: 'orange.6',
  approved: 'teal.6',
  done: 'teal.6',
  rejected: 'red.6',
  cancelled: 'gray.5',
};

export function StateBadge({ state, size = 'md' }: { state: string; size?: 'sm' | 'md' | 'lg' }) {
  const t = useText(common);
  return (
    <Badge variant="dot" color={colours[state] ?? 'gray.5'} size={size} tt="none" fw={550}>
      {named(t.states, state)}
    </Badge>
  );
}
