import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Supplier, SupplierField, SupplierFields, SupplierPath } from '../../api/types.ts';
import { changeTagged, readTagged, type RecordWithEtag } from '../../api.ts';
import { FormModal } from '../../shared/form/form-modal.tsx';
import { Form } from '../../shared/form/form.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { RowsSkeleton } from '../../shared/page/skeletons.tsx';
import { common } from '../../text/common.ts';
import { editingText } from '../editing/text.ts';
import { proposalsText } from '../../text/proposals.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';
import { ChangedMeanwhile } from '../editing/changed-meanwhile.tsx';
import { useVersionedSave } from '../editing/use-versioned-save.ts';
import { supplierFields, SupplierInputs, useSupplierForm } from './supplier-inputs.tsx';

interface Props {
  path: SupplierPath;
  opened: boolean;
  onClose: () => void;
}

export function EditSupplier({ path, opened, onClose }: Props) {
  const t = useText(suppliersText);
  return (
    <FormModal opened={opened} onClose={onClose} title={t.editTitle} size="lg">
      <Editing path={path} onClose={onClose} />
    </FormModal>
  );
}

/** Reads the supplier when the dialog opens, and not again until it is saved. */
function Editing({ path, onClose }: Omit<Props, 'opened'>) {
  const { data, error, refetch } = useQuery({
    queryKey: ['editing', path],
    queryFn: ({ signal }) => readTagged(path, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data !== undefined) return <EditForm read={data} path={path} onClose={onClose} />;
  return error === null ? <RowsSkeleton rows={4} /> : <Failure error={error} retry={() => void refetch()} />;
}

const editable = supplierFields.filter((field) => field !== 'number');

interface EditFormProps {
  read: RecordWithEtag<Supplier>;
  path: SupplierPath;
  onClose: () => void;
}

function EditForm({ read: latest, path, onClose }: EditFormProps) {
  const t = useText(suppliersText);
  const c = useText(common);
  const e = useText(editingText);
  const p = useText(proposalsText);
  const [read] = useState(latest);
  const form = useSupplierForm(read.record);
  const { change, conflict } = useVersionedSave<SupplierPath, SupplierField, SupplierFields>({
    path,
    read,
    fields: editable,
    textsOf: (values) => values,
    message: t.saved,
    done: onClose,
    send: async (values, now, leave) => {
      const changed = editable.filter((field) => !leave.has(field) && values[field] !== now.record[field]);
      if (changed.length === 0) return;
      const patch = Object.fromEntries(changed.map((field) => [field, values[field]]));
      const { record } = await changeTagged(now.etag, 'PATCH', path, patch);
      if (record.proposals.length > now.record.proposals.length)
        notifications.show({ message: p.waits, color: 'orange' });
    },
  });
  return (
    <Form
      form={form}
      change={change}
      submit={conflict === undefined ? c.save : e.saveChoice}
      edits={conflict === undefined}
      onCancel={onClose}
    >
      {conflict === undefined ? (
        <>
          <Text size="sm" c="dimmed">
            {t.paymentWarning}
          </Text>
          <SupplierInputs fields={editable} form={form} />
        </>
      ) : (
        <ChangedMeanwhile labels={t.fields} {...conflict} />
      )}
    </Form>
  );
}
