import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonical,
  digitsWrittenOut,
  hasFewDecimals,
  isBelowLimit,
  isOrdinary,
  maxDecimals,
  maxDigits,
} from './decimal.ts';
import { runs } from '../server/testing/properties.ts';

interface NumberSample {
  text: string;
  /** The number times 10^100, which is a whole number for every input generated here. */
  scaled: bigint;
}

const digits = (most: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: most });

/** JSON numbers in every notation, with their exact value by whole-number arithmetic. */
const number: fc.Arbitrary<NumberSample> = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: digits(25).map((text) => text.replace(/^0+(?=\d)/, '')),
    fraction: fc.option(digits(25), { nil: '' }),
    exponent: fc.option(fc.integer({ min: -40, max: 40 }), { nil: undefined }),
    letter: fc.constantFrom('e', 'E'),
    plus: fc.constantFrom('', '+', '0', '+00'),
  })
  .map(({ sign, whole, fraction, exponent, letter, plus }) => {
    const power = exponent === undefined ? '' : `${letter}${exponent < 0 ? exponent : plus + exponent}`;
    const scaled = BigInt(whole + fraction) * 10n ** BigInt(100 + (exponent ?? 0) - fraction.length);
    return {
      text: `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}${power}`,
      scaled: sign === '-' ? -scaled : scaled,
    };
  });

it('an ordinary number keeps every limit', () => {
  fc.assert(
    fc.property(number, ({ text }) => {
      if (!isOrdinary(text)) return;
      expect({ below: isBelowLimit(text), few: hasFewDecimals(text) }).toEqual({ below: true, few: true });
      expect(digitsWrittenOut(text)).toBeLessThanOrEqual(Math.min(text.length, maxDigits));
    }),
    runs(2_000),
  );
  const decimals = (many: number) => `1.${'1'.repeat(many)}`;
  expect(['0', '-12.50', decimals(maxDecimals), '9'.repeat(15)].map(isOrdinary)).toEqual([true, true, true, true]);
  expect(['1e2', '1E-2', decimals(maxDecimals + 1), '9'.repeat(16)].map(isOrdinary)).toEqual(Array(4).fill(false));
});

describe('isBelowLimit', () => {
  it('agrees with whole-number arithmetic for every way to write a number', () => {
    const limit = 10n ** 115n;
    fc.assert(
      fc.property(number, ({ text, scaled }) => {
        expect(isBelowLimit(text)).toBe((scaled < 0n ? -scaled : scaled) < limit);
      }),
      runs(2_000),
    );
  });

  it.each([
    ['999999999999999.99', true],
    ['999999999999999.9999999999999999999', true],
    ['1e14', true],
    ['-999999999999999', true],
    ['0.000001e20', true],
    ['0e400', true],
    ['1000000000000000', false],
    ['-1e15', false],
    ['1000000000000000.0000000000001', false],
    ['0.01e17', false],
    ['1e400', false],
    ['1e-400', true],
  ])('says of %s: %s', (text, below) => {
    expect(isBelowLimit(text)).toBe(below);
  });
});

describe('canonical', () => {
  it('is the same for two texts exactly when they are the same number', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(canonical(a.text) === canonical(b.text)).toBe(a.scaled === b.scaled);
      }),
      runs(1_000),
    );
  });

  it('does not change with zeros at the end or a moved point', () => {
    const rewritten = number.chain((one) =>
      fc.integer({ min: 1, max: 30 }).map((zeros) => {
        const more = '0'.repeat(zeros);
        return {
          text: one.text,
          longer: `${one.scaled}${more}e${-100 - zeros}`,
          pointed: `${one.scaled}.${more}e-100`,
        };
      }),
    );
    fc.assert(
      fc.property(rewritten, ({ text, longer, pointed }) => {
        expect(canonical(longer)).toBe(canonical(text));
        expect(canonical(pointed)).toBe(canonical(text));
      }),
      runs(1_000),
    );
  });

  it('knows one zero', () => {
    for (const zero of ['0', '-0', '0.000', '0e17', '-0.0E-3']) expect(canonical(zero)).toBe('0');
  });
});

it('hasFewDecimals counts the decimals that a number has when it is written out', () => {
  expect(hasFewDecimals(`0.${'1'.repeat(maxDecimals)}`)).toBe(true);
  expect(hasFewDecimals(`0.${'1'.repeat(maxDecimals + 1)}`)).toBe(false);
  expect(hasFewDecimals(`1e-${maxDecimals}`)).toBe(true);
  expect(hasFewDecimals(`1e-${maxDecimals + 1}`)).toBe(false);
  expect(hasFewDecimals(`0.01e-${maxDecimals - 1}`)).toBe(false);
  expect(hasFewDecimals('12345e3')).toBe(true);
});

it.each([
  ['0', 1],
  ['-1', 1],
  ['0.10', 3],
  ['12345.678', 8],
  ['1e50', 51],
  ['1.5e3', 4],
  ['1e-60', 61],
  ['120e-1', 3],
  ['0e5', 6],
  ['0.00e1', 2],
  ['1e99999999999999999999', 1e20],
])('digitsWrittenOut counts those of %s', (text, digits) => {
  expect(digitsWrittenOut(text)).toBe(digits);
});
