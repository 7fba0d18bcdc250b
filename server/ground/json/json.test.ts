import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../testing/properties.ts';
import { differing, differingInWords } from '../../../common/errors/words.ts';
import { differences, fingerprint, parseExactly } from './json.ts';

const describeDifferences = (paths: string[]) => differingInWords(differing(paths));

const compare = (stored: string, sent: string) => differences(parseExactly(stored), parseExactly(sent));
const same = (a: string, b: string) => fingerprint(parseExactly(a)).equals(fingerprint(parseExactly(b)));

/** Partners cannot send fields named __proto__: they are refused earlier. */
const json = fc.jsonValue({ maxDepth: 4 }).filter((value) => !JSON.stringify(value).includes('__proto__'));

describe('parseExactly', () => {
  it('takes the last of two equal names, as JSON.parse and jsonb do', () => {
    expect(compare('{"a":1,"a":2}', '{"a":2}')).toEqual([]);
  });

  it('refuses what is no JSON', () => {
    for (const text of ['', '{', '{"a":01}', '{"a":.5}', "{'a':1}", '{"a":NaN}', '{"a":1,}', '{"a":"\u0001"}'])
      expect(() => parseExactly(text), text).toThrow();
  });
});

describe('differences', () => {
  it('finds none between a body and itself', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value);
        expect(compare(text, text)).toEqual([]);
      }),
      runs(300),
    );
  });

  it('compares numbers by value, exactly', () => {
    expect(compare('{"a":1.10,"b":1e2,"c":-0}', '{"a":1.1,"b":100,"c":0.0}')).toEqual([]);
    expect(compare('{"a":90071992547409.93}', '{"a":90071992547409.94}')).toEqual(['a']);
    expect(compare('{"a":0.1}', '{"a":0.10000000000000000001}')).toEqual(['a']);
  });

  it('tells a number from a string', () => {
    expect(compare('{"a":12}', '{"a":"12"}')).toEqual(['a']);
  });

  it('takes null for a field that is left out, at every depth', () => {
    expect(compare('{"a":null,"articles":[{"unit":null}]}', '{"articles":[{}]}')).toEqual([]);
  });

  it('names each place with its path', () => {
    const stored = '{"total":1,"articles":[{"price":1},{"price":2}],"only":{"stored":true}}';
    const sent = '{"total":1,"articles":[{"price":1},{"price":3},{"price":4}]}';
    expect(compare(stored, sent)).toEqual(['articles[1].price', 'articles[2]', 'only']);
  });

  it('is told in a sentence that stays short', () => {
    expect(describeDifferences([])).toBe('nothing differs from what was sent now');
    const many = Array.from({ length: 40 }, (_, at) => `articles[${at}].price`);
    expect(describeDifferences(many)).toMatch(/articles\[9\]\.price and 30 more fields$/);
  });
});

describe('fingerprint', () => {
  it('does not depend on white space or the order of fields', () => {
    expect(same('{"a":1,"b":[1,2]}', ' {\n"b" : [1, 2],\t"a":1 }')).toBe(true);
    expect(same('{"a":[1,2]}', '{"a":[2,1]}')).toBe(false);
  });

  it('is the same exactly where nothing differs', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const [first, second] = [JSON.stringify({ a }), JSON.stringify({ a: b })];
        expect(same(first, second)).toBe(compare(first, second).length === 0);
      }),
      runs(300),
    );
  });

  it('cannot be forged by a string that looks like more fields', () => {
    expect(same('{"a":"1\\",\\"b\\":\\"2"}', '{"a":"1","b":"2"}')).toBe(false);
    expect(same('{"a":"1e0"}', '{"a":1}')).toBe(false);
  });
});
