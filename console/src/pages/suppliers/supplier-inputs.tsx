import { SimpleGrid, TextInput } from '@mantine/core';
import type { SupplierField, SupplierFields } from '../../api/types.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';

interface Props {
  fields: readonly SupplierField[];
  values: SupplierFields;
  onChange: (field: SupplierField, value: string) => void;
}

/** An input for each field of a supplier. */
export function SupplierInputs({ fields, values, onChange }: Props) {
  const t = useText(suppliersText);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {fields.map((field) => (
        <TextInput
          key={field}
          label={t.fields[field]}
          required={field === 'name' || field === 'number'}
          maxLength={255}
          value={values[field]}
          onChange={(event) => onChange(field, event.currentTarget.value)}
        />
      ))}
    </SimpleGrid>
  );
}
