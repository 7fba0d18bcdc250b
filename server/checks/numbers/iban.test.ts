import { expect, it } from 'vitest';
import { bicKey, differentCountries, ibanKey, wrongBic, wrongIban } from './iban.ts';

it.each([
  'SE4550000000058398257466',
  'SE45 5000 0000 0583 9825 7466',
  'se4550000000058398257466',
  'FI2112345600000785',
  'NO9386011117947',
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'MT84MALT011000012345MTLCAST001S',
])('the IBAN %j is valid', (text) => expect(wrongIban(text)).toBeUndefined());

it.each([
  ['SE45500000000583982574_6', 'characters'],
  ['SE45 5000.0000.0583', 'characters'],
  ['SE455000000005839825746X', 'characters'],
  ['SEXX50000000058398257466', 'characters'],
  ['', 'length'],
  ['SE455000000005839825746', 'length'],
  ['SE45500000000583982574661', 'length'],
  ['SE'.repeat(100), 'length'],
  ['SE4550000000058398257467', 'digit'],
  ['SE4650000000058398257466', 'digit'],
  ['SE4550000000058398257646', 'digit'],
  ['US4550000000058398257466', 'country'],
  ['XX4550000000058398257466', 'country'],
  ['991-2346', 'country'],
  ['hello world', 'country'],
] as const)('the IBAN %j is wrong by its %s', (text, why) => expect(wrongIban(text)).toBe(why));

it.each(['ESSESESS', 'essesess', 'ESSE SE SS XXX', 'NDEAFIHH', 'DEUTDEFF500', 'NEDSZAJJ'])(
  'the BIC %j is valid',
  (text) => expect(wrongBic(text)).toBeUndefined(),
);

it.each([
  ['E55ESESS', 'characters'],
  ['ESSE5ESS', 'characters'],
  ['ESSESE.S', 'characters'],
  ['', 'length'],
  ['ESSESES', 'length'],
  ['ESSESESSX', 'length'],
  ['ESSESESS'.repeat(30), 'length'],
  ['ESSEXXSS', 'country'],
] as const)('the BIC %j is wrong by its %s', (text, why) => expect(wrongBic(text)).toBe(why));

it('an IBAN and a BIC belong together if they are of one country, or of countries that share banks', () => {
  expect(differentCountries('SE4550000000058398257466', 'ESSESESS')).toBeUndefined();
  expect(differentCountries('SE45 5000 0000 0583 9825 7466', 'esse se ss')).toBeUndefined();
  for (const [iban, bic] of [
    ['FR', 'MC'],
    ['MC', 'FR'],
    ['FR', 'RE'],
    ['GB', 'JE'],
    ['GB', 'GG'],
    ['GB', 'IM'],
    ['FI', 'AX'],
    ['FO', 'DK'],
    ['CH', 'LI'],
  ])
    expect([iban, bic, differentCountries(`${iban}00`, `AAAA${bic}AA`)]).toEqual([iban, bic, undefined]);
  expect(differentCountries('SE4550000000058398257466', 'NDEAFIHH')).toEqual({ iban: 'SE', bic: 'FI' });
  for (const [iban, bic] of [
    ['FR', 'GB'],
    ['GB', 'GI'],
    ['NO', 'SE'],
    ['DE', 'AT'],
  ])
    expect(differentCountries(`${iban}00`, `AAAA${bic}AA`)).toEqual({ iban, bic });
});

it('two spellings of a number have the same key', () => {
  expect(ibanKey('se45 5000-0000 0583 9825 7466')).toBe('SE4550000000058398257466');
  expect(bicKey('esse se ss XXX')).toBe('ESSESESS');
  expect(bicKey('ESSESESS123')).toBe('ESSESESS123');
});
