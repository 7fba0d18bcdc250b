import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimalOf } from '../../../common/decimal.ts';
import { fitsModulus10 } from '../../../common/numbers/digits.ts';
import { compareDocuments } from './compare.ts';
import type { DocumentText } from './text.ts';
import { runs } from '../../testing/properties.ts';

const right = '5050-1055';
const invoice = {
  lines: [],
  supplierBankGiro: right,
  totalPrice: decimalOf('1250.00'),
  supplierInvoiceNumber: '12345',
  paymentReferenceOCR: '1234567890128',
};
const record = { bankGiro: right, postGiro: '', iban: '', organizationalNumber: '556036-0793' };
const genuine = `Fakturanr 12345\nOCR 1234567890128\nAtt betala 1 250,00\nBankgiro ${right}`;

const file = (text: string, at = 1): DocumentText => ({
  attachmentId: `file-${at}`,
  fileName: `faktura-${at}.pdf`,
  pages: text.split('\f').map((page) => page.split('\n')),
});
const codesOf = (...texts: string[]) =>
  compareDocuments(
    invoice,
    record,
    texts.map((text, at) => file(text, at + 1)),
  ).map(({ code }) => code);

const checked = (digits: string) => `${digits}${[...'0123456789'].find((last) => fitsModulus10(digits + last))}`;
const bankGiro = fc
  .integer({ min: 100_000, max: 9_999_999 })
  .map((number) => checked(String(number).slice(0, -1)))
  .map((digits) => `${digits.slice(0, -4)}-${digits.slice(-4)}`)
  .filter((one) => one !== right && /^\d{3,4}-\d{4}$/.test(one));
const postGiro = fc
  .integer({ min: 10_000, max: 999_999 })
  .map((number) => checked(String(number)))
  .map((digits) => `${digits.slice(0, -1)}-${digits.slice(-1)}`);
const ibans = ['SE3550000000054910000003', 'DE52588684244880428953', 'NO6495375010268', 'LV13HABA6939828360277'];

const labels = [
  'Bankgiro',
  'Bankgiro:',
  'Bankgironr.',
  'BG',
  'Bg-nr:',
  'B.G.',
  'Bank-giro',
  'B a n k g i r o',
  'Bаnkgirо',
  'Giro',
  'Nytt bankgiro',
  'Vårt nya bankgiro är',
  'Betalas till BG',
  'Bankgiro nu gällande:',
  'Bankgiro för denna faktura:',
  'Bankgiro (nytt konto):',
  `Vårt gamla bankgiro ${right} är avslutat. Nytt bankgiro`,
  'Ban\u200Bkgiro',
  'Ｂａｎｋｇｉｒｏ',
  'Bank giro',
  'Our new bankgiro is',
  'Nyt bankgiro',
  'Bankgiro-Nr.',
  'Neues Bankgiro:',
  'Pankkigiro',
  'Uusi bankgiro',
];
const sentences = [
  (account: string) => `Bankgiro ${right} är avslutat, betala i stället till ${account}`,
  (account: string) => `Vårt gamla bankgiro ${right} är avslutat.\nBetala i stället till\n${account}`,
  (account: string) => `Vi har bytt bank. Använd ${account} framöver.`,
  (account: string) => `Betala till ${account}`,
  (account: string) => `Konto: ${account}`,
  (account: string) => `Please pay to ${account} instead`,
  (account: string) => `Betales i stedet til ${account}`,
  (account: string) => `Bitte überweisen Sie an ${account}`,
  (account: string) => `${account} (bankgiro)`,
  (account: string) => `Bankgiro ${right} gäller ej. Nytt: ${account}`,
];

const scripts = ['٠', '०', '０', '𝟎', '０'].map(
  (zero) => (digit: string) => String.fromCodePoint((zero.codePointAt(0) as number) + Number(digit)),
);
const everyDigit = (form: (digit: string) => string) => (account: string) => account.replaceAll(/\d/g, form);
/** As a person reads it, however it is written. */
const notations: ((account: string) => string)[] = [
  (account) => account,
  ...scripts.map(everyDigit),
  everyDigit((digit) => '⓿❶❷❸❹❺❻❼❽❾'.at(Number(digit)) as string),
  everyDigit((digit) => '〇一二三四五六七八九'.at(Number(digit)) as string),
  everyDigit((digit) => `${digit}\uFE0F\u20E3`),
  everyDigit((digit) => `${digit}\u200B`),
  everyDigit((digit) => `${digit}\u3164`),
  (account) => account.replace('-', ' - '),
  (account) => account.replace('-', '–'),
  (account) => account.replace('-', '\u2011'),
  (account) => account.replace('-', '\u00AD-'),
  (account) => account.replaceAll('0', 'O').replaceAll('1', 'l'),
];
/** Without the hyphen, only a label makes a number an account. */
const labelled: ((account: string) => string)[] = [
  (account) => account.replace('-', ''),
  (account) => account.replace('-', ' '),
  (account) => [...account].join(' '),
];

const joins = [
  (label: string, account: string) => `${label} ${account}`,
  (label: string, account: string) => `${label}  ${account}`,
  (label: string, account: string) => `${label}\n${account}`,
  (label: string, account: string) => `Org.nr  ${label}\n556036-0793  ${account}`,
  (label: string, account: string) => `${label} ${account.slice(0, 4)}\n${account.slice(4)}`,
  (label: string, account: string) => `${label} ${account.slice(0, 4)}  ${account.slice(4)}`,
  (label: string, account: string) => `${label}\f${account}`,
];
const simple = ['Bankgiro', 'BG', 'Bg-nr:', 'Nytt bankgiro', 'Pankkigiro'];

