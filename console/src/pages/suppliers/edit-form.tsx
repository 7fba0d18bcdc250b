import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type FormEvent } from 'react';
import type { Supplier, SupplierField, SupplierFields, SupplierPath } from '../../api/types.ts';
import { changeTagged, type Tagged } from '../../api.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { common } from '../../text/common.ts';
import { editingText } from '../../text/editing.ts';
import { proposalsText } from '../../text/proposals.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';
import { ChangedMeanwhile } from '../editing/changed-meanwhile.tsx';
import { useGuarded } from '../editing/use-guarded.ts';
import { supplierFields } from './fields.ts';
import { SupplierInputs } from './supplier-inputs.tsx';

interface Props {
  read: Tagged<Supplier>;
  path: SupplierPath;
  onClose: () => void;
}

const editable = supplierFields.filter((field) => field !== 'number');
const textsOf = (record: Supplier): SupplierFields => record;

/** Sends what was changed and nothing else. */
export function EditForm({ read: begun, path, onClose }: Props) {
  const t = useText(suppliersText);
  const c = useText(common);
  const e = useText(editingText);
  const p = useText(proposalsText);
  const [read] = useState(begun);
  const [typed, setTyped] = useState<Partial<SupplierFields>>({});
  const yours: SupplierFields = { ...textsOf(read.record), ...trimmed(typed) };
  const { save, busy, error, conflict } = useGuarded<SupplierPath, SupplierField>({
    path,
    read,
    fields: editable,
    textsOf,
    yours,
    message: t.saved,
    done: onClose,
    send: async (now, leave) => {
      const changed = Object.fromEntries(
        editable
          .filter((field) => !leave.has(field) && yours[field] !== now.record[field])
          .map((field) => [field, yours[field]]),
      );
      if (Object.keys(changed).length === 0) return;
      const { record } = await changeTagged(now.etag, 'PATCH', path, changed);
      if (record.proposals.length > now.record.proposals.length)
        notifications.show({ message: p.waits, color: 'orange' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (editable.every((field) => yours[field] === read.record[field])) onClose();
    else save();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {conflict === undefined ? (
          <>
            <Text size="sm" c="dimmed">
              {t.paymentWarning}
            </Text>
            <SupplierInputs
              fields={editable}
              values={{ ...read.record, ...typed }}
              onChange={(field, value) => setTyped({ ...typed, [field]: value })}
            />
          </>
        ) : (
          <ChangedMeanwhile labels={t.fields} {...conflict} />
        )}
        {error !== null && <Failure error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {c.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {conflict === undefined ? c.save : e.saveChoice}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const trimmed = (typed: Partial<SupplierFields>): Partial<SupplierFields> =>
  Object.fromEntries(Object.entries(typed).map(([field, value]) => [field, value.trim()]));
