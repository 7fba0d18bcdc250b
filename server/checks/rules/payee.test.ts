import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Limits } from '../limits.ts';
import { payeeRule } from './payee.ts';
import type { CheckedInvoice } from '../invoice.ts';
import type { CheckedSupplier } from '../context.ts';

const at = new Date('2026-11-16T08:00:00Z');
const record: CheckedSupplier = {
  name: 'Nordbygg Material AB',
  organizationalNumber: '556016-0680',
  bankGiro: '991-2346',
  postGiro: '12345-5',
  iban: '',
};
const nothing: CheckedSupplier = { name: 'Nordbygg', organizationalNumber: '', bankGiro: '', postGiro: '', iban: '' };

const find = (invoice: Partial<CheckedInvoice>, supplier: CheckedSupplier | undefined = record, limits: Limits = {}) =>
  payeeRule.find({ lines: [], ...invoice }, { at, supplier }, limits);
const codes = (...given: Parameters<typeof find>) => find(...given).map(({ code }) => code);

it('an invoice that matches the record, in any spelling, has no finding', () => {
  for (const invoice of [
    {},
    { supplierBankGiro: '991-2346', supplierPostGiro: '12345-5' },
    { supplierBankGiro: '9912346', supplierPostGiro: '12 34 5-5' },
    { supplierOrganizationalNumber: '5560160680' },
    { supplierOrganizationalNumber: '16556016-0680' },
    { supplierOrganizationalNumber: 'SE556016068001' },
    { supplierName: 'NORDBYGG MATERIAL' },
  ])
    expect(find(invoice)).toEqual([]);
});

it('an invoice that differs from the previous one, which matched, is compared again', () => {
  const agreeing = {
    supplierBankGiro: '991-2346',
    supplierPostGiro: '12345-5',
    supplierOrganizationalNumber: '556016-0680',
    supplierName: 'Nordbygg',
  };
  const other = {
    supplierBankGiro: '5050-1055',
    supplierPostGiro: '18',
    supplierOrganizationalNumber: '556703-7485',
    supplierName: 'Elkraft',
  };
  for (const field of Object.keys(agreeing) as (keyof typeof agreeing)[]) {
    expect(find(agreeing)).toEqual([]);
    expect(find({ ...agreeing, [field]: other[field] })).toMatchObject([{ path: field }]);
  }
  const blocked = { ...record, blockedAt: at };
  for (let time = 0; time < 2; time++) expect(codes(agreeing, blocked)).toEqual(['payee.blocked']);
});

it('without a supplier there is no finding', () => {
  expect(payeeRule.find({ lines: [], supplierBankGiro: '5050-1055' }, { at }, {})).toEqual([]);
});

it('another bank giro is a finding with both numbers', () => {
  expect(find({ supplierBankGiro: '5050-1055' })).toEqual([
    {
      code: 'payee.bankgiro',
      path: 'supplierBankGiro',
      parameters: { sent: '5050-1055', recorded: '991-2346' },
      message: 'The bank giro "5050-1055" differs from the supplier’s record, which has "991-2346".',
    },
  ]);
});

it('another post giro is a finding, and so is an account of a kind that the record lacks', () => {
  expect(find({ supplierPostGiro: '18' })).toMatchObject([
    { code: 'payee.postgiro', path: 'supplierPostGiro', parameters: { sent: '18', recorded: '12345-5' } },
  ]);
  expect(find({ supplierPostGiro: '18' }, { ...record, postGiro: '' })).toMatchObject([
    {
      code: 'payee.postgiro',
      parameters: { recorded: '' },
      message: 'The post giro "18" is not in the supplier’s record.',
    },
  ]);
  expect(codes({ supplierBankGiro: '991-2346' }, { ...nothing, iban: 'SE4550000000058398257466' })).toEqual([
    'payee.bankgiro',
  ]);
});

it('a record without an account has another finding than one with another account', () => {
  expect(find({ supplierBankGiro: '991-2346' }, nothing)).toEqual([
    {
      code: 'payee.unknown',
      path: 'supplierBankGiro',
      parameters: { account: '991-2346', kind: 'bankGiro' },
      message: 'The invoice is to be paid to "991-2346", but the supplier’s record has no account.',
    },
  ]);
  expect(find({ supplierPostGiro: '12345-5' }, { ...nothing, bankGiro: 'saknas', iban: ' ' })).toMatchObject([
    { code: 'payee.unknown', path: 'supplierPostGiro', parameters: { account: '12345-5', kind: 'postGiro' } },
  ]);
  expect(find({ supplierName: 'Nordbygg' }, nothing)).toEqual([]);
});