const form: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...labels), bankGiro, fc.constantFrom(...notations, ...labelled))
    .map(([label, account, write]) => `${label} ${write(account)}`),
  fc
    .tuple(fc.constantFrom(...sentences), bankGiro, fc.constantFrom(...notations))
    .map(([sentence, account, write]) => sentence(write(account))),
  fc
    .tuple(fc.constantFrom(...simple), bankGiro, fc.constantFrom(...joins))
    .map(([label, account, join]) => join(label, account)),
  fc
    .tuple(fc.constantFrom('Plusgiro', 'Postgiro:', 'PG', 'Nytt plusgiro', 'Plusgironr'), postGiro)
    .map(([label, account]) => `${label} ${account}`),
  fc
    .tuple(
      fc.constantFrom('IBAN', 'IBAN:', 'Nytt konto', 'Tilinumero', 'Bankverbindung:', ''),
      fc.constantFrom(...ibans),
      fc.constantFrom<(iban: string) => string>(
        (iban) => iban,
        (iban) => iban.replaceAll(/.{4}(?=.)/g, '$& '),
        (iban) => iban.replaceAll(/.{4}(?=.)/g, '$&-'),
        (iban) => iban.replaceAll(/.{4}(?=.)/g, '$&  '),
        (iban) => iban.toLowerCase(),
        (iban) => `${iban.slice(0, 10)}\n${iban.slice(10)}`,
        (iban) => `${iban.slice(0, 10)}\f${iban.slice(10)}`,
        (iban) => [...iban].join('\u200B'),
        (iban) => iban.slice(0, 4) + iban.slice(4).replaceAll('0', 'O'),
      ),
    )
    .map(([label, iban, write]) => `${label} ${write(iban)}`),
  fc
    .tuple(fc.integer({ min: 1_000, max: 9_999 }), fc.integer({ min: 1_000_000, max: 999_999_999 }))
    .chain(([clearing, account]) =>
      fc.constantFrom(
        `Clearing ${clearing} konto ${account}`,
        `Clearingnr: ${clearing}, kontonr: ${account}`,
        `Kontonr ${clearing}-${account}`,
        `Bankkonto: ${clearing} ${account}`,
        `Bank account no. ${clearing}-${account}`,
        `Reg.nr. ${clearing} Kontonr. ${account}`,
        `Kontonummer  ${clearing}, ${account}`,
        `BLZ 588 684 24 Konto ${account}`,
      ),
    ),
);
const placements = [
  (text: string) => [`${genuine}\n${text}`],
  (text: string) => [`${text}\n${genuine}`],
  (text: string) => [`${genuine}\f${text}`],
  (text: string) => [genuine, text],
  (text: string) => [text, genuine],
];

it('an account that is none of the supplier’s is found beside the right one, however it is written', () => {
  fc.assert(
    fc.property(form, fc.constantFrom(...placements), (text, placement) => {
      expect(codesOf(...placement(text)), JSON.stringify(text)).toContain('document.account');
    }),
    runs(200),
  );
});

const digits = (length: number) => fc.integer({ min: 10 ** (length - 1), max: 10 ** length - 1 });
const phone = digits(7).map((number) => `0${String(number).slice(0, 2)}-${String(number).slice(2)}`);
const innocent: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(fc.constantFrom('Tel', 'Telefon:', 'Fax', 'Mobil', 'Växel'), phone).map((both) => both.join(' ')),
  fc
    .tuple(fc.constantFrom('Ordernr', 'Kundnr', 'Er referens', 'Projekt', 'Avtalsnr:'), digits(7))
    .map((both) => both.join(' ')),
  fc
    .tuple(fc.constantFrom('Ert bankgiro:', 'Från bankgironr', 'Kundens bankgiro'), bankGiro)
    .map((both) => both.join(' ')),
  bankGiro.map((account) => `Vårt tidigare bankgiro ${account} upphör.`),
  bankGiro.map((account) => `Kundnr ${account}`),
  digits(4).map((account) => `Konto ${account}  Kostnadsställe 120`),
  digits(8).map((number) => `Account number: ${number}`),
  digits(13).map((number) => `EAN ${number}`),
  digits(6).map((number) => `Betalas senast 2026-12-${String(number).slice(0, 2)}`),
  fc.tuple(digits(5), digits(4)).map(([price, count]) => `Plywood 12 mm  ${count}  st  ${price},00`),
  fc.constantFrom(
    `Bankgiro ${right}`,
    `BG: ${right}  Org.nr 556036-0793`,
    'Swish 123 456 78 90',
    'Godkänd för F-skatt',
    'Betalningsvillkor 30 dagar netto',
    'Vid betalning efter förfallodagen debiteras dröjsmålsränta med 8 %',
    'Momsreg.nr SE556036079301',
    'Ange OCR 1234567890128 vid betalning',
    'Adress ändrad: Storgatan 12, 123 45 Stad',
    'Nya priser gäller från 2027-01-01',
    'Autogiro 991-2346',
  ),
);

it('what else stands on a genuine invoice is no account', () => {
  fc.assert(
    fc.property(fc.array(innocent, { minLength: 1, maxLength: 6 }), (texts) => {
      expect(codesOf(`${genuine}\n${texts.join('\n')}`), JSON.stringify(texts)).toEqual([]);
    }),
    runs(200),
  );
});
