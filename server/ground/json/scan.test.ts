import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../testing/properties.ts';
import { faultIn, lineAndColumn } from './scan.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('faultIn', () => {
  it.each([
    ['{"a":1,\n "b":}', 13],
    ['{"a":1}}', 7],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['{"a":01}', 6],
    ['{"a":.5}', 5],
    ['{"a":NaN}', 5],
    ['{"a":1,}', 7],
    ['{"a":"\u0001"}', 6],
    ['{"a":"\\x"}', 6],
    ['"\\u12g4"', 1],
    ["'a'", 0],
    ['{"a":"b', 7],
    ['[[[', 3],
    ['', 0],
  ])('%j is at fault at %i', (text, at) => {
    expect(faultIn(text)).toBe(at);
  });

  it('is the end of whatever is whole', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(faultIn(text)).toBe(text.length);
      }),
      runs(300),
    );
  });

  it('is the first there is', () => {
    const texts = fc.tuple(
      fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
      fc.nat(),
      fc.constantFrom('}', ']', ',', ':', '"', '\\', 'x', '0', '-', ' ', '{', '['),
    );
    fc.assert(
      fc.property(texts, ([whole, offset, put]) => {
        const at = offset % (whole.length + 1);
        const broken = whole.slice(0, at) + put + whole.slice(at);
        const fault = faultIn(broken);
        if (isJson(broken)) expect(fault).toBe(broken.length);
        expect(faultIn(broken.slice(0, fault))).toBe(fault);
      }),
      runs(500),
    );
  });
});

it('lineAndColumn counts lines and columns from 1', () => {
  expect(lineAndColumn('a\nbc\n\nd', 0)).toEqual({ line: 1, column: 1 });
  expect(lineAndColumn('a\nbc\n\nd', 3)).toEqual({ line: 2, column: 2 });
  expect(lineAndColumn('a\nbc\n\nd', 6)).toEqual({ line: 4, column: 1 });
  expect(lineAndColumn('a\n', 1)).toEqual({ line: 1, column: 2 });
});
