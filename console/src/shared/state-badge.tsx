import { common } from '../text/common.ts';
import { named, useText } from '../text.ts';
import { Dot } from './dot.tsx';

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
    <Dot color={colours[state] ?? 'gray.5'} size={size}>
      {named(t.states, state)}
    </Dot>
  );
}
