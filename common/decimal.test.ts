import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../server/testing/properties.ts';
import { divided, decimalOf, plain, unitsAt, written } from './decimal.ts';

describe('decimalOf', () => {
  it.each([
    ['0', 0n, 0],
    ['-0', 0n, 0],
    ['12.50', 1250n, 2],
    ['-0.005', -5n, 3],
    ['1e3', 1000n, 0],
    ['15e-1', 15n, 1],
    ['1.5E+2', 150n, 0],
    ['123456789012345.123456789012345', 123456789012345123456789012345n, 15],
  ])('reads %s to the last digit', (text, units, scale) => {
    expect(decimalOf(text)).toEqual({ units, scale });
  });

  it('reads a float as the decimal that it was written as', () => {
    const decimals = fc.tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.integer({ min: 0, max: 9 }));
    fc.assert(
      fc.property(decimals, ([units, scale]) => {
        const text = plain({ units, scale });
        expect(plain(decimalOf(Number(text)))).toBe(text);
      }),
      runs(3_000),
    );
  });

  it('reads any float as its shortest decimal', () => {
    const float = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 });
    fc.assert(
      fc.property(float, (number) => {
        expect(plain(decimalOf(number))).toBe(plain(decimalOf(String(number))));
      }),
      runs(3_000),
    );
  });
});

it.each([
  [1250n, 2, 2, '12.50'],
  [-5n, 2, 2, '-0.05'],
  [99995n, 3, 2, '99.995'],
  [99990n, 3, 2, '99.99'],
  [1000n, 2, 0, '10'],
  [7n, 0, 3, '7.000'],
  [0n, 5, 2, '0.00'],
])('%s at scale %s with at least %s decimals is written %s', (units, scale, least, text) => {
  expect(written(units, scale, least)).toBe(text);
});

it.each([
  [7n, 2n, 4n],
  [-7n, 2n, -4n],
  [5n, 3n, 2n],
  [-4n, 3n, -1n],
  [6n, 3n, 2n],
  [0n, 3n, 0n],
])('%s divided by %s is nearest to %s', (numerator, denominator, nearest) => {
  expect(divided(numerator, denominator)).toBe(nearest);
});

it('has the same value at a larger scale', () => {
  expect(unitsAt(5, decimalOf('12.5'))).toBe(1_250_000n);
  expect(unitsAt(45, decimalOf('1e-5'))).toBe(10n ** 40n);
});
