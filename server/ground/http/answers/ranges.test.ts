import { describe, expect, it } from 'vitest';
import { selectBytes } from './ranges.ts';
import { expectLinear, megabyteOf } from '../../../testing/linear.ts';

const etag = '"abc"';
const select = (headers: Record<string, string>, method = 'GET', size = 1000) =>
  selectBytes({ method, headers }, etag, size);

it.each([
  ['bytes=0-0', 0, 0],
  ['bytes=0-499', 0, 499],
  ['bytes=500-', 500, 999],
  ['bytes=0-', 0, 999],
  ['bytes=-1', 999, 999],
  ['bytes=-1000', 0, 999],
  ['bytes=-5000', 0, 999],
  ['bytes=999-5000', 999, 999],
  ['Bytes= 007-8\t', 7, 8],
  [`bytes=0-${'9'.repeat(5_000)}`, 0, 999],
  [`bytes=-${'9'.repeat(5_000)}`, 0, 999],
])('%.40s is the bytes from %i to %i of 1,000', (range, start, end) => {
  expect(select({ range })).toEqual({ start, end });
});

it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', `bytes=${'9'.repeat(5_000)}-`])(
  '%.40s lies outside of 1,000 bytes',
  (range) => {
    expect(select({ range })).toBe('unsatisfiable');
  },
);

it.each([
  'bytes=-',
  'bytes=',
  'bytes=5-4',
  'bytes=0-1,2-3',
  'bytes=0-1, bytes=2-3',
  `bytes=${'0-0,'.repeat(10_000)}0-0`,
  'bytes=--5',
  'bytes=-5-6',
  'bytes=1.5-2',
  'bytes=0x1-2',
  'bytes 0-1',
  'lines=0-1',
  '',
])('%.40s is not one range, and the whole file is sent', (range) => {
  expect(select({ range })).toBe('whole');
});

it('an empty file has no range', () => {
  expect(['bytes=0-', 'bytes=0-0', 'bytes=-1'].map((range) => select({ range }, 'GET', 0))).toEqual(
    Array(3).fill('unsatisfiable'),
  );
});

describe('conditions', () => {
  const range = 'bytes=0-1';
  it('If-Range lets a range through with the same strong ETag only', () => {
    expect(select({ range, 'if-range': etag })).toEqual({ start: 0, end: 1 });
    for (const other of ['"abd"', `W/${etag}`, 'abc', '', `${etag}, "abd"`, 'Tue, 17 Nov 2026 10:00:00 GMT'])
      expect(select({ range, 'if-range': other }), other).toBe('whole');
    expect(select({ range: 'bytes=1000-', 'if-range': '"abd"' })).toBe('whole');
  });

  it('If-None-Match comes before Range', () => {
    for (const known of [etag, `W/${etag}`, `"abd", ${etag}`, '*'])
      expect(select({ range: 'bytes=1000-', 'if-none-match': known }), known).toBe('unchanged');
    expect(select({ range, 'if-none-match': '"abd"' })).toEqual({ start: 0, end: 1 });
  });

  it('HEAD has no ranges, but may be unchanged', () => {
    expect(select({ range }, 'HEAD')).toBe('whole');
    expect(select({ range, 'if-none-match': etag }, 'HEAD')).toBe('unchanged');
  });
});

it.each(['1', ' ', '-', '1-', ',', '0-0,'])('a header full of "%s" costs one pass', async (piece) => {
  await expectLinear(() => select({ range: `bytes=${megabyteOf(piece)}` }));
});