it('a text without digits is unreadable, but one that shows nothing, or zeros alone, is no account', () => {
  const unreadable = [expect.objectContaining({ code: 'payee.unreadable' })];
  for (const supplierBankGiro of ['saknas', '-', '❺ 0 x']) expect(find({ supplierBankGiro })).toEqual(unreadable);
  expect(find({ supplierBankGiro: '-' }, nothing)).toEqual(unreadable);
  for (const supplierBankGiro of ['\u200b\u3164', '\u2800 ', '000-0000'])
    expect(find({ supplierBankGiro })).toEqual([]);
});

describe('the organisational number', () => {
  it('is a finding if both exist and differ', () => {
    expect(find({ supplierOrganizationalNumber: '556703-7485' })).toMatchObject([
      {
        code: 'payee.organization',
        path: 'supplierOrganizationalNumber',
        parameters: { sent: '556703-7485', recorded: '556016-0680' },
      },
    ]);
    expect(find({ supplierOrganizationalNumber: '556703-7485' }, nothing)).toEqual([]);
    expect(codes({ supplierOrganizationalNumber: 'FI01120389' })).toEqual(['payee.organization']);
  });

  it('of another country is compared by its letters and digits', () => {
    const foreign = { ...record, organizationalNumber: 'FI-0112038 9' };
    expect(find({ supplierOrganizationalNumber: 'fi01120389' }, foreign)).toEqual([]);
    expect(codes({ supplierOrganizationalNumber: 'FI01120388' }, foreign)).toEqual(['payee.organization']);
  });

  it('of a person is masked on both sides', () => {
    const person = { ...record, organizationalNumber: '19811218-9876' };
    const [finding] = find({ supplierOrganizationalNumber: '121212-1212' }, person);
    expect(finding).toMatchObject({ parameters: { sent: '121212-****', recorded: '811218-****' } });
    expect(JSON.stringify(finding)).not.toMatch(/9876|121212-1212/);
  });
});

it('another name is a finding, shortened if it is long', () => {
  expect(find({ supplierName: 'Nordbygg Betong AB' })).toMatchObject([
    {
      code: 'payee.name',
      path: 'supplierName',
      parameters: { sent: 'Nordbygg Betong AB', recorded: 'Nordbygg Material AB' },
    },
  ]);
  expect(find({ supplierName: 'x'.repeat(255) })[0]?.parameters.sent).toBe(`${'x'.repeat(80)}…`);
  expect(find({ supplierBankGiro: '1'.repeat(255) })[0]?.parameters.sent).toBe(`${'1'.repeat(80)}…`);
});

describe('a record whose payee was changed', () => {
  const changed = (time: string, limits: Limits = {}) =>
    find({}, { ...record, payeeChangedAt: new Date(time) }, limits);

  it('less than 30 days before the invoice arrived is a finding with the day', () => {
    expect(changed('2026-11-15T23:30:00Z')).toMatchObject([
      { code: 'payee.changed', parameters: { on: '2026-11-16' } },
    ]);
    expect(changed('2026-10-17T08:00:00.001Z')).toMatchObject([
      { code: 'payee.changed', parameters: { on: '2026-10-17' } },
    ]);
    expect(changed('2026-11-16T08:00:00Z')[0]).not.toHaveProperty('path');
  });

  it('longer ago has no finding', () => {
    expect(changed('2026-10-17T08:00:00Z')).toEqual([]);
    expect(changed('2024-01-01T08:00:00Z')).toEqual([]);
  });

  it('is recent for as many days as the company has set', () => {
    const twoDays = { recentDays: 2 };
    expect(changed('2026-11-14T08:00:00.001Z', twoDays)).toMatchObject([{ parameters: { on: '2026-11-14', days: 2 } }]);
    expect(changed('2026-11-14T08:00:00Z', twoDays)).toEqual([]);
    expect(changed('2026-10-17T08:00:00Z', { recentDays: 365 })[0]?.message).toContain('less than 365 days before');
  });

  it('is a finding however far a clock was set back after the change', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1, max: 400 * 86_400_000 }), (aheadMs) => {
        const time = new Date(at.getTime() + aheadMs);
        expect(changed(time.toISOString())).toMatchObject([{ code: 'payee.changed' }]);
        expect(codes({}, { ...record, blockedAt: time })).toEqual(['payee.blocked']);
      }),
    );
  });
});

it('every difference is a finding', () => {
  expect(
    codes(
      {
        supplierBankGiro: '5050-1055',
        supplierPostGiro: '18',
        supplierOrganizationalNumber: '556703-7485',
        supplierName: 'Sydbygg',
      },
      { ...record, payeeChangedAt: at },
    ),
  ).toEqual(['payee.bankgiro', 'payee.postgiro', 'payee.organization', 'payee.name', 'payee.changed']);
});
