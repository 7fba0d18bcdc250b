import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberKey } from './keys.ts';
import { numberLook, organizationLook } from './looks.ts';
import { areAlike, nameLook } from './names.ts';
import { confusables } from '../../common/text/confusables.ts';
import { expectLinear, megabyteOf } from '../testing/linear.ts';
import { runs } from '../testing/properties.ts';

/** Every character of Unicode's table that looks like one ASCII letter or digit, by that one. */
const lookalikes = new Map<string, string[]>();
const addLookalike = (look: string, character: string) =>
  lookalikes.set(look, [...(lookalikes.get(look) ?? []), character]);
for (const group of confusables.split(' ')) {
  const [look = '', codes = ''] = group.split(':');
  let code = 0;
  for (const step of codes.split('.')) addLookalike(look, String.fromCodePoint((code += parseInt(step, 36))));
}
// Full-width, circled, bold, monospace and double-struck letters and digits.
for (let at = 0; at < 26; at++)
  for (const first of [0xff21, 0xff41, 0x24b6, 0x24d0, 0x1d400, 0x1d41a, 0x1d670, 0x1d552])
    addLookalike(String.fromCharCode(97 + at), String.fromCodePoint(first + at));
for (let at = 0; at < 10; at++)
  for (const first of [0xff10, 0x1d7ce, 0x1d7d8, 0x660, 0x966, 0xe50])
    addLookalike(String(at), String.fromCodePoint(first + at));

const invisible = fc.constantFrom(
  ...'\u200b\u200d\ufe0f\u2060\ufeff\u00ad\u034f\u061c\u180e\u202e\u{e0041}\ufe20\u0301\u0308\u030a\u20e3\u0332\u{e0100}\u200a\u2009',
);
const blank = fc.constantFrom(' ', '  ', '\u00a0', '\u2003', '\u3000', '\u2800', '\u3164', '\u1680', ' \u200b', '\t');
const dash = fc.constantFrom('-', '–', '·', '.', '_', '/', '’', '‐', '−', '・');
const asciiTwins: Readonly<Record<string, string[]>> = {
  o: ['0', 'O'],
  0: ['o', 'O'],
  l: ['1', 'I', 'i'],
  i: ['1', 'l'],
  1: ['l', 'I'],
  m: ['rn'],
  w: ['vv'],
};

const disguisesOf = (character: string, isNumber: boolean): fc.Arbitrary<string> => {
  // In a number, a digit of another script has its value.
  const twins = (lookalikes.get(character.toLowerCase()) ?? []).filter(
    (twin) => !isNumber || /\d/.test(character) || !/\p{N}/u.test(twin),
  );
  const upper = character.toUpperCase();
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(character) },
    { weight: 1, arbitrary: fc.constantFrom(character.toLowerCase(), upper.length === 1 ? upper : character) },
    { weight: 1, arbitrary: invisible.map((added) => character + added) },
    ...(twins.length > 0 ? [{ weight: 2, arbitrary: fc.constantFrom(...twins) }] : []),
  );
};

const isWordCharacter = (character: string) => /[\p{L}\p{N}]/u.test(character);

/** The same text to somebody who looks at it. */
const disguised = (text: string, isNumber = false): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...Array.from(text, (character) =>
        character === ' ' ? blank : !isWordCharacter(character) ? dash : disguisesOf(character, isNumber),
      ),
    )
    .map((characters) => characters.join(''));

const withTwins = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...Array.from(text, (character) => fc.constantFrom(character, ...(asciiTwins[character.toLowerCase()] ?? []))),
    )
    .map((characters) => characters.join(''));

const towns = 'Norrköping,Mälardalen,Söder,Norr,Luleå,Uppsala,Öland,Skåne,Visby,Åre,Malmö,Kiruna,Växjö,Borås'.split(
  ',',
);
const trades =
  'Bygg,El,Rör,Måleri,Golv,Tak,Schakt,Plåt,Glas,Kakel,Städ,Transport,Åkeri,Ventilation,Smide,Montage'.split(',');
