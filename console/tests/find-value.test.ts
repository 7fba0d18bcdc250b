import { expect, it } from 'vitest';
import { expectLinear, megabyteOf } from '../../server/testing/linear.ts';
import { findValue, patternOf, type ValueKind } from '../src/pages/invoices/files/find/find-value.ts';

const found = (kind: ValueKind, value: string, line: string) =>
  findValue(line, patternOf(kind, value)).map(({ from, to }) => line.slice(from, to));

it.each<[ValueKind, string, string, string[]]>([
  ['amount', '1568.75', 'Att betala 1 568,75 SEK', ['1 568,75']],
  ['amount', '1568.75', 'Total\t1568.75', ['1568.75']],
  ['amount', '1568.75', 'Total 1,568.75', ['1,568.75']],
  ['amount', '1568.75', 'Summe 1.568,75 EUR', ['1.568,75']],
  ['amount', '1568.75', 'Summa 1\u00A0568,75 kr', ['1\u00A0568,75']],
  ['amount', '1568.75', 'CHF 1’568.75', ['1’568.75']],
  ['amount', '1568.75', '1568,7500', ['1568,7500']],
  ['amount', '1568.75', '11 568,75', []],
  ['amount', '1568.75', '21568.75 and 1568.751 and 1568.7', []],
  ['amount', '1568.75', '2\t1 568,75\t3 137,50', ['1 568,75']],
  ['amount', '1568.75', '1568,75 / 1 568,75', ['1568,75', '1 568,75']],
  ['amount', '1568', '1 568,00 kr', ['1 568,00']],
  ['amount', '1568', '1568:- inkl. moms', ['1568:-']],
  ['amount', '1568', '1 568', ['1 568']],
  ['amount', '1568', '1 568,75', []],
  ['amount', '568', '1 568 and 568 000', []],
  ['amount', '1568.5', '1 568,50 or 1568.5', ['1 568,50', '1568.5']],
  ['amount', '49.995', '49,995 and 49.99', ['49,995']],
  ['amount', '-1250.5', 'Kredit -1 250,50', ['1 250,50']],
  ['amount', '-1250.5', 'Kredit 1 250,50\u2212', ['1 250,50']],
  ['amount', '1234567.8', '1 234 567,80', ['1 234 567,80']],
  ['amount', '0.5', '0,50', ['0,50']],
  ['amount', '18412.50', '18 412.50', ['18 412.50']],
  ['amount', 'about 12', 'about 12', []],

  ['date', '2026-11-15', 'Fakturadatum 2026-11-15', ['2026-11-15']],
  ['date', '2026-11-15', 'Date: 15/11/2026', ['15/11/2026']],
  ['date', '2026-11-15', 'Datum 15.11.2026', ['15.11.2026']],
  ['date', '2026-11-15', '20261115', ['20261115']],
  ['date', '2026-11-15', '15 nov 2026', ['15 nov 2026']],
  ['date', '2026-11-15', '15 november 2026', ['15 november 2026']],
  ['date', '2026-11-15', '15 Nov. 2026', ['15 Nov. 2026']],
  ['date', '2026-11-15', 'November 15, 2026', ['November 15, 2026']],
  ['date', '2026-11-15', '15-Nov-2026', ['15-Nov-2026']],
  ['date', '2026-11-15', '26-11-15', ['26-11-15']],
  ['date', '2026-11-15', '261115', ['261115']],
  [
    'date',
    '2026-05-07',
    '7 maj 2026, 7 May 2026, 7/5/2026, 07.05.2026',
    ['7 maj 2026', '7 May 2026', '7/5/2026', '07.05.2026'],
  ],
  ['date', '2026-11-15', '2026-11-150 and 12026-11-15', []],
  ['date', '2026-11-15', '2026-11-16', []],
  ['date', 'soon', 'soon', []],

  ['digits', '991-2346', 'Bankgiro 991-2346', ['991-2346']],
  ['digits', '991-2346', 'BG 9912346', ['9912346']],
  ['digits', '9912346', 'Bg: 991 2346', ['991 2346']],
  ['digits', '991-2346', 'Bankgiro 5991-2346', []],
  ['digits', '991-2346', '991\u20112346', ['991\u20112346']],
  ['digits', '12345-5', 'Plusgiro 12 34 55-6', []],
  ['digits', '123455', 'Plusgiro 12 34 55', ['12 34 55']],
  ['digits', '20871001231', 'OCR 208 7100 1231', ['208 7100 1231']],
  ['digits', '556016-0680', 'Org.nr 556016-0680', ['556016-0680']],
  ['digits', '556016-0680', 'VAT SE556016068001', ['556016068001']],
  ['digits', '556016-0680', '5560160680', ['5560160680']],
  ['digits', '850101-****', '850101-****', []],
  ['digits', 'RF18539007547034', 'Referens RF18539007547034', ['RF18539007547034']],

  ['text', 'F-20871', 'Invoice number F-20871', ['F-20871']],
  ['text', 'F-20871', 'F-208710 and AF-20871', []],
  ['text', 'Nordbygg Material AB', 'NORDBYGG MATERIAL AB', ['NORDBYGG MATERIAL AB']],
  ['text', 'Nordbygg Material', 'Nordbygg\tMaterial', ['Nordbygg\tMaterial']],
  ['text', 'Östra Rör', 'ÖSTRA RÖR i Norrköping', ['ÖSTRA RÖR']],
  ['text', 'Screws, box of 500', 'Screws,  box of 500', ['Screws,  box of 500']],
  ['text', 'a+b (c)', 'see a+b (c) here', ['a+b (c)']],
  ['text', 'x', 'x', []],
  ['text', '', 'anything', []],
  ['text', 'y'.repeat(201), 'y'.repeat(201), []],
])('the %s %j in %j is found as %j', (kind, value, line, expected) => {
  expect(found(kind, value, line)).toEqual(expected);
});

it.each([
  ['amount', '1111111111111.11'],
  ['digits', '1'.repeat(60)],
  ['date', '2011-11-11'],
  ['text', '1 1 1 1 1 x'],
] as const)('the %s %s is searched for in linear time in a long line of digits and blanks', (kind, value) =>
  expectLinear(() => found(kind, value, megabyteOf('1 '))),
);
