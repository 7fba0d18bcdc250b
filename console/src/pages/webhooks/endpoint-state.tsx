import type { Webhook } from '../../api/types.ts';
import { Dot } from '../../shared/page/dot.tsx';
import { webhooksText } from './text.ts';
import { useText } from '../../text.ts';

const colours = { on: 'teal.6', failing: 'orange.6', off: 'red.6' } as const;

/** Grey if an operator switched the endpoint off, because then nothing is wrong. */
export function EndpointState({
  endpoint: { state, switchedOffFor },
  size = 'md',
}: {
  endpoint: Pick<Webhook, 'state' | 'switchedOffFor'>;
  size?: 'md' | 'lg';
}) {
  const t = useText(webhooksText);
  return (
    <Dot color={switchedOffFor === 'operator' || switchedOffFor === 'partner' ? 'gray.5' : colours[state]} size={size}>
      {t.states[state]}
    </Dot>
  );
}
