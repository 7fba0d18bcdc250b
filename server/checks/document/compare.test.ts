import { expect, it } from 'vitest';
import { decimalOf } from '../../../common/decimal.ts';
import { compareDocuments, fileWith } from './compare.ts';
import type { DocumentText } from './text.ts';

interface Facts {
  bankGiro?: string;
  recordedBankGiro?: string;
  recordedIban?: string;
  total?: string;
  number?: string;
  ocr?: string;
}

type CompareCase = [name: string, facts: Facts, text: string, codes: string[]];

const usual = { bankGiro: '5050-1055', total: '1250.00', number: '12345', ocr: '1234567890128' };
const base = 'Fakturanr 12345\nOCR 1234567890128\nAtt betala 1 250,00\n';

const file = (text: string, attachmentId = 'file'): DocumentText => ({
  attachmentId,
  fileName: `${attachmentId}.pdf`,
  pages: text === '' ? [] : text.split('\f').map((page) => page.split('\n')),
});

const invoiceOf = ({ bankGiro, total, number, ocr }: Facts) => ({
  lines: [],
  supplierBankGiro: bankGiro,
  totalPrice: total === undefined ? undefined : decimalOf(total),
  supplierInvoiceNumber: number,
  paymentReferenceOCR: ocr,
});

const compared = (facts: Facts, ...texts: DocumentText[]) =>
  compareDocuments(
    invoiceOf(facts),
    { bankGiro: facts.recordedBankGiro ?? facts.bankGiro ?? '', postGiro: '', iban: facts.recordedIban ?? '' },
    texts,
  );

const codesOf = (facts: Facts, ...texts: DocumentText[]) =>
  compared(facts, ...texts).map(({ code }) => code.replace('document.', ''));

