import { SimpleGrid, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { SupplierField, SupplierFields } from '../../api/types.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';

export const supplierFields = [
  'number',
  'name',
  'organizationalNumber',
  'street',
  'postIndex',
  'city',
  'country',
  'phone',
  'email',
  'website',
  'bankGiro',
  'postGiro',
  'iban',
  'bicSwift',
] as const satisfies readonly SupplierField[];

const contactFields = new Set(['street', 'postIndex', 'city', 'country', 'phone', 'email', 'website']);
/** How to reach the supplier, not who is paid. */
export const isContact = (field: string): boolean => contactFields.has(field);

const map = (text: (field: SupplierField) => string) =>
  Object.fromEntries(supplierFields.map((field) => [field, text(field)])) as SupplierFields;

/** Values are sent without surrounding spaces. */
export const useSupplierForm = (supplier?: SupplierFields) =>
  useForm({
    initialValues: map((field) => supplier?.[field] ?? ''),
    transformValues: (values) => map((field) => values[field].trim()),
  });

interface Props {
  fields: readonly SupplierField[];
  form: UseFormReturnType<SupplierFields>;
}

export function SupplierInputs({ fields, form }: Props) {
  const t = useText(suppliersText);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {fields.map((field) => (
        <TextInput
          key={field}
          label={t.fields[field]}
          required={field === 'name' || field === 'number'}
          maxLength={255}
          {...form.getInputProps(field)}
        />
      ))}
    </SimpleGrid>
  );
}
