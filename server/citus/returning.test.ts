import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** From RETURNING to the end of the text, or of the part of a WITH. */
const clauses = /RETURNING ([^`]*?)(?=`|'|\n\s*\))/g;

const callsIn = (text: string): string[] =>
  [...text.matchAll(clauses)].flatMap(([, clause = '']) => [...clause.matchAll(/\w+\(/g)].map(([call]) => call));

it('no statement returns what a function makes, because a cluster refuses functions that read settings', () => {
  const root = new URL('../', import.meta.url);
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\.test\.ts$|testing|node_modules|^dist|^citus/.test(name),
  );
  const texts = sources.map((name) => readFileSync(new URL(name, root), 'utf8'));
  expect(texts.join('').match(clauses)?.length).toBeGreaterThan(20);
  expect(sources.filter((_, at) => callsIn(texts[at] as string).length > 0)).toEqual([]);
  expect(callsIn("`UPDATE t SET a = b() RETURNING id, jsonb_build_object('id', id)`")).toEqual(['jsonb_build_object(']);
});
