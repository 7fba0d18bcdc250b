import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsing } from './parse-in-steps.ts';
import { atOnce } from '../../../common/steps.ts';
import { runs } from '../../testing/properties.ts';

/** The text also shows the order of names. */
const outcomeOf = (parse: () => unknown) => {
  try {
    return JSON.stringify(parse());
  } catch {
    return 'refused';
  }
};

const small = fc.integer({ min: 1, max: 9 });
const name = fc.constantFrom('a', '', '1', '__proto__', 'constructor', 'a"b', '\\', 'é');
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('1', '-2.50', 'true', 'null', '"x"', '"a,b]"', '"\\"{"', '[]', '{}', ' [ ] '),
    fc.array(tie('json'), { maxLength: 6 }).map((items) => `[${items.join(',')}]`),
    fc
      .array(fc.tuple(name, tie('json')), { maxLength: 6 })
      .map((fields) => `{${fields.map(([key, value]) => `${JSON.stringify(key)} :${value}`).join(' , ')}}`),
  ),
})) as { json: fc.Arbitrary<string> };

it('a text parsed in slices of any length has the value that JSON.parse gives, repeated names included', () => {
  fc.assert(
    fc.property(json, small, (text, length) => {
      expect(JSON.stringify(atOnce(parsing(text, JSON.parse, length)))).toBe(JSON.stringify(JSON.parse(text)));
    }),
    runs(1_000),
  );
});

it('a damaged text is refused exactly if JSON.parse refuses it', () => {
  const damage = fc.record({
    at: fc.nat(200),
    remove: fc.nat(2),
    insert: fc.constantFrom('', ',', ']', '}', '[', '{', '"', ':', ' ', '1', ',,', '],', ']]', '],[1,1', '\u00a0'),
  });
  fc.assert(
    fc.property(json, damage, small, (text, { at, remove, insert }, length) => {
      const offset = at % (text.length + 1);
      const damaged = text.slice(0, offset) + insert + text.slice(offset + remove);
      expect(outcomeOf(() => atOnce(parsing(damaged, JSON.parse, length)))).toBe(outcomeOf(() => JSON.parse(damaged)));
    }),
    runs(1_000),
  );
});

it.each([
  '[1,1],[1,1]',
  '[1,1][1,1]',
  '[1,1]1',
  '[[1,1],]',
  '[1,1,]',
  '{"a":[1,1],}',
  '[[1,1] 1]',
  '{"a":[1,1]]',
  '[1,1',
])('%s is refused', (text) => {
  expect(() => atOnce(parsing(text, JSON.parse, 1))).toThrow(SyntaxError);
});

it('no slice is much longer than 16 KiB, whatever the nesting', () => {
  for (const text of [
    `[${'1,'.repeat(50_000)}1]`,
    `{"a":{"b":[[[[${'{"c":[1,2]},'.repeat(8_000)}1]]]]}}`,
    `[${Array.from({ length: 8_000 }, (_, nth) => `{"n${nth}":1}`).join(',')}]`,
  ]) {
    let longest = 0;
    const value = atOnce(
      parsing(text, (slice) => {
        longest = Math.max(longest, slice.length);
        return JSON.parse(slice);
      }),
    );
    expect(longest).toBeLessThan(17_000);
    expect(JSON.stringify(value)).toBe(text);
  }
});
