import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { linesOf } from './lines.ts';

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function allOf(source: AsyncIterable<Uint8Array>): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(source, 20)) lines.push(line);
  return lines;
}

it('lines are those of the text, however it is cut into pieces', async () => {
  const text = 'one\n\nåäö\nlast';
  const bytes = Readable.from([...Buffer.from(text)].map((byte) => Buffer.from([byte])));
  for (const source of [pieces(text), pieces('one\n', '\nåä', 'ö\nla', 'st'), bytes])
    expect(await allOf(source as AsyncIterable<Uint8Array>)).toEqual(text.split('\n'));
  expect(await allOf(pieces('a\n'))).toEqual(['a']);
});

it('a line that is too long is refused before its end', async () => {
  async function* endless() {
    for (;;) yield Buffer.alloc(100, 'a');
  }
  await expect(linesOf(endless(), 1_000).next()).rejects.toThrow(/longer than 1000 bytes/);
});
