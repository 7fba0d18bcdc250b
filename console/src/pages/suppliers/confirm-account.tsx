import { Alert, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Supplier, SupplierPath } from '../../api/types.ts';
import { changeTagged, readTagged } from '../../api.ts';
import { useAllowed } from '../../company.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Fields } from '../../shared/record/fields.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { groupIban } from '../../shared/record/whole-value.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';

const confirmed = ['bankGiro', 'postGiro', 'iban', 'phone', 'email'] as const;

/** Shows what is confirmed: a partner can change the contact details until then, and a change is a 412. */
export function ConfirmAccount({ supplier, path }: { supplier: Supplier; path: SupplierPath }) {
  const t = useText(suppliersText);
  const mayEdit = useAllowed('edit');
  const { data, refetch } = useQuery({
    queryKey: ['record', path, 'tagged'],
    queryFn: ({ signal }) => readTagged(path, signal),
    enabled: !supplier.isConfirmed,
  });
  const confirm = useChange(
    () => changeTagged(data?.etag ?? '*', 'POST', `${path}/confirm`).finally(() => void refetch()),
    { message: t.isConfirmed },
  );
  if (supplier.isConfirmed || data === undefined) return null;
  return (
    <Alert color="yellow" variant="outline" title={t.unconfirmed} bg="var(--door-surface)">
      <Stack gap="sm">
        <Group gap="sm" justify="space-between">
          <Text size="sm" maw="46rem">
            {t.unconfirmedAbout(supplier.createdBy)}
          </Text>
          <ActionButton action={mayEdit} loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {t.confirm}
          </ActionButton>
        </Group>
        <Fields fields={confirmed.map((field) => [t.fields[field], groupIban(data.record[field])])} dense />
        {confirm.error !== null && <Failure error={confirm.error} />}
      </Stack>
    </Alert>
  );
}
