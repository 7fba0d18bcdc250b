import { Badge } from '@mantine/core';
import { common } from '../../text/common.ts';
import { named, useText } from '../../text.ts';
import { Dot } from '../page/dot.tsx';
import { Icon } from '../page/icon.tsx';

const colours: Record<string, string> = {
  received: 'blue.6',
  open: 'blue.6',
  approved: 'teal.6',
  done: 'teal.6',
  booked: 'violet.6',
  rejected: 'red.6',
  withdrawn: 'gray.5',
  cancelled: 'gray.5',
};

interface Props {
  state: string;
  /** Whether the first of two approvals is given. */
  isSigned?: boolean;
  size?: 'sm' | 'md' | 'lg';
}

export function StateBadge({ state, isSigned = false, size = 'md' }: Props) {
  const t = useText(common);
  // A held invoice waits for somebody, so it stands out.
  if (state === 'held')
    return (
      <Badge color="orange.4" c="black" tt="none" fw={650} size={size} leftSection={<Icon name="held" size={13} />}>
        {t.states.held}
      </Badge>
    );
  return (
    <Dot color={colours[state] ?? 'gray.5'} size={size}>
      {isSigned && state === 'received' ? t.signed : named(t.states, state)}
    </Dot>
  );
}
