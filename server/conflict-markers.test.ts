import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const { markersIn } = await import(new URL('../scripts/conflict-markers.js', import.meta.url).href);
const folder = mkdtempSync(join(tmpdir(), 'doorway-markers-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Not written out, or the check would find them here. */
const [ours, base, middle, theirs] = ['<', '|', '=', '>'].map((sign) => sign.repeat(7)) as [
  string,
  string,
  string,
  string,
];

function found(name: string, text: string): number[] {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  const markers: string[] = markersIn(folder);
  rmSync(path);
  return markers.map((marker) => Number(marker.slice(`${path}:`.length)));
}

it.each(['a.md', 'a.sql', 'a.json', 'deep/er/a.ts', '.hidden/a.yml', 'no-extension'])(
  'conflict markers in %s fail the lint, with their lines',
  (name) => {
    const text = `one\n${ours} HEAD\ntwo\n${base} 1a2b3c\nbase\n${middle}\nthree\n${theirs} branch\n`;
    expect(found(name, text)).toEqual([2, 4, 6, 8]);
    expect(found(name, text.replaceAll('\n', '\r\n'))).toEqual([2, 4, 6, 8]);
  },
);

it('a marker that is left alone is found, and a heading or a sign is none', () => {
  expect(found('a.sql', `SELECT 1;\n${middle}\n`)).toEqual([2]);
  expect(found('a.md', `text\n\n${middle}\n`)).toEqual([3]);
  expect(found('a.md', `A title\n${middle}\n`)).toEqual([]);
  expect(found('a.ts', `// ${ours} HEAD\nconst a = '${theirs}';\n${ours}<\n${middle}=\n`)).toEqual([]);
});
