import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountFieldsIn, knownFields, knownLineFields } from './account-fields.ts';
import { anyBankGiro, anyPostGiro, anySwedishIban } from './believable-values.testing.ts';
import { believableInvoice } from './believable.testing.ts';
import { checkedOnArrival } from './checked.testing.ts';
import { rules } from './rules.ts';
import { judge } from './judge.ts';
import { randomOf } from './sums/random.testing.ts';
import { invoice as benchInvoice } from '../../bench/bodies.ts';
import { isLongRun } from '../testing/long.ts';
import { expectLinear, megabyteOf, quarterOf } from '../testing/linear.ts';
import { Article, SupplierInvoice } from '../supplier-invoices/shape.ts';
import { runs } from '../testing/properties.ts';

it('the known fields are those of the partner API', () => {
  expect([...knownFields].sort()).toEqual(Object.keys(SupplierInvoice.properties).sort());
  expect([...knownLineFields].sort()).toEqual(Object.keys(Article.properties).sort());
});

const supplier = {
  name: 'Nordbygg Material AB',
  organizationalNumber: '556016-0680',
  bankGiro: '991-2346',
  postGiro: '12345-5',
  iban: 'SE4550000000058398257466',
};
const payeeRules = rules.filter(({ codes }) => codes.some((code) => code.startsWith('payee.')));
const findingsOf = (fields: object, record: object = supplier) =>
  judge(
    payeeRules,
    checkedOnArrival({ supplierNumber: '1', ...fields }),
    { at: new Date(), supplier: { ...supplier, ...record } },
    {},
  );
const isHeld = (fields: object) => findingsOf(fields).some(({ severity }) => severity === 'hold');

const scripts = [0x660, 0x966, 0xe50, 0xff10, 0x1d7d8, 0x2460 - 1, 0x24f5 - 1, 0x2776 - 1];
const invisible = ['\u200b', '\u00ad', '\ufe0f', '\u3164', '\u2060', '\u{e0031}', '\u0332', '\u20e3'];
const separators = [' ', '-', '.', '\u2009', '–', '\u2800', '  ', ' - ', '\u00a0', ' '.repeat(300)];

/** How an account may be written so that a person still reads it. */
const disguised = (account: string) =>
  fc
    .record({
      digits: fc.constantFrom(undefined, ...scripts),
      between: fc.constantFrom('', ...invisible, ...separators),
      isLower: fc.boolean(),
      before: fc.constantFrom('', ' '.repeat(400), '\u200b'.repeat(300), '\n'),
    })
    .map(({ digits, between, isLower, before }) => {
      const text = isLower ? account.toLowerCase() : account;
      const written = [...text].map((one) =>
        digits === undefined || !/[1-9]/.test(one) ? one : String.fromCodePoint(digits + Number(one)),
      );
      return before + written.join(between);
    });

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const someIban = fc.oneof(
  seeds.map((seed) => anySwedishIban(randomOf(seed))),
  fc.constantFrom(
    'DE89370400440532013000',
    'GB29NWBK60161331926819',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
  ),
);
const someBankGiro = seeds.map((seed) => anyBankGiro(randomOf(seed)));
const somePostGiro = seeds.map((seed) => anyPostGiro(randomOf(seed)));
const someGiro = fc.oneof(someBankGiro, somePostGiro);

/** Places for a value of a neutral name. */
const anywhere = (value: unknown) =>
  fc.constantFrom<object>(
    { note: value },
    { extra: { deep: [{ deeper: [value] }] } },
    { articles: [{ articleDescription: 'Block' }, { remark: value }] },
    { lista: [1, null, 'a', value] },
    { ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`iban${at}`, supplier.iban])), last: value },
  );
const inText = (value: string) =>
  fc.constantFrom<object>(
    { externalReference: value },
    { projectName: value },
    { freight: value },
    { paymentReferenceOCR: value },
    { articles: [{ articleDescription: value }] },
    { extra: { orderNumber: value } },
  );

