import { first } from '../ground/db/sql.ts';

/** For SQL: `wanted` of the first invoice of the input's supplier that has a value as one of its keys. */
export const firstOfSupplier = (key: string, value: string, wanted: string) =>
  first(
    {
      table: 'supplier_invoices',
      columns: ['supplier_number', key],
      values: ['input.supplier_number', value],
      order: ['supplier_number', key, 'id'],
      where: `${key} IS NOT NULL`,
    },
    wanted,
  );
