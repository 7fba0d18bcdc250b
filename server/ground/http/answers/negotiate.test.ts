import { describe, expect, it } from 'vitest';
import { acceptsGzip, matchesEtag } from './kept.ts';

describe('acceptsGzip', () => {
  it.each([
    ['gzip', true],
    ['deflate, gzip, br', true],
    ['GZIP', true],
    ['gzip;q=0.5', true],
    ['gzip; q=0.001', true],
    ['*', true],
    ['*;q=0, gzip', true],
    [undefined, false],
    ['', false],
    ['br', false],
    ['identity', false],
    ['gzip;q=0', false],
    ['gzip ; q=0.000', false],
    ['*, gzip;q=0', false],
    ['*;q=0', false],
    ['x-gzipped', false],
  ])('Accept-Encoding: %s is %s', (header, accepted) => {
    expect(acceptsGzip(header)).toBe(accepted);
  });
});

describe('matchesEtag', () => {
  it.each([
    ['W/"a-1"', true],
    ['"a-1"', true],
    ['"b", W/"a-1"', true],
    [' "a-1" ', true],
    ['*', true],
    [undefined, false],
    ['', false],
    ['a-1', false],
    ['W/"a-2"', false],
    ['"a-11"', false],
  ])('If-None-Match: %s is %s', (header, matches) => {
    expect(matchesEtag(header, 'W/"a-1"')).toBe(matches);
  });
});
