import { bill, unreadable, wrongNumber, type CheckCase } from './row.testing.ts';

type Case = [sent: string, why?: 'characters' | 'length' | 'digit', shown?: string];

/** The record has the same text, so only the number itself can be wrong. */
const bankGiros: Case[] = [
  ['991-2346'],
  ['5050-1055'],
  ['5805 6201'],
  ['991-2345', 'digit'],
  ['5050-1056', 'digit'],
  ['991-234', 'length'],
  ['5050-10555', 'length'],
  ['Bg 991-2346', 'characters'],
  ['991-234G', 'characters'],
];

const postGiros: Case[] = [
  ['12345-5'],
  ['9 87 65 41'],
  ['5-9'],
  ['12345-6', 'digit'],
  ['7', 'length'],
  ['1234 5678-2', 'length'],
  ['PG 12345-5', 'characters'],
];

const organizations: Case[] = [
  ['559012-3450'],
  ['165590123450'],
  ['SE559012345001'],
  ['19121212-1212'],
  ['NO 987 654 321 MVA'],
  ['DE123456788'],
  ['559012-3451', 'digit'],
  ['165590123451', 'digit'],
  ['559012-345', 'length'],
  ['5590123-4500', 'length'],
  ['559012-345O', 'characters'],
  ['811218-9875', 'digit', '811218-****'],
];

const references: Case[] = [
  ['2087104'],
  ['20 8710 4'],
  // The last digit but one is not always the length: 12351 states five digits, 12369 does not.
  ['12351'],
  ['12369'],
  ['5551234567890123456789011'],
  ['RF18 5390 0754 7034'],
  ['Order 7731, hus B'],
  ['2087103', 'digit'],
  ['7', 'length'],
  ['55512345678901234567890123', 'length'],
];

const rowsOf =
  (what: 'bankgiro' | 'postgiro' | 'organization' | 'ocr', title: string, field: string, recorded?: string) =>
  ([sent, why, shown = sent]: Case): CheckCase => ({
    name: `The ${title} ${sent} ${why === undefined ? 'is right' : `is wrong: ${why}`}`,
    invoice: bill({ [field]: sent }),
    ...(recorded !== undefined && { supplier: { [recorded]: sent } }),
    expected: [
      ...(why === 'characters' && isGiro(field) ? [unreadable(field, sent)] : []),
      ...(why === undefined ? [] : [wrongNumber(what, why, shown)]),
    ],
  });

const isGiro = (field: string) => field === 'supplierBankGiro' || field === 'supplierPostGiro';

export const numbers: CheckCase[] = [
  ...bankGiros.map(rowsOf('bankgiro', 'bank giro', 'supplierBankGiro', 'bankGiro')),
  ...postGiros.map(rowsOf('postgiro', 'post giro', 'supplierPostGiro', 'postGiro')),
  ...organizations.map(
    rowsOf('organization', 'organisational number', 'supplierOrganizationalNumber', 'organizationalNumber'),
  ),
  ...references.map(rowsOf('ocr', 'payment reference', 'paymentReferenceOCR')),
];
