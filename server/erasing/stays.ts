import type { StayingName } from '../../common/names/erasing.ts';

export const staysOfOperator: readonly StayingName[] = [
  'operator.ids',
  'operator.texts',
  'audit.hashes',
  'operator.views',
  'outside',
];

export const staysOfSupplier: readonly StayingName[] = [
  'supplier.number',
  'supplier.sums',
  'supplier.decisions',
  'supplier.hashes',
  'supplier.sandbox',
  'outside',
];
