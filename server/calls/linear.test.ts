import { expect, it } from 'vitest';
import { expectLinear, megabyteOf } from '../testing/linear.ts';
import { redact } from './redact.ts';
import { problemAt } from '../../common/errors/catalogue.ts';
import { ApiError, invalidBody } from '../errors/errors.ts';
import { storedRefusal } from './rules.ts';

/** The slowest inputs for each pattern. */
const worst: [what: string, text: string][] = [
  ['beginnings of what looks like seconds', megabyteOf('; ')],
  ['broken characters', megabyteOf('\uFFFD')],
  ['broken characters in short runs', megabyteOf(`${'\uFFFD'.repeat(50)}x`)],
  ['half a sentence', `The id ${megabyteOf(' was sent before: ')}`],
  ['another half', `A supplier with the number ${megabyteOf(' exists already')}`],
  ['a project', `Project ${megabyteOf(' contains more than one facility')}`],
  ['open brackets', megabyteOf('[1')],
  ['quotes that are never closed', `"${megabyteOf('\\"')}`],
  ['words of problems', megabyteOf(' mus is ha')],
  ['beginnings of tokens', megabyteOf('dw_')],
  ['beginnings of addresses', megabyteOf('a@')],
  ['one long name before an address', `${megabyteOf('a')}@`],
  ['beginnings of bank numbers', megabyteOf('SE45 ')],
  ['digits and blanks', `1${megabyteOf(' ')}`],
  ['base64 in pieces', megabyteOf(`${'A'.repeat(99)} `)],
  ['dots', megabyteOf('.x')],
  ['backslashes', `"${megabyteOf('\\')}`],
  ['empty objects', megabyteOf('{')],
  ['a bank number of many words', `{"iban": ${megabyteOf('x ')}`],
  ['a bank number as text', `{"iban": "${megabyteOf('- ')}"}`],
  ['a long name', `{"${megabyteOf('-')}": 1}`],
];

it.each(worst)('1 MiB of %s is redacted, shown and counted in linear time', async (_what, text) => {
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
