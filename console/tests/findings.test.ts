import { expect, it } from 'vitest';
import type { Invoice } from '../src/api/types.ts';
import { comparedRows, newAccounts } from '../src/pages/invoices/payee/comparison-rows.ts';
import { isPlaced } from '../src/pages/invoices/findings/places.ts';
import { readingIn } from '../src/pages/invoices/sums/reading.ts';
import { findingsByPartner } from '../src/pages/overview/pivot.ts';
import { findingOptions } from '../src/shared/list/finding-options.ts';
import { gravestFirst } from '../src/shared/record/severity.tsx';
import { rulesText } from '../src/text/rules.ts';
import { sumsText } from '../src/pages/invoices/sums/text.ts';
import { findingCodes } from '../../common/errors/findings.ts';

const finding = (code: string, path?: string) => ({
  place: 1,
  code,
  severity: 'hold' as const,
  message: '',
  ...(path !== undefined && { path }),
});

const invoice = (document: object, supplier: object, findings: object[]) =>
  ({
    document,
    supplier: { name: '', organizationalNumber: '', bankGiro: '', postGiro: '', iban: '', ...supplier },
    findings,
  }) as unknown as Invoice;

it('whether invoice and record differ is the rules’ word, and what is the same by now is said to be', () => {
  const document = {
    supplierName: 'ROR OCH CO',
    supplierBankGiro: '5050-1055',
    supplierPostGiro: '12345-5',
    supplierOrganizationalNumber: '850101-0014',
  };
  const findings = [
    finding('payee.bankgiro', 'supplierBankGiro'),
    finding('payee.postgiro', 'supplierPostGiro'),
    finding('payee.organization', 'supplierOrganizationalNumber'),
  ];
  const record = { name: 'Rör & Co AB', organizationalNumber: '850101-****', bankGiro: '50501055', iban: 'SE35' };
  const compared = invoice(document, record, findings);
  expect(Object.fromEntries(comparedRows(compared).map(({ name, outcome }) => [name, outcome]))).toEqual({
    name: 'same',
    organizationalNumber: 'differs',
    bankGiro: 'same',
    postGiro: 'missing',
    iban: undefined,
  });
  expect(newAccounts(compared).map(({ name, sent }) => [name, sent])).toEqual([['postGiro', '12345-5']]);
});

it('a finding stands next to its field where that is on the page', () => {
  const document = { supplierBankGiro: '1', currency: '', articles: [{}] };
  const placed = [
    'supplierBankGiro',
    'currency',
    'costCentre',
    'articles[0].totalPrice',
    'articles[1].totalPrice',
    undefined,
  ].filter((path) => isPlaced(document, finding('sum.line', path)));
  expect(placed).toEqual(['supplierBankGiro', 'articles[0].totalPrice']);
});

it('the gravest findings come first, and equally grave ones stay in their order', () => {
  const told = ['info', 'warning', 'hold', 'warning'].map((severity, place) => ({ severity, place }));
  expect(gravestFirst(told).map(({ place }) => place)).toEqual([2, 1, 3, 0]);
});

it('the overview puts the partner and the check with most findings first', () => {
  const { codes, rows, max } = findingsByPartner([
    { partner: 'Inbox', code: 'sum.total', count: 3 },
    { partner: 'Scanner', code: 'date.time', count: 40 },
    { partner: 'Inbox', code: 'date.time', count: 1 },
  ]);
  expect(codes).toEqual(['date.time', 'sum.total']);
  expect(rows).toEqual([
    { partner: 'Scanner', counts: { 'date.time': 40 } },
    { partner: 'Inbox', counts: { 'sum.total': 3, 'date.time': 1 } },
  ]);
  expect(max).toBe(40);
});

it('the filter offers every finding once, below its family', () => {
  const offered = findingOptions(rulesText.sv).flatMap(({ items }) => items.map(([value]) => value));
  expect(offered.filter((value) => value.includes('.')).sort()).toEqual([...findingCodes].sort());
  expect(offered.filter((value) => !value.includes('.'))).toEqual([
    'payee',
    'document',
    'sum',
    'duplicate',
    'number',
    'date',
    'missing',
  ]);
});

it('a reading is told in words, without what goes without saying', () => {
  const reading = {
    price: 'unit',
    discount: 'percentage',
    vat: 'sum',
    lineVat: 'percentage',
    linesIncludeVat: true,
    totalIncludesVat: false,
    isRounded: true,
  } as const;
  const sums = { reading } as NonNullable<Invoice['sums']>;
  expect(readingIn(sumsText.en.reading, sums)).toBe(
    'price per unit, discount in per cent, VAT on the sum, lines with VAT, total without VAT, total rounded to whole units',
  );
  expect(readingIn(sumsText.sv.reading, sums)).toContain('pris per enhet, rabatt i procent, moms på summan');
});