const names = (
  'iban IBAN lBAN payeeIban iban0 bban accountNumber kontonummer kontonr giro bànkgiro bаnkgiro bank_giro BG bg-nr b\u200bankgiro ' +
  'ｂａｎｋｇｉｒｏ bankg1ro plusgiro PG postgironummer bankkonto bank_account supplierAccount payTo betalas.till Kontonummer ' +
  'girokonto bankdetails'
).split(' ');
const nested = (name: string, value: unknown) =>
  fc.constantFrom<object>(
    { [name]: value },
    { payment: { [name]: value } },
    { extra: [{ [name]: { value } }] },
    { articles: [{ [name]: [value] }] },
    ...(isPlace.test(name) ? [] : [{ extra: { type: name, value } }, { extra: [name, value] }]),
  );
/** These say who is paid, but do not name an account. */
const isPlace = /^(?:payTo|betalas.till|bankdetails)$/;
const sentences = [
  (account: string) => `OBS! Nytt bankgiro ${account}`,
  (account: string) => `Vårt gamla bankgiro 991-2346 är avslutat. Betala till bankgiro: ${account}.`,
  (account: string) => `Betalas till plusgiro nr ${account}, OCR 2087104`,
  (account: string) => `pay to BANKGIRO ${account}`,
  (account: string) => `b a n k g i r o ${account}`,
  (account: string) => `{"bankgiro":"${account}"}`,
];

describe('an account that is not the supplier’s is a hold', () => {
  it('as an IBAN of any country, in any writing, anywhere', () => {
    const forms = someIban
      .chain(disguised)
      .chain((value) => fc.oneof(anywhere(value), inText(value), nested('x', value)));
    fc.assert(
      fc.property(forms, (fields) => isHeld(fields)),
      runs(600),
    );
  });

  it('as an IBAN in the middle of a text, or as the name of a field', () => {
    const forms = someIban.chain((iban) =>
      fc.oneof(
        inText(`Nytt konto: ${iban}, gäller genast`),
        inText(`IBAN:${iban}`),
        fc.constantFrom({ extra: { [iban]: true } }, { [iban]: 'x' }),
      ),
    );
    fc.assert(
      fc.property(forms, (fields) => isHeld(fields)),
      runs(200),
    );
  });

  it('under every name of an account, in any writing and at any depth', () => {
    const forms = fc
      .tuple(fc.constantFrom(...names), someBankGiro.chain(disguised))
      .chain(([name, value]) => nested(name, value));
    fc.assert(
      fc.property(forms, (fields) => isHeld(fields)),
      runs(600),
    );
  });

  it('as a number of JSON under every name of an account', () => {
    const forms = fc
      .tuple(fc.constantFrom(...names), someBankGiro)
      .chain(([name, giro]) => nested(name, Number(giro.replace('-', ''))));
    fc.assert(
      fc.property(forms, (fields) => isHeld(fields)),
      { ...runs(300), examples: [[{ kontonr: 20601209 }], [{ payTo: 20601209 }]] },
    );
  });

  it('as a giro under a name that says nothing', () => {
    const forms = someGiro.chain((giro) => fc.oneof(anywhere(giro), fc.constant({ extra: { [giro]: 1 } })));
    fc.assert(
      fc.property(forms, (fields) => isHeld(fields)),
      runs(300),
    );
  });

  it('as a labelled giro in any text', () => {
    const forms = fc
      .tuple(fc.constantFrom(...sentences), someBankGiro, fc.boolean())
      .chain(([sentence, giro, isBare]) => inText(sentence(isBare ? giro.replace('-', '') : giro)));
    fc.assert(
      fc.property(forms, (fields) => isHeld(fields)),
      runs(300),
    );
  });

  it.each([
    ['a clearing number beside an account', { bank: { clearing: '5001', kontonummer: '583982' } }],
    ['a clearing number and an account in a text', { projectName: 'Clearing 8327-9, konto 123 456 789-0' }],
    ['an account after its clearing number', { note: '5001-0583982574' }],
    ['a Norwegian account', { note: '8601.11.17947' }],
    ['an account after its label', { externalReference: 'konto 50010583982574' }],
    ['the post giro of somebody in a text', { freight: '0, plusgiro 12-5' }],
    ['a decorated giro', { note: 'bankgiro ❺⓪❺⓪-①⓪⑤五' }],
  ])('as %s', (_what, fields) => {
    expect(isHeld(fields)).toBe(true);
  });

  it.each(['bankGiro', 'postGiro', 'iban'] as const)('also if the record has only a %s', (kind) => {
    const record = { bankGiro: '', postGiro: '', iban: '', [kind]: supplier[kind] };
    for (const fields of [{ iban: 'DE89370400440532013000' }, { bankgiro: '5050-1055' }, { plusgiro: '44107-1' }])
      expect(findingsOf(fields, record)).toMatchObject([{ code: 'payee.field', severity: 'hold' }]);
  });
});