const accounts: CompareCase[] = [
  ['the same account, total, number and reference', usual, base + 'Bankgiro 5050-1055', []],
  ['another account', usual, base + 'Bankgiro 991-2346', ['account']],
  ['another account without a label', usual, base + '991-2346', ['account']],
  ['another account with a wrong check digit', usual, base + 'Bankgiro 991-2347', ['account']],
  ['a file without an account', usual, base + 'Tel 08-123 45 67 Org.nr 556036-0793', []],
  ['an organisational number in the same row', usual, base + 'Bankgiro  Org.nr\n5050-1055  556036-0793', []],
  [
    'an organisational number below its label',
    usual,
    base + 'Momsreg.nr  Org.nr  Telefon\nSE556036079301  556036-0793  040-123 45',
    [],
  ],
  ['phone numbers below their labels', usual, base + 'Telefon  Fax\n505-1055  991-2346', []],
  ['a postcode and a box', usual, base + '123 45 STAD\nBox 1055', []],
  ['a date alone on its line', usual, base + '2026-1117', []],
  ['an EAN', usual, base + 'EAN 7310865004703\n7310865004703', []],
  ['a bank account in two columns', usual, base + 'Kontonr 8105-9  991-2346', ['account']],
  ['an empty column of accounts and a date', usual, base + 'Bankgiro  Plusgiro  Datum\n20261103  1008', []],
  ['a phone number after the label', usual, base + 'Bankgiro 08-12 34 57', []],
  ['the digits of the bank giro as a post giro', usual, base + 'Plusgiro 5050-1055', ['account']],
  [
    'a notice of a new account beside the known one',
    usual,
    base + 'Bankgiro 5050-1055\nNytt bankgiro 991-2346 from 1 januari',
    ['account'],
  ],
  ['another IBAN', usual, base + 'IBAN SE35 5000 0000 0549 1000 0003', ['account']],
  [
    'the record’s IBAN instead of its bank giro',
    { ...usual, recordedIban: 'SE3550000000054910000003', bankGiro: undefined, recordedBankGiro: '5050-1055' },
    base + 'IBAN: SE35 5000 0000 0549 1000 0003',
    [],
  ],
  [
    'the invoice’s account, which is not the record’s',
    { ...usual, recordedBankGiro: '991-2346' },
    base + 'Bankgiro 5050-1055',
    [],
  ],
  [
    'the record’s account, which is not the invoice’s',
    { ...usual, recordedBankGiro: '991-2346' },
    base + 'Bankgiro 991-2346',
    [],
  ],
  ['a third account', { ...usual, recordedBankGiro: '991-2346' }, base + 'Bankgiro 100-0017', ['account']],
  [
    'the invoice’s account and a third one',
    { ...usual, recordedBankGiro: '991-2346' },
    base + 'Bankgiro 5050-1055 eller 100-0017',
    ['account'],
  ],
  [
    'an account that neither the invoice nor the record has',
    { total: usual.total, number: usual.number, ocr: usual.ocr },
    base + 'Bankgiro 991-2346',
    ['account'],
  ],
  [
    'an IBAN broken at the end of its line',
    { ...usual, bankGiro: undefined, recordedIban: 'SE3550000000054910000003' },
    base + 'IBAN: SE35 5000 0000\n0549 1000 0003',
    [],
  ],
  ['a label without a space', usual, base + 'BG5050-1055', []],
  ['another account after a label without a space', usual, base + 'BG991-2346', ['account']],
  ['another account as Bankgiro', usual, base + 'Bankgiro : 991-2346', ['account']],
  ['another account as Bankgiro nr.', usual, base + 'Bankgiro nr.: 991-2346', ['account']],
  ['another account as Bg-nr', usual, base + 'Bg-nr: 991-2346', ['account']],
  ['another account as BG nr spaced', usual, base + 'BG nr 991 2346', ['account']],
  ['another account as PG', usual, base + 'PG 12 34 5-5', ['account']],
  ['another account as PlusGiro', usual, base + 'PlusGiro: 12345-5', ['account']],
  ['Postgirokonto', usual, base + 'Postgirokonto 12345-5', ['account']],
  [
    'another account two lines below its label',
    usual,
    base + 'Adress  Bankgiro\nStorgatan 1\n123 45 Stad  991-2346',
    ['account'],
  ],
  ['another account beside its label', usual, base + 'Bankgiro:  991-2346  Org.nr:  556036-0793', ['account']],
  ['another account two columns after its label', usual, base + 'Bankgiro  Bankgirot  991-2346', ['account']],
  ['Betalas till BG', usual, base + 'Betalas till BG 991-2346 Leverantören AB', ['account']],
  ['a direct debit number', usual, base + 'Autogiro 991-2346', []],
  ['a customer number', usual, base + 'Kundnr 991-2346', []],
  ['a number for payment by phone', usual, base + 'Swish 123 991 23 46', []],
  ['a phone number after the account', usual, base + 'Bankgiro 5050-1055 Tel 991-2346', []],
  ['the number of a bank', usual, base + 'Banken AB 991-2346', []],
  [
    'an English invoice',
    { bankGiro: undefined, recordedIban: 'DE52588684244880428953', total: '980.5', number: 'INV-1' },
    'Invoice No: INV-1\nTotal: € 980.50\nIBAN DE52 5886 8424 4880 4289 53',
    [],
  ],
  [
    'another IBAN on a German invoice',
    { bankGiro: undefined, recordedIban: 'DE52588684244880428953', total: '980.5', number: 'INV-1' },
    'Rechnung INV-1\nSumme 980,50 EUR\nIBAN DE48 6959 9206 0578 0829 44',
    ['account'],
  ],
  [
    'the payer’s account on a giro form',
    usual,
    base + 'Från bankgironr (vid girering)  991-2346\nTill bankgironr  5050-1055',
    [],
  ],
  ['the payer’s account alone', usual, base + 'Ert bankgiro: 991-2346', []],
  ['two other accounts', usual, base + 'Bankgiro: 991-2346, Plusgiro: 12345-5', ['account', 'account']],
  ['another account twice', usual, base + 'Bankgiro: 991-2346\nBankgiro 991-2346', ['account']],
  ['another account above its label', usual, base + '991-2346\nBankgiro', ['account']],
  ['a VAT number', usual, base + 'VAT no SE556036079301', []],
  ['a BIC and a clearing number', usual, base + 'SWIFT/BIC: HANDSESS  Clearing 6001', []],
  ['the account in two groups', usual, base + 'Bankgiro 5050 1055', []],
  ['another account without a hyphen', usual, base + 'Bankgiro 9912346', ['account']],
  ['another account with the labels of both kinds', usual, base + 'Plusgiro/Bankgiro: 991-2346', ['account']],
  ['another account after two labels', usual, base + 'Konto: BG 991-2346', ['account']],
  ['a bank account', usual, base + 'Kontonummer: 6789-123 456 789', ['account']],
  [
    'the record’s IBAN as clearing and account',
    { ...usual, recordedIban: 'SE3550000000054910000003' },
    base + 'Clearing 5491, konto 0000003',
    [],
  ],
  ['the bank’s own giro', usual, base + 'Utlandet: via Banken AB, bankgiro 213-3668', ['account']],
];

