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
] as const;

export type SupplierField = (typeof supplierFields)[number];

export interface SupplierRow {
  number: string;
  name: string;
  organizationalNumber: string;
  city: string;
  country: string;
  bankGiro: string;
  postGiro: string;
  iban: string;
  bicSwift: string;
  updatedAt: string;
}

export type Supplier = Record<SupplierField, string> & {
  extra: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  createdBy: string;
};

export interface SupplierChange {
  at: string;
  type: 'supplier.created' | 'supplier.updated';
  by: string;
  changes: { field: SupplierField; from: string; to: string }[];
}