const surnames = 'Andersson,Karlström,Öberg,Lindqvist,Wallin,Ek,Mörk,Sjöö,Holm,Rönnbäck,Nyström,Ahlgren'.split(',');
/** Some hundred names, of which no two are one company. */
const companies = [
  ...trades.flatMap((trade) => [
    ...towns.map((town) => `${town}s ${trade}`),
    ...surnames.map((surname) => `${surname}s ${trade}`),
    ...towns.map((town) => `${trade} ${town}`),
  ]),
  ...surnames.flatMap((one) => surnames.filter((other) => other !== one).map((other) => `${one} och ${other}`)),
  ...Array.from({ length: 60 }, (_, at) => `Elfirma ${at + 2}`).filter((name) => !/[01]/.test(name)),
  ...'Abel Bygg,Texas Grill,Vargas Tak,Norrland,Bergsund,Saab,SAS,Atlas Copco,Andreas Bil,Fredag Mat,Skanska,NCC'.split(
    ',',
  ),
  ...'Peab,Assemblin,Bravida,Sweco,Ramirent,Cramo,Ahlsell,Dahl,Lundin,Beijer,Derome,Byggmax,Elgiganten,Onninen'.split(
    ',',
  ),
];
const someCompany = fc.constantFrom(...companies);
const legalForm = fc.constantFrom(
  ...', AB, Aktiebolag, (publ), AB (publ), i likvidation, AB i likvidation, Ekonomisk förening, ek. för.'.split(','),
  ...' HB, Kommanditbolag, Ltd, LIMITED, GmbH, A/S, Oy,AB,HB, AB i konkurs'.split(','),
);

it('a disguised name looks like the name, whatever its legal form', () => {
  fc.assert(
    fc.property(
      fc
        .tuple(someCompany, legalForm, legalForm)
        .chain(([name, one, other]) => fc.tuple(fc.constant(name + one), disguised(name + other))),
      ([name, disguise]) => {
        expect([disguise, nameLook(disguise)]).toEqual([disguise, nameLook(name)]);
      },
    ),
    runs(500),
  );
});

it('ASCII letters and digits that look alike are alike in names and numbers', () => {
  fc.assert(
    fc.property(
      someCompany.chain((name) => fc.tuple(fc.constant(name), withTwins(name))),
      ([name, twin]) => {
        expect([twin, nameLook(twin)]).toEqual([twin, nameLook(name)]);
        expect(numberLook(twin)).toBe(numberLook(name));
      },
    ),
    runs(500),
  );
});

it('a disguised name on an invoice is the name of the record', () => {
  fc.assert(
    fc.property(
      // A character that looks like I, l and 1 is read as one of them, and Elfirma 2 is not Elfirma 3.
      fc
        .constantFrom(...companies.filter((name) => !/[il\d]/i.test(name)))
        .chain((name) => fc.tuple(fc.constant(name), disguised(`${name} AB`))),
      ([name, disguise]) => {
        expect([disguise, areAlike(disguise, name)]).toEqual([disguise, true]);
      },
    ),
    runs(500),
  );
});

it('no two different companies look alike', () => {
  const looks = new Map<string, string[]>();
  for (const name of companies) looks.set(nameLook(name), [...(looks.get(nameLook(name)) ?? []), name]);
  expect(companies.length).toBeGreaterThan(800);
  expect([...looks.values()].filter((names) => names.length > 1)).toEqual([]);
});

const someNumber = fc.stringMatching(/^[A-Z]{0,3}-?[0-9]{1,9}$/);

it('a disguised number of a supplier looks like the number', () => {
  fc.assert(
    fc.property(
      someNumber.chain((number) => fc.tuple(fc.constant(number), disguised(number, true).chain(withTwins))),
      ([number, disguise]) => {
        expect([disguise, numberLook(disguise)]).toEqual([disguise, numberLook(number)]);
      },
    ),
    runs(500),
  );
});

it('different numbers look different, except by O and 0 or I, L and 1', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-HJKNP-Z]{0,3}[0-9]{1,6}$/),
      fc.stringMatching(/^[A-HJKNP-Z]{0,3}[0-9]{1,6}$/),
      (a, b) => {
        expect(numberLook(a) === numberLook(b)).toBe(a.replaceAll('W', 'VV') === b.replaceAll('W', 'VV'));
      },
    ),
    runs(500),
  );
});

const swedish = fc.stringMatching(/^[1-9]\d{5}-\d{4}$/);
const letters: Readonly<Record<string, string[]>> = {
  0: ['O', 'o'],
  1: ['I', 'l'],
  5: ['S', 's'],
  8: ['B'],
  2: ['Z'],
  6: ['G'],
};

