import { expect, it } from 'vitest';
import { numbersRule } from './plausibility.ts';
import type { CheckedInvoice } from '../invoice.ts';

const find = (invoice: Partial<CheckedInvoice>) => numbersRule.find({ lines: [], ...invoice }, { at: new Date() }, {});

it('valid numbers, and missing ones, have no finding', () => {
  expect(find({})).toEqual([]);
  expect(
    find({
      supplierBankGiro: '991-2346',
      supplierPostGiro: '12345-5',
      supplierOrganizationalNumber: '556016-0680',
      paymentReferenceOCR: '1234567897',
    }),
  ).toEqual([]);
  expect(find({ supplierOrganizationalNumber: 'DE811115368', paymentReferenceOCR: 'Faktura 7' })).toEqual([]);
});

it('each invalid number is a finding with its field and the fault', () => {
  expect(
    find({
      supplierBankGiro: '991-2345',
      supplierPostGiro: '5',
      supplierOrganizationalNumber: '556016/0680',
      paymentReferenceOCR: '1234567890',
    }),
  ).toEqual([
    {
      code: 'number.bankgiro',
      path: 'supplierBankGiro',
      parameters: { value: '991-2345', why: 'digit' },
      message: 'The bank giro "991-2345" has a wrong check digit.',
    },
    {
      code: 'number.postgiro',
      path: 'supplierPostGiro',
      parameters: { value: '5', why: 'length' },
      message: 'The post giro "5" has the wrong length.',
    },
    {
      code: 'number.organization',
      path: 'supplierOrganizationalNumber',
      parameters: { value: '556016/0680', why: 'characters' },
      message: 'The organisational number "556016/0680" has invalid characters.',
    },
    {
      code: 'number.ocr',
      path: 'paymentReferenceOCR',
      parameters: { value: '1234567890', why: 'digit' },
      message: 'The payment reference "1234567890" has a wrong check digit.',
    },
  ]);
});

it('an invalid personal number is masked, and a long value is shortened', () => {
  const [personal] = find({ supplierOrganizationalNumber: '811218-9875' });
  expect(personal).toMatchObject({ parameters: { value: '811218-****', why: 'digit' } });
  expect(JSON.stringify(personal)).not.toContain('9875');
  expect(find({ supplierBankGiro: '1'.repeat(255) })[0]?.parameters.value).toBe(`${'1'.repeat(80)}…`);
});
