import type { Invoice, InvoicePath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { OpenButton } from '../../decisions/decision.tsx';
import type { Decide } from '../../decisions/use-decide.ts';
import { useText } from '../../text.ts';
import { routingText } from './text.ts';

/** Steps of the invoice's rule after the present one. */
export const stepsLeft = ({ route }: Pick<Invoice, 'route'>): number => (route === null ? 0 : route.steps - route.step);

/** For those whom the invoice waits for at a step before the last. */
export function ConfirmStep({
  invoice: { route },
  path,
  decide,
}: {
  invoice: Invoice;
  path: InvoicePath;
  decide: Decide<Invoice>;
}) {
  const t = useText(routingText);
  if (route === null || !route.confirm.allowed) return null;
  return (
    <OpenButton
      isDirect
      decide={decide}
      decision={{
        name: 'confirm',
        action: route.confirm,
        send: () => change('POST', `${path}/confirm-step`, { step: route.step }),
        done: t.confirmed,
      }}
      label={t.confirm}
      about=""
    />
  );
}
