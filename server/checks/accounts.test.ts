import { expect, it } from 'vitest';
import { accountsInFiles, accountsOf } from './accounts.ts';
import { foreignAccountsIn } from './account-fields.ts';
import { checkedOnArrival } from './checked.testing.ts';

const record = { bankGiro: '991-2346', postGiro: '', iban: 'SE3550000000054910000003' };
const comparisons = (fields: object, supplier = record) =>
  accountsOf(checkedOnArrival({ ...fields }), supplier).map(({ kind, account, comparison }) => [
    kind,
    account,
    comparison,
  ]);

it.each([
  ['the record’s, written otherwise', { supplierBankGiro: ' 0991 2346' }, ['bankGiro', ' 0991 2346', 'same']],
  ['another', { supplierBankGiro: '5402-9681' }, ['bankGiro', '5402-9681', 'differs']],
  ['of a kind that the record has not', { supplierPostGiro: '12345-5' }, ['postGiro', '12345-5', 'missing']],
  ['the record’s with more around it', { supplierBankGiro: 'BG 991-2346' }, ['bankGiro', 'BG 991-2346', 'differs']],
  [
    'the record’s in an unknown field',
    { payeeIban: 'se35 5000 0000 0549 1000 0003' },
    ['iban', 'se35 5000 0000 0549 1000 0003', 'same'],
  ],
  ['another in an unknown field', { iban: 'DE89370400440532013000' }, ['iban', 'DE89370400440532013000', 'differs']],
])('an account of the invoice that is %s', (_what, fields, expected) => {
  expect(comparisons(fields)).toEqual([expected]);
});

it('an invoice without an account is paid to the accounts of the record', () => {
  expect(comparisons({})).toEqual([
    ['bankGiro', '991-2346', 'fromRecord'],
    ['iban', 'SE3550000000054910000003', 'fromRecord'],
  ]);
  expect(comparisons({ supplierBankGiro: '\u2800' }, { bankGiro: '', postGiro: '', iban: '' })).toEqual([]);
});

it('every account has its place: the field, or the file and page of an open finding', () => {
  const fields = {
    supplierBankGiro: '991-2346',
    extra: { note: ['5050-1055'] },
    articles: [{ iban: 'DE89370400440532013000' }],
  };
  expect(accountsOf(checkedOnArrival(fields), record).map(({ path, comparison }) => [path, comparison])).toEqual([
    ['supplierBankGiro', 'same'],
    ['extra.note[0]', 'differs'],
    ['articles[0].iban', 'differs'],
  ]);
  const parameters = { kind: 'postgiro', account: '44107-1', fileName: 'faktura.pdf', page: 2 };
  const finding = { code: 'document.account', parameters };
  expect(accountsInFiles([finding, { ...finding, dismissed: {} }, { code: 'document.total' }], record)).toEqual([
    { kind: 'postGiro', account: '44107-1', comparison: 'missing', file: 'faktura.pdf', page: 2 },
  ]);
});

it('accounts in unknown fields of a supplier are found, except its own', () => {
  const extra = { ledger: 7, bank: { bankgiro: '5050-1055', iban: record.iban }, note: 'IBAN DE89370400440532013000' };
  expect(foreignAccountsIn(extra, record).map(({ path }) => path)).toEqual(['bank.bankgiro', 'note']);
});
