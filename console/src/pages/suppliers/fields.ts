import type { SupplierField } from '../../api/types.ts';

/** In the order in which they are read. */
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
