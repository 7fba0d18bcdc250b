import fc from 'fast-check';
import { expect, it } from 'vitest';
import { missingFileRule, missingRule } from './missing.ts';
import { judge } from '../judge.ts';
import { checkedOnArrival } from '../checked.testing.ts';
import type { Settings } from '../settings.ts';
import { runs } from '../../testing/properties.ts';

type Fields = Record<string, unknown>;

const complete = {
  totalPrice: 1250,
  supplierInvoiceNumber: 'F-1',
  invoiceDate: Date.UTC(2026, 4, 11),
  paymentDueDate: Date.UTC(2026, 5, 10),
  currency: 'SEK',
  articles: [{ price: 1250 }],
};
const codeOf: Record<keyof typeof complete, string> = {
  totalPrice: 'missing.total',
  supplierInvoiceNumber: 'missing.number',
  invoiceDate: 'missing.date',
  paymentDueDate: 'missing.due',
  currency: 'missing.currency',
  articles: 'missing.lines',
};

const found = (fields: Fields, settings: Settings = {}) =>
  judge([missingRule], checkedOnArrival(fields), { at: new Date() }, settings);
const codesOf = (fields: Fields, settings?: Settings) => found(fields, settings).map(({ code }) => code);

it('an invoice with nothing but its reference and supplier has a warning for each value', () => {
  const all = found({ externalReferenceId: 'x', supplierNumber: '1' });
  expect(all.map(({ code, path, severity }) => [code, path, severity])).toEqual(
    Object.entries(codeOf).map(([path, code]) => [code, path, 'warning']),
  );
  expect(all.map(({ message }) => message)).toContain('The invoice has no due date.');
});

const blank = fc.constantFrom('', ' ', '\t\u00A0', '\u200B', '\uFEFF', '\u2060\u00AD', '-', '…', '\u202E.');
/** Ways to send a field without a value. */
const without: Record<keyof typeof complete, fc.Arbitrary<unknown>> = {
  totalPrice: fc.constantFrom(undefined, null),
  supplierInvoiceNumber: fc.oneof(fc.constantFrom(undefined, null), blank),
  invoiceDate: fc.constantFrom(undefined, null, 0),
  paymentDueDate: fc.constantFrom(undefined, null, 0),
  currency: fc.oneof(fc.constantFrom(undefined, null), blank),
  articles: fc.constantFrom(undefined, null, [], [{}], [{ articleDescription: 'See the file', quantity: 1 }]),
};
/** Values that count, however odd. */
const present: Record<keyof typeof complete, fc.Arbitrary<unknown>> = {
  totalPrice: fc.constantFrom(0, -12.5, 1e14, 0.01),
  supplierInvoiceNumber: fc.constantFrom('1', ' 7 ', 'Ä', '第七', '0', '-1'),
  invoiceDate: fc.integer({ min: 946684800000, max: 4102444800000 }),
  paymentDueDate: fc.integer({ min: 946684800000, max: 4102444800000 }),
  currency: fc.constantFrom('SEK', 'kr', 'EUR'),
  articles: fc.constantFrom([{ price: 0 }], [{}, { totalPrice: -5 }], [{ quantity: 2, price: 3 }]),
};

it('exactly the missing values are found, however they are left out', () => {
  const fields = Object.keys(complete) as (keyof typeof complete)[];
  const invoices = fc.record(
    Object.fromEntries(
      fields.map((field) => [
        field,
        fc.oneof(
          without[field].map((value) => ({ value, isMissing: true })),
          present[field].map((value) => ({ value, isMissing: false })),
        ),
      ]),
    ),
  );
  fc.assert(
    fc.property(invoices, (drawn) => {
      const sent = Object.fromEntries(fields.map((field) => [field, drawn[field]?.value]));
      expect(codesOf(sent)).toEqual(fields.filter((field) => drawn[field]?.isMissing).map((field) => codeOf[field]));
    }),
    runs(500),
  );
});

it('a company can switch each check off, or let it hold', () => {
  expect(codesOf({ ...complete, totalPrice: null, currency: null }, { 'missing.total': 'off' })).toEqual([
    'missing.currency',
  ]);
  expect(found({ ...complete, currency: null }, { 'missing.currency': 'hold' })[0]).toMatchObject({ severity: 'hold' });
});

it('a file is missing only if the invoice is stored and its time for one is over', () => {
  const files = (isFileMissing: boolean | undefined) =>
    judge([missingFileRule], checkedOnArrival(complete), { at: new Date(), isFileMissing }, {});
  expect(files(undefined)).toEqual([]);
  expect(files(false)).toEqual([]);
  expect(files(true)).toMatchObject([{ code: 'missing.file', severity: 'warning' }]);
});
