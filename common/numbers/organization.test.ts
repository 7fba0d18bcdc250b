import { expect, it } from 'vitest';
import { maskPersonal, organizationKey, wrongOrganization } from './organization.ts';

it.each([
  '556016-0680',
  '5560160680',
  '16556016-0680',
  '165560160680',
  'SE556016068001',
  'se 556016-0680 01',
  '202100-5489',
  '811218-9876',
  '19811218-9876',
  '198112189876',
  '121212+1212',
  'SE811218987601',
])('%j is right', (text) => expect(wrongOrganization(text)).toBeUndefined());

it.each(['FI01120389', 'NO 910 112 345 MVA', 'DE811115368', 'GB-123'])(
  '%j is of another country, and is not looked at',
  (text) => expect(wrongOrganization(text)).toBeUndefined(),
);

it.each([
  ['556016/0680', 'characters'],
  ['5560160680 AB', 'characters'],
  ['811218-****', 'characters'],
  ['SE5560160680O1', 'characters'],
  ['Å556016-0680', 'characters'],
  ['', 'length'],
  ['556016-068', 'length'],
  ['556016-06800', 'length'],
  ['SE5560160680', 'length'],
  // Only a century or 16 may precede the ten digits.
  ['215560160680', 'length'],
  ['556016068001', 'length'],
  ['9'.repeat(255), 'length'],
  ['556016-0681', 'digit'],
  ['165560160681', 'digit'],
  ['SE556016068002', 'digit'],
  ['SE556016068101', 'digit'],
  ['811218-9875', 'digit'],
] as const)('%j is wrong by its %s', (text, why) => expect(wrongOrganization(text)).toBe(why));

it('a text without a digit is no number of any country', () => {
  expect(wrongOrganization('hello world')).toBe('characters');
});

it('the same number in another form is the same', () => {
  for (const text of ['556016-0680', '5560160680', '16556016-0680', 'SE556016068001', 'se 556016-0680 01'])
    expect(organizationKey(text)).toBe('5560160680');
  for (const text of ['811218-9876', '19811218-9876', '811218+9876', 'SE811218987601'])
    expect(organizationKey(text)).toBe('8112189876');
  expect(organizationKey('FI-0112038 9')).toBe('FI01120389');
  expect(organizationKey('fi01120389')).toBe('FI01120389');
  expect(organizationKey(' - ')).toBe('');
  expect(organizationKey('556016-0680')).not.toBe(organizationKey('556016-0681'));
  expect(organizationKey('FI5560160680')).not.toBe(organizationKey('5560160680'));
});

it.each([
  ['811218-9876', '811218-****'],
  ['8112189876', '811218-****'],
  ['19811218-9876', '811218-****'],
  ['198112189876', '811218-****'],
  ['121212+1212', '121212-****'],
  [' 811218 9876 ', '811218-****'],
  ['SE811218987601', '811218-****'],
  ['SE190101123401', '190101-****'],
  // The day in a coordination number is 60 more.
  ['811278-9873', '811278-****'],
  // A wrong check digit or an extra digit does not make it less personal.
  ['811218-9875', '811218-****'],
  ['811218-98765', '811218-****'],
  ['19811218-987', '811218-****'],
])('the personal number %j is shown as %j', (text, shown) => expect(maskPersonal(text)).toBe(shown));

it.each([
  '556016-0680',
  '165560160680',
  'SE556016068001',
  '202100-5489',
  'FI8112189876',
  'NO 910 112 345 MVA',
  '910112345',
  '811218-****',
  '',
  'hello world',
  '1'.repeat(255),
])('%j is shown as it is', (text) => expect(maskPersonal(text)).toBe(text));
