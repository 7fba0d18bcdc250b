import { expect, it } from 'vitest';
import { expectLinear, quarterOf } from '../testing/linear.ts';
import { redact } from './redact.ts';
import { problemAt } from '../../common/errors/catalogue.ts';
import { ApiError, invalidBody } from '../errors/errors.ts';
import { storedRefusal } from './rules.ts';

/** The slowest inputs for each pattern. */
const worst: [what: string, text: string][] = [
  ['beginnings of what looks like seconds', quarterOf('; ')],
  ['broken characters', quarterOf('\uFFFD')],
  ['broken characters in short runs', quarterOf(`${'\uFFFD'.repeat(50)}x`)],
  ['half a sentence', `The id ${quarterOf(' was sent before: ')}`],
  ['another half', `A supplier with the number ${quarterOf(' exists already')}`],
  ['a project', `Project ${quarterOf(' contains more than one facility')}`],
  ['open brackets', quarterOf('[1')],
  ['quotes that are never closed', `"${quarterOf('\\"')}`],
  ['words of problems', quarterOf(' mus is ha')],
  ['beginnings of tokens', quarterOf('dw_')],
  ['beginnings of addresses', quarterOf('a@')],
  ['one long name before an address', `${quarterOf('a')}@`],
  ['beginnings of bank numbers', quarterOf('SE45 ')],
  ['digits and blanks', `1${quarterOf(' ')}`],
  ['base64 in pieces', quarterOf(`${'A'.repeat(99)} `)],
  ['dots', quarterOf('.x')],
  ['backslashes', `"${quarterOf('\\')}`],
  ['empty objects', quarterOf('{')],
  ['a bank number of many words', `{"iban": ${quarterOf('x ')}`],
  ['a bank number as text', `{"iban": "${quarterOf('- ')}"}`],
  ['a long name', `{"${quarterOf('-')}": 1}`],
];

it.each(worst)('256 KiB of %s is redacted, shown and counted in linear time', async (_what, text) => {
  const hundred = Array.from({ length: 100 }, () => problemAt(text, 'value.same', { other: text }));
  const unknown = new ApiError('supplier.unknown', { number: text, nearest: text });
  await expectLinear(() => redact(text, true));
  await expectLinear(() => redact(text, false));
  await expectLinear(() => storedRefusal({ ...unknown, message: text }));
  await expectLinear(() => storedRefusal({ ...invalidBody(hundred), message: '' }));
});

it('a shortened text ends with a whole character, and keeps characters that were broken before', () => {
  for (const [filler, bytes] of [
    ['å', 2],
    ['•', 3],
    ['😀', 4],
    ['\uFFFD', 3],
  ] as const)
    for (let before = 0; before < bytes; before++) {
      const text = redact('x'.repeat(before) + `${filler}","`.repeat(5_000), true);
      expect(text).toMatch(/… \(cut\)$/);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16 * 1024);
      if (filler !== '\uFFFD') expect(text).not.toContain('\uFFFD');
    }
});

it('a body can be cut to fewer bytes', () => {
  const text = redact(JSON.stringify(Array.from({ length: 5_000 }, (_, n) => n)), true, 2 * 1024);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2 * 1024);
  expect(text).toMatch(/^\[0,1,2,.*… \(cut\)$/);
});

it('a value under an overlong name is hidden', () => {
  expect(redact(`{"${'x'.repeat(2_000)}iban":"SE4550000000058398257466"}`, true)).not.toContain('7466');
});
