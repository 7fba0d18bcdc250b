import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../testing/properties.ts';
import { differing, differingInWords } from '../../../common/errors/words.ts';
import { effortOf } from '../../testing/effort.ts';
import { differences, fingerprint, fingerprintOf, parseExactly } from './json.ts';

const describeDifferences = (paths: string[]) => differingInWords(differing(paths));

const compare = (stored: string, sent: string) => differences('caller', stored, sent);
/** A long number, in both texts, makes all numbers be read digit by digit. */
const compareExactly = (stored: string, sent: string) => compare(...(exactly(stored, sent) as [string, string]));
const exactly = (...texts: string[]) => texts.map((text) => `{"long":1.00000000000000000001,"of":${text}}`);
const same = (a: string, b: string) => fingerprint(parseExactly(a)).equals(fingerprint(parseExactly(b)));

/** Partners cannot send fields named __proto__: they are refused earlier. */
const json = fc.jsonValue({ maxDepth: 4 }).filter((value) => !JSON.stringify(value).includes('__proto__'));

describe('parseExactly', () => {
  it('takes the last of two equal names, as JSON.parse and jsonb do', async () => {
    expect(await compare('{"a":1,"a":2}', '{"a":2}')).toEqual([]);
  });

  it('refuses what is no JSON', () => {
    for (const text of ['', '{', '{"a":01}', '{"a":.5}', "{'a':1}", '{"a":NaN}', '{"a":1,}', '{"a":"\u0001"}'])
      expect(() => parseExactly(text), text).toThrow();
  });
});

describe('differences', () => {
  it('finds none between a body and itself', async () => {
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const text = JSON.stringify(value);
        expect(await compare(text, JSON.stringify(value, null, 1))).toEqual([]);
      }),
      runs(300),
    );
  });

  it('compares numbers by value, exactly', async () => {
    expect(await compare('{"a":1.10,"b":1e2,"c":-0}', '{"a":1.1,"b":100,"c":0.0}')).toEqual([]);
    expect(await compare('{"a":90071992547409.93}', '{"a":90071992547409.94}')).toEqual(['a']);
    expect(await compare('{"a":0.1}', '{"a":0.10000000000000000001}')).toEqual(['a']);
  });

  it('tells a number from a string', async () => {
    expect(await compare('{"a":12}', '{"a":"12"}')).toEqual(['a']);
  });

  it('takes null for a field that is left out, at every depth', async () => {
    expect(await compare('{"a":null,"articles":[{"unit":null}]}', '{"articles":[{}]}')).toEqual([]);
  });

  it('names each place with its path', async () => {
    const stored = '{"total":1,"articles":[{"price":1},{"price":2}],"only":{"stored":true}}';
    const sent = '{"total":1,"articles":[{"price":1},{"price":3},{"price":4}]}';
    expect(await compare(stored, sent)).toEqual(['articles[1].price', 'articles[2]', 'only']);
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

  it('is the same exactly where nothing differs', async () => {
    await fc.assert(
      fc.asyncProperty(json, json, async (a, b) => {
        const [first, second] = [JSON.stringify({ a }), JSON.stringify({ a: b })];
        const paths = await compare(first, second);
        expect(same(first, second)).toBe(paths.length === 0);
        expect(await compareExactly(first, second)).toEqual(paths.map((path) => `of.${path}`));
        expect(await fingerprintOf(first)).toEqual(fingerprint(parseExactly(first)));
        const [long] = exactly(first) as [string];
        expect(await fingerprintOf(long)).toEqual(fingerprint(parseExactly(long)));
      }),
      runs(300),
    );
  });

  it('is the same for a number of up to 15 digits, however it is read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^-?(?:0|[1-9]\d{0,6})(?:\.\d{1,7})?$/), async (number) => {
        expect(await fingerprintOf(`{"a":${number}}`)).toEqual(fingerprint(parseExactly(`{"a":${number}}`)));
      }),
      runs(300),
    );
  });

  it('cannot be forged by a string that looks like more fields', () => {
    expect(same('{"a":"1\\",\\"b\\":\\"2"}', '{"a":"1","b":"2"}')).toBe(false);
    expect(same('{"a":"1e0"}', '{"a":1}')).toBe(false);
  });
});

/** Each is as large as a body may be: two million characters or 250,000 values. */
const largest: Record<string, string> = {
  numbers: `{"a":[${Array.from({ length: 240_000 }, (_, nth) => (nth % 97) / 10).join(',')}]}`,
  'long numbers': `{"a":[${Array.from({ length: 60_000 }, (_, nth) => `${nth}.${'1234567890'.repeat(3)}`).join(',')}]}`,
  lines: JSON.stringify({
    articles: Array.from({ length: 5_000 }, (_, nth) => ({ articleId: nth, text: 'x'.repeat(250), price: nth / 8 })),
  }),
  'lists of lists': `{"a":[${`[${'1,'.repeat(490)}1],`.repeat(490)}1]}`,
};

describe.each(Object.entries(largest))('%s in a large body', (_, text) => {
  it.each<[string, () => Promise<unknown>]>([
    ['compared', async () => expect(await compare(text, text.replace(/\]}$/, ',7]}'))).not.toEqual([])],
    ['hashed', () => fingerprintOf(text)],
  ])('are %s in steps, and others run in between', async (_how, work) => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    const effort = await effortOf(async () => {
      count();
      await work();
      isDone = true;
    });
    // A step takes 20 ms; JSON.parse cannot be divided.
    expect(turns).toBeGreaterThan(effort / 100);
  });
});
