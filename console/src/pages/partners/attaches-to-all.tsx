import { Stack, Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Action, PartnerRow } from '../../api/types.ts';
import { change as send } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { accessText } from '../../text/access.ts';
import { useText } from '../../text.ts';

/** A switch that allows a partner to attach files to the invoices of other partners. */
export function AttachesToAll({
  partner: { id, name, attachesToAll },
  administer,
}: {
  partner: PartnerRow;
  administer: Action;
}) {
  const t = useText(accessText);
  const path = useCompanyPath();
  const change = useChange((allowed: boolean) => send('PATCH', path(`/partners/${id}`), { attachesToAll: allowed }), {
    done: (_, allowed) =>
      notifications.show({ message: allowed ? t.attachesToAllNow(name) : t.attachesToOwnNow(name), color: 'teal' }),
  });
  return (
    <Stack gap="xs">
      <Switch
        size="sm"
        label={t.attachesToAll}
        aria-label={t.attachesToAllOf(name)}
        checked={change.isPending ? change.variables : attachesToAll}
        disabled={!administer.allowed || change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      {change.error !== null && <Failure error={change.error} />}
    </Stack>
  );
}