describe('what is innocent is no finding', () => {
  it('in at most one of 1,000 believable invoices, and not in the benchmark’s invoice', () => {
    const count = isLongRun ? 10_000 : 300;
    const wrong = Array.from({ length: count }, (_, seed) => believableInvoice(seed)).filter(
      ({ invoice, supplier: record }) => findingsOf(invoice, record).length > 0,
    );
    expect(wrong.length).toBeLessThanOrEqual(count / 1_000);
    expect(accountFieldsIn(benchInvoice)).toEqual({ accountFields: [], hasUnreadFields: false });
  });

  it('if it is the supplier’s own account, in any writing', () => {
    const own = fc
      .constantFrom(supplier.bankGiro, supplier.postGiro, supplier.iban)
      .chain((account) => fc.tuple(disguised(account), fc.constantFrom('note', 'kontonummer', 'payTo')));
    fc.assert(
      fc.property(own, ([value, name]) => findingsOf({ [name]: value }).length === 0),
      runs(300),
    );
  });

  it.each([
    { clearing: '5000', kontonummer: '58398257466' },
    { bankgiro: 9912346, footer: 'Bankgiro 991-2346, plusgiro 12345-5, IBAN SE45 5000 0000 0583 9825 7466' },
    { account: '4010', konto: 2440, articles: [{ account: 401018, kontonummer: '4010 Material' }] },
    { konto: '4010-1000', account: '5410/120', articles: [{ konto: '4010 1200' }] },
  ])('%j', (fields) => {
    expect(findingsOf(fields)).toEqual([]);
  });
});

describe('the bound is on work', () => {
  const others = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`iban${at}`, `XX${1000 + at}`]));

  const manyNames = (row: number) => Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`q${row}x${at}`, 1]));

  it('ten accounts are findings of their own, and the last one counts the others', () => {
    const findings = findingsOf(others(150));
    expect(findings.map(({ code }) => code)).toEqual(Array.from({ length: 10 }, () => 'payee.field'));
    expect(findings.at(-1)).toMatchObject({ parameters: { more: 140 } });
  });

  it.each([
    ['accounts', others(500)],
    ['characters of other scripts', { note: 'あ'.repeat(700_000) }],
    ['labels', { note: 'bankgiro 1 '.repeat(20_000) }],
    ['names', { rows: Array.from({ length: 200 }, (_, row) => manyNames(row)) }],
    ['text in an account field', { iban: megabyteOf('1 x ') }],
  ])('too many %s are a hold that says so', (_what, fields) => {
    expect(findingsOf(fields)).toContainEqual(expect.objectContaining({ code: 'payee.unread', severity: 'hold' }));
  });

  it('the largest body of ordinary fields is read wholly', () => {
    const articles = Array.from({ length: 5_000 }, (_, at) => ({
      articleDescription: `Gipsskiva 13 mm, normal, 900 x 2500, pall ${at}, ${'x'.repeat(200)}`,
      gtin: `735000000${1000 + at}`,
      costCenter: String(at),
    }));
    expect(accountFieldsIn({ articles }).hasUnreadFields).toBe(false);
  });

  it('the reported path and value are short, however long the field is', () => {
    const [field] = accountFieldsIn({ [`iban${'x'.repeat(5_000)}`]: '1'.repeat(900) }).accountFields;
    expect([field?.path.length, field?.value.length]).toEqual([81, 64]);
  });

  it.each([
    ['values', { values: Array.from({ length: 25_000 }, () => 'SE45') }],
    ['digits of another script', { iban: quarterOf('٥') }],
    ['a name of digits of another script', { [quarterOf('٥')]: 1 }],
    ['zero-width characters', { note: quarterOf('\u200b') }],
    ['digits', { note: quarterOf('7') }],
    ['groups of digits', { note: quarterOf('1-') }],
    ['beginnings of IBANs', { note: quarterOf('de89 ') }],
    ['single letters', { note: quarterOf('a b c d 1 ') }],
    ['giros', { note: quarterOf('bg 5050-1055 ') }],
  ])('a body full of %s is scanned once', async (_what, fields) => {
    await expectLinear(() => accountFieldsIn(fields));
  });
});
