import { expect, it } from 'vitest';
import { accountFieldsIn, knownFields, knownLineFields } from './account-fields.ts';
import { expectLinear, megabyteOf } from '../testing/linear.ts';
import { Article, SupplierInvoice } from '../supplier-invoices/shape.ts';

it('the known fields are those of the partner API', () => {
  expect([...knownFields].sort()).toEqual(Object.keys(SupplierInvoice.properties).sort());
  expect([...knownLineFields].sort()).toEqual(Object.keys(Article.properties).sort());
});

it('at most ten fields are reported', () => {
  const fields = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`iban${at}`, `SE${at}`]));
  expect(accountFieldsIn(fields)).toHaveLength(10);
});

it('the reported path and value are short, however long the field is', () => {
  const [field] = accountFieldsIn({ [`iban${megabyteOf('x')}`]: megabyteOf('1') });
  expect([field?.path.length, field?.value.length]).toEqual([81, 255]);
});

it.each([
  ['values', { values: Array.from({ length: 100_000 }, () => 'SE45') }],
  ['digits of another script', { iban: megabyteOf('٥') }],
  ['a name of digits of another script', { [megabyteOf('٥')]: 1 }],
])('a body full of unknown %s is scanned once', (_what, fields) => {
  expectLinear(() => accountFieldsIn(fields));
});