const totals: CompareCase[] = [
  ['total without decimals and currency', { ...usual, total: '1250' }, base.replace('1 250,00', '1250'), []],
  ['total int kr', { ...usual, total: '1250' }, base.replace('1 250,00', '1250 kr'), []],
  [
    'total only as year',
    { ...usual, total: '2026' },
    base.replace('1 250,00', '9 999,00') + '2026-11-17 år 2026',
    ['total'],
  ],
  ['total part of bigger', { ...usual, total: '250' }, base, ['total']],
  ['total bigger', { ...usual, total: '11250' }, base, ['total']],
  ['total öre', { ...usual, total: '1250.10' }, base, ['total']],
  ['total negative', { ...usual, total: '-1250' }, base, []],
  ['total 1,250.00', usual, base.replace('1 250,00', '1,250.00'), []],
  ['total 1250,0', usual, base.replace('1 250,00', '1250,0'), []],
  ['total 1.250:-', usual, base.replace('1 250,00', '1.250:-'), []],
  ['total SEK1250', usual, base.replace('1 250,00', 'SEK1250'), []],
  ['total 1 250,00kr', usual, base.replace('1 250,00', '1 250,00kr'), []],
  ['total 1 250.00 SEK', usual, base.replace('1 250,00', '1 250.00 SEK'), []],
  ['total 1 250:00', usual, base.replace('1 250,00', '1 250:00'), []],
  ['total *1250,00*', usual, base.replace('1 250,00', '***1 250,00***'), []],
  ['total =1250,00', usual, base.replace('1 250,00', '=1 250,00'), []],
  ['total 1 250,-', usual, base.replace('1 250,00', '1 250,-'), []],
  ['total 1 250,—', usual, base.replace('1 250,00', '1 250,—'), []],
  ['total million', { ...usual, total: '1234567.89' }, base.replace('1 250,00', '1 234 567,89'), []],
  ['total million dots', { ...usual, total: '1234567.89' }, base.replace('1 250,00', '1.234.567,89'), []],
  [
    'total qty before',
    { ...usual, total: '1250' },
    base.replace('Att betala 1 250,00', 'Vara 2 st 625,00 1 250,00'),
    [],
  ],
  [
    'total 3 digits qty',
    { ...usual, total: '250' },
    base.replace('Att betala 1 250,00', 'Vara  2  125,00  250,00'),
    [],
  ],
];

