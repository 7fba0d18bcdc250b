import { expect, it } from 'vitest';
import { accountFieldsIn, knownFields, knownLineFields } from './account-fields.ts';
import { expectLinear } from '../testing/linear.ts';
import { Article, SupplierInvoice } from '../supplier-invoices/shape.ts';

it('the known fields are those of the interface', () => {
  expect([...knownFields].sort()).toEqual(Object.keys(SupplierInvoice.properties).sort());
  expect([...knownLineFields].sort()).toEqual(Object.keys(Article.properties).sort());
});

it('at most ten fields are told of', () => {
  const fields = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`iban${at}`, `SE${at}`]));
  expect(accountFieldsIn(fields)).toHaveLength(10);
});

it('a body full of unknown values is looked through once', () => {
  const values = Array.from({ length: 100_000 }, () => 'SE45');
  expectLinear(() => accountFieldsIn({ values }));
});
