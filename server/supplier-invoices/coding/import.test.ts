import { afterAll, expect, it } from 'vitest';
import { checkCodingValues, codingLayout, importCoding } from './import.ts';
import { codingImport } from '../../../common/imports/coding.ts';
import { exampleCsv } from '../../../common/imports/imports.ts';
import { readContents } from '../../testing/imports.ts';
import { openDoor } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
afterAll(() => door.close());

const check = (text: string) => checkCodingValues(readContents(Buffer.from(text), '-', codingLayout));
const importText = async (text: string) => importCoding(door.pool, door.companyName, await check(text));
const found = async (query: string) =>
  (await administrator.call('GET', `/companies/${door.company}/choices?of=coding.${query}`)).body.choices;

it('codes are added and changed by list and code, and one that a file leaves out stays', async () => {
  expect(await importText(exampleCsv(codingImport, ';'))).toEqual({ created: 4, updated: 0, unchanged: 0 });
  const swedish = 'Lista;Kod;Namn;Aktiv\nKonto;4010;Material;\nKonto;5410;Inventarier;ja';
  expect(await importText(swedish)).toEqual({ created: 1, updated: 1, unchanged: 0 });
  const data = { created: 0, updated: 1, unchanged: 0 };
  const ended = [{ kind: 'account', code: '5410', name: 'Inventarier', active: false }];
  expect(await importText(JSON.stringify(ended))).toEqual(data);
  const audit = `SELECT action, data FROM audit_log WHERE company_id = '${door.company}' ORDER BY seq`;
  expect((await door.pool.query(audit)).rows.at(-1)).toEqual({ action: 'coding.imported', data });
  expect(await found('account&q=40')).toEqual([{ value: '4010', label: '4010 Material', detail: '' }]);
  expect(await found('account')).toHaveLength(1);
  expect(await found('account&value=5410')).toMatchObject([{ label: '5410 Inventarier' }]);
  expect(await found('costCentre&q=build')).toMatchObject([{ value: '20' }]);
});

it.each([
  ['kind,code,name\nledger,1,One', 'line 2: kind must be one of account, costCentre, project, vatCode'],
  ['kind,code,name\naccount,1,One\nKonto,1,Two', 'line 3: code "account 1" is on line 2 too'],
  [`kind,code,name\naccount,${'1'.repeat(51)},One`, 'line 2: code must have at most 50 characters'],
  ['kind,code,name,active\naccount,1,One,maybe', 'line 2: active takes true or false'],
])('%j is refused: %s', async (text, mistake) => {
  await expect(check(text)).rejects.toThrow(mistake);
});

it('a company has at most 20,000 codes', async () => {
  await door.pool.query(
    `INSERT INTO coding_values (company_id, kind, code, name, active)
     SELECT $1, 'project', n::text, 'Project', true FROM generate_series(1, 20000) AS n`,
    [door.company],
  );
  await expect(importText('kind,code,name\nproject,0,One more')).rejects.toMatchObject({ code: 'coding.many' });
});