const references: CompareCase[] = [
  ['number case', { ...usual, number: 'f-2026/77' }, base.replace('12345\n', 'F 2026-77\n'), []],
  ['number zeros', { ...usual, number: '00012345' }, base, []],
  ['number zeros2', { ...usual, number: '12345' }, base.replace('12345\n', '00012345\n'), []],
  ['number prefix', usual, base.replace('12345\n', 'F12345\n'), []],
  ['number other', usual, base.replace('12345\n', '12346\n'), ['number']],
  ['number longer', usual, base.replace('12345\n', '123456\n'), ['number']],
  ['number short', { ...usual, number: '77' }, base.replace('12345\n', '78\n') + '77 st', ['number']],
  ['number short ok', { ...usual, number: '77' }, base.replace('12345\n', '77\n'), []],
  ['number short unlabelled', { ...usual, number: '77' }, base.replace('Fakturanr 12345', 'FAKTURA 77'), []],
  ['ocr grouped', usual, base.replace('1234567890128', '1234 5678 9012 8'), []],
  ['ocr other', usual, base.replace('1234567890128', '1234567890136'), ['ocr']],
  ['ocr line only', usual, base.replace('OCR 1234567890128\n', '# 1234567890128 # 1250 00 6 > 50501055#41#\n'), []],
  [
    'ocr line altered account',
    usual,
    base.replace('OCR 1234567890128\n', '# 1234567890128 # 1250 00 6 > 9912346#41#\n'),
    ['account'],
  ],
  [
    'ocr line spaces',
    usual,
    base.replace(
      'OCR 1234567890128\n',
      '#               1234567890128 #      1250 00   6 >           5050-1055#41#    \n',
    ),
    [],
  ],
  ['a file that says something else', usual, 'Hej hopp', ['total', 'number', 'ocr']],
];

it.each(accounts)('account: %s', (_name, facts, text, codes) => {
  expect(codesOf(facts, file(text))).toEqual(codes);
});

it.each(totals)('%s', (_name, facts, text, codes) => {
  expect(codesOf(facts, file(text))).toEqual(codes);
});

it.each(references)('%s', (_name, facts, text, codes) => {
  expect(codesOf(facts, file(text))).toEqual(codes);
});

it('a finding has the file, the page from 1 and the line as it stands there', () => {
  const text = 'Bilaga\fFaktura nr 12345\nSumma 1 350,00\nOCR: 77\fTack!\nBankgiro  991–2346  Org.nr 556036-0793';
  expect(compared(usual, file('Hej', 'first'), file(text, 'second'))).toMatchObject([
    {
      path: 'supplierBankGiro',
      parameters: {
        kind: 'bankgiro',
        account: '991-2346',
        attachmentId: 'second',
        fileName: 'second.pdf',
        page: 3,
        text: 'Bankgiro  991–2346  Org.nr 556036-0793',
      },
    },
    { path: 'totalPrice', parameters: { total: '1250', page: 2, text: 'Summa 1 350,00' } },
    { path: 'paymentReferenceOCR', parameters: { ocr: usual.ocr, page: 2, text: 'OCR: 77' } },
  ]);
});

it('a finding keeps the part of a long line that proves it, in 200 characters', () => {
  const long = `Fakturanr 12345  ${'x '.repeat(200)}  OCR 99`;
  const [finding] = compared(usual, file(`${long}\nAtt betala 1 250,00`));
  expect(finding?.parameters).toMatchObject({ ocr: usual.ocr, text: long.slice(-200) });
});

it('files count together', () => {
  const [first, second] = [file('Fakturanr 12345\nOCR 1234567890128', 'a'), file('Totalt 1 250,00', 'b')];
  expect(codesOf(usual, first, second)).toEqual([]);
  expect(codesOf(usual, first)).toEqual(['total']);
  expect(codesOf(usual, file('Bankgiro 991-2346', 'c'), file(`${base}Bankgiro 5050-1055`, 'd'))).toEqual(['account']);
});

it('beside a file that could not be read, only a line with another value proves that something is missing', () => {
  expect(codesOf(usual, file('Ritning 4'), file('', 'scan'))).toEqual([]);
  expect(codesOf(usual, file('Ritning 4'), { ...file('Sida 1', 'cut'), isCut: true })).toEqual(['unread']);
  expect(codesOf(usual, file('Fakturanr 99\nAtt betala 1 350,00'), file('', 'scan'))).toEqual(['total', 'number']);
});

it('the last file that has a value cures its finding; an unread one does not', () => {
  const texts = [file('Faktura 12345', 'a'), file('Fakturanr 12345 Summa 1 250,00', 'b'), file('', 'scan')];
  const nameOf = (code: Parameters<typeof fileWith>[0]) => fileWith(code, invoiceOf(usual), texts)?.attachmentId;
  expect([nameOf('document.number'), nameOf('document.total'), nameOf('document.ocr')]).toEqual(['b', 'b', undefined]);
});
