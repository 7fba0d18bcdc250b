import { Alert, Group, Stack, Text } from '@mantine/core';
import type { Supplier, SupplierPath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed } from '../../company.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';

export function ConfirmAccount({ supplier, path }: { supplier: Supplier; path: SupplierPath }) {
  const t = useText(suppliersText);
  const mayEdit = useAllowed('edit');
  const confirm = useChange(() => change('POST', `${path}/confirm`), { message: t.isConfirmed });
  if (supplier.isConfirmed) return null;
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
        {confirm.error !== null && <Failure error={confirm.error} />}
      </Stack>
    </Alert>
  );
}
