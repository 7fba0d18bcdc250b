import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { splitStatements } from './distribute.ts';
import { migrationsFolder } from '../../../package.ts';

it.each([
  ['statements end at semicolons', 'SELECT 1; SELECT 2\n;', ['SELECT 1', 'SELECT 2']],
  ['a last statement needs none', 'SELECT 1;\nSELECT 2', ['SELECT 1', 'SELECT 2']],
  ['empty statements are left out', ';; -- nothing; here\n ; /* nor; here */', []],
  ['strings keep theirs', `SELECT 'a;b', 'it''s; --'; SELECT 2`, [`SELECT 'a;b', 'it''s; --'`, 'SELECT 2']],
  [
    'strings with escapes keep theirs',
    String.raw`SELECT E'\';', 'x\'; SELECT 2`,
    [String.raw`SELECT E'\';', 'x\'`, 'SELECT 2'],
  ],
  ['quoted names keep theirs', 'SELECT 1 AS "a;""b"; SELECT 2', ['SELECT 1 AS "a;""b"', 'SELECT 2']],
  ['dollar quotes keep theirs', `DO $$BEGIN; END$$; SELECT $a$ ';$$ $a$`, ['DO $$BEGIN; END$$', `SELECT $a$ ';$$ $a$`]],
  ['comments are left out', `SELECT 1 -- don't; stop\n + 2 /* "; */; SELECT 3`, ['SELECT 1  \n + 2', 'SELECT 3']],
])('%s', (_, text, statements) => {
  expect(splitStatements(text)).toEqual(statements);
});

it('every statement of the migrations begins with its verb', () => {
  for (const file of readdirSync(migrationsFolder))
    for (const statement of splitStatements(readFileSync(join(migrationsFolder, file), 'utf8')))
      expect(statement).toMatch(/^(?:CREATE|ALTER|DROP|INSERT|UPDATE|DELETE|DO|WITH|SELECT) /);
});
