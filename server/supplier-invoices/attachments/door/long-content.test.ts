import { describe, expect, it } from 'vitest';
import { cutContent } from './long-content.ts';
import { expectLinear } from '../../../testing/linear.ts';
import { isLongRun } from '../../../testing/long.ts';

const long = 'QUJD'.repeat(20_000);
const cut = (text: string) => {
  const { rest, content } = cutContent(Buffer.from(text));
  return { rest: rest.toString(), content: content?.toString() };
};
const shown = '"••• (80,000 characters)"';

describe('a long file is taken out of its body', () => {
  it.each([
    ['alone', `{"content":"${long}"}`, `{"content":${shown}}`],
    [
      'among others',
      `{ "a" : [{"content":"x"}], "content"\n:\t"${long}" , "b":{"c":"}"}}`,
      `{ "a" : [{"content":"x"}], "content"\n:\t${shown} , "b":{"c":"}"}}`,
    ],
    ['whose name is written with escapes', `{"\\u0063on\\u0074ent":"${long}"}`, `{"\\u0063on\\u0074ent":${shown}}`],
    ['after a byte order mark', `\uFEFF{"content":"${long}"}`, `\uFEFF{"content":${shown}}`],
    [
      'after names and values with quotes in them',
      `{"a\\"":"\\\\","content":"${long}"}`,
      `{"a\\"":"\\\\","content":${shown}}`,
    ],
    ['that never ends', `{"content":"${long}`, `{"content":${shown}`],
    ['in a body that is broken behind it', `{"content":"${long}",}`, `{"content":${shown},}`],
  ])('%s', (_what, text, rest) => {
    const found = cut(text);
    expect([found.rest, found.content === long]).toEqual([rest, true]);
  });

  it('and its length is told in characters', () => {
    expect(cut(`{"content":"${long}\\n\\/\\u0041ä😀"}`)).toMatchObject({
      rest: '{"content":"••• (80,006 characters)"}',
    });
  });

  it('each time where it comes more than once, and the last one counts', () => {
    const other = 'REVG'.repeat(20_000);
    expect(cut(`{"content":"${other}","content":"${long}"}`)).toMatchObject({
      rest: `{"content":${shown},"content":${shown}}`,
    });
    expect(cut(`{"content":"${other}","content":"${long}"}`).content === long).toBe(true);
    for (const last of ['"short"', '12', 'null', `["${other}"]`, '{"content":1}'])
      expect(cut(`{"content":"${long}","content":${last}}`)).toEqual({
        rest: `{"content":${shown},"content":${last}}`,
        content: undefined,
      });
  });
});

it.each([
  ['that is short', '{"content":"QUJD"}'],
  ['in an object within', `{"a":{"content":"${long}"}}`],
  ['in an array', `[{"content":"${long}"}]`],
  ['without a colon', `{"content" "${long}"}`],
  ['as a value', `{"a":"content","b":"${long}"}`],
  ['under a name that only resembles it', `{"Content":"${long}","contents":"${long}","con\\x74ent":"${long}"}`],
  ['under a name that never ends', '{"content'],
  ['that is not there', '{}'],
])('a field %s is left as it is', (_what, text) => {
  const { rest, content } = cut(text);
  expect([rest === text, content]).toEqual([true, undefined]);
});

it('the worst bodies are looked through in linear time', async () => {
  // As large as a body may be, in a long run.
  const mebibytes = isLongRun ? 35 : 7;
  for (const piece of [
    '"',
    '\\"',
    '"a"',
    '{"content":',
    '[',
    '"content":"',
    ' ',
    '\\',
    '"\\u0063ontent"',
    '{"content":" ',
  ]) {
    const body = Buffer.alloc(mebibytes * 1024 * 1024, piece);
    await expectLinear(() => cutContent(body));
  }
});
