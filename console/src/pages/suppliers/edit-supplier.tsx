import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Supplier, SupplierField, SupplierPatch, SupplierPath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { Failure } from '../../shared/failure.tsx';
import { FormModal } from '../../shared/form-modal.tsx';
import { useChange } from '../../shared/use-change.ts';
import { common } from '../../text/common.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';
import { supplierFields } from './fields.ts';

interface Props {
  supplier: Supplier;
  path: SupplierPath;
  opened: boolean;
  onClose: () => void;
}

export function EditSupplier(props: Props) {
  const t = useText(suppliersText);
  return (
    <FormModal opened={props.opened} onClose={props.onClose} title={t.editTitle} size="lg">
      <SupplierForm {...props} />
    </FormModal>
  );
}

/** Sends what was changed and nothing else, so that two people who change different fields do not undo each other. */
function SupplierForm({ supplier, path, onClose }: Props) {
  const t = useText(suppliersText);
  const c = useText(common);
  const [typed, setTyped] = useState<Partial<Record<SupplierField, string>>>({});
  const [before] = useState(supplier);
  const save = useChange((changes: SupplierPatch) => change('PATCH', path, changes), {
    message: t.saved,
    done: onClose,
  });
  const changed = Object.fromEntries(
    Object.entries(typed).filter(([field, value]) => value.trim() !== before[field as SupplierField]),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(changed).length === 0) onClose();
    else save.mutate(changed);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t.paymentWarning}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {supplierFields
            .filter((field) => field !== 'number')
            .map((field) => (
              <TextInput
                key={field}
                label={t.fields[field]}
                required={field === 'name'}
                maxLength={255}
                value={typed[field] ?? before[field]}
                onChange={(event) => setTyped({ ...typed, [field]: event.currentTarget.value })}
              />
            ))}
        </SimpleGrid>
        {save.error !== null && <Failure error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {c.cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {c.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