it('a disguised organisational number looks like the number in each of its forms', () => {
  fc.assert(
    fc.property(
      fc
        .tuple(swedish, fc.constantFrom('', 'SE', 'se ', 'SE-', '16', '19'), fc.boolean())
        .filter(([number, prefix]) => prefix !== '' || !/^(?:16|18|19|20)/.test(number))
        .chain(([number, prefix, hasEnd]) =>
          fc.tuple(
            fc.constant(number),
            disguised(prefix + number + (hasEnd && /se/i.test(prefix) ? '01' : ''), true).chain((text) =>
              fc
                .tuple(...Array.from(text, (digit) => fc.constantFrom(digit, ...(letters[digit] ?? []))))
                .map((characters) => characters.join('')),
            ),
          ),
        ),
      ([number, disguise]) => {
        expect([disguise, organizationLook(disguise)]).toEqual([disguise, number.replace('-', '')]);
      },
    ),
    runs(500),
  );
});

it.each([
  ['FI-0112038 9', 'fi01120389'],
  ['NO 910 112 345 MVA', 'N0910112345MVA'],
])('%j and %j are the same number of another country', (one, other) => {
  expect(organizationLook(one)).toBe(organizationLook(other));
});

it('numbers of other countries and digits that differ are other numbers', () => {
  expect(organizationLook('FI5560160680')).not.toBe(organizationLook('5560160680'));
  expect(organizationLook('556016-0680')).not.toBe(organizationLook('556016-0681'));
  expect(organizationLook(' - ')).toBe('');
});

it('a disguised invoice number has the key of the number', () => {
  fc.assert(
    fc.property(
      // Between a letter and a digit, a character that looks like I, l and 1 is read as 1.
      someNumber
        .filter((number) => !/[IL]-?\d/.test(number))
        .chain((number) => fc.tuple(fc.constant(number), disguised(number, true))),
      ([number, disguise]) => {
        expect([disguise, numberKey(disguise)]).toEqual([disguise, numberKey(number)]);
      },
    ),
    runs(500),
  );
});

it.each([
  ['F-0012', 'F12'],
  ['f 12', 'F12'],
  ['FO12', 'F12'],
  ['000', '0'],
  ['O-0', '0'],
  ['a0b0', 'A0B0'],
  ['INV-I1', 'INVI1'],
  ['2026.001', '2026001'],
  ['--', undefined],
  ['Ä-7/å', 'A7A'],
  ['٣4', '34'],
  ['Fаktura 7', 'FAKTURA7'],
  ['ІNV-1', 'INV1'],
  ['F-Ӏ0Ӏ', 'F101'],
  ['F\u2800-12\ufe0f', 'F12'],
])('the key of the invoice number %j is %j', (number, key) => expect(numberKey(number)).toBe(key));

const longOf = (text: string) => megabyteOf(text).slice(0, 100_000);

it.each([
  ['Cyrillic letters', longOf('а')],
  ['digits of other scripts', longOf('٥٥٥٥a')],
  ['digits of another script alone', longOf('٥')],
  ['characters that decompose', longOf('ﷺ').slice(0, 10_000)],
  ['legal forms', longOf('ab ')],
  ['legal forms without spaces', `nordbygg${longOf('ab')}`],
  ['blanks', longOf(' \u200a')],
])('%s of 100,000 characters are read in linear time', async (_what, text) => {
  await expectLinear(() => [nameLook(text), numberLook(text), organizationLook(text)]);
});

it.each([
  ['Villa och Mark AB', 'VillaochMark AB', 'Villa\u2008och Mark', 'V i l l a o c h M a r k', 'Villa & Mark'],
  ['Nordmalms Elkraft', '\u{1d79c}ordmalms Elkraft', '\u039dordmalms Elkraft'],
])(
  'the name %s looks the same without spaces around its conjunction, and with a letter of a mathematical alphabet',
  (...names) => {
    expect(new Set(names.map(nameLook)).size).toBe(1);
  },
);

it('a word before an organisational number makes no difference', () => {
  const forms = ['556981-3600', 'Org.nr 5569813600', 'VAT SE556981360001', 'Org nr: 165569813600', 'moms SE5569813600'];
  expect(new Set(forms.map(organizationLook))).toEqual(new Set(['5569813600']));
});
