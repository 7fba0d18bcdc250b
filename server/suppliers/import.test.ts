import { afterAll, expect, it } from 'vitest';
import { checkSuppliers, importSuppliers, supplierLayout } from './import.ts';
import { exampleEntry, supplierFields } from './shape.ts';
import { supplierImport } from '../../common/imports/suppliers.ts';
import { readContents } from '../testing/imports.ts';
import { isLongRun } from '../testing/long.ts';
import { openDoor, paths } from '../testing/door.ts';

const door = await openDoor();
afterAll(() => door.close());

const check = (text: string) => checkSuppliers(readContents(Buffer.from(text), '-', supplierLayout));
const importText = async (text: string) => importSuppliers(door.pool, door.companyName, await check(text));
const listed = async (number: string) =>
  (await door.call('GET', `${paths.suppliers}?number=${number}`)).body.suppliers[0];

async function events(): Promise<{ type: string; number: string; seq: number }[]> {
  const { rows } = await door.pool.query(
    `SELECT type, subject_id AS number, seq::integer FROM events WHERE company_id = $1 ORDER BY events.seq`,
    [door.company],
  );
  return rows;
}

it('all fourteen fields are imported from CSV and from JSON', async () => {
  const csv = `${supplierFields.join(';')}\r\n${supplierFields.map((field) => exampleEntry[field]).join(';')}\r\n`;
  expect(await importText(csv)).toEqual({ created: 1, updated: 0, unchanged: 0 });
  expect(await listed('1042')).toEqual(exampleEntry);
  expect(await importText(JSON.stringify([exampleEntry, { ...exampleEntry, number: '1043' }]))).toEqual({
    created: 1,
    updated: 0,
    unchanged: 1,
  });
  expect(await listed('1043')).toEqual({ ...exampleEntry, number: '1043' });
});

it('a column that is absent leaves the value, and one that is empty empties it', async () => {
  await door.addSupplier('A1', { city: 'Uppsala', iban: 'SE45', phone: '1', unknownField: 'kept' });
  expect(await importText('number,city\nA1,')).toEqual({ created: 0, updated: 1, unchanged: 0 });
  expect(await listed('A1')).toMatchObject({ name: 'Supplier A1', city: '', iban: 'SE45', phone: '1' });
  expect(await importText('[{"number":"A1","iban":null,"phone":"","bicSwift":"ESSESESS"}]')).toEqual({
    created: 0,
    updated: 1,
    unchanged: 0,
  });
  expect(await listed('A1')).toMatchObject({ name: 'Supplier A1', iban: 'SE45', phone: '', bicSwift: 'ESSESESS' });
  const { rows } = await door.pool.query(`SELECT extra FROM suppliers WHERE company_id = $1 AND number = 'A1'`, [
    door.company,
  ]);
  expect(rows).toEqual([{ extra: { unknownField: 'kept' } }]);
});

it('an event is recorded once for each supplier that changed, and the list has a new ETag', async () => {
  const before = (await events()).length;
  const tag = async () => (await door.call('GET', paths.suppliers)).headers.get('etag');
  await importText('number,name\nE1,One\nE2,Two');
  const first = await tag();
  expect(await importText('number,name\nE1,One\nE2,Two')).toEqual({ created: 0, updated: 0, unchanged: 2 });
  expect(await tag()).toBe(first);
  expect(await importText('number,name\nE2,Changed\nE3,Three\nE1,One')).toEqual({
    created: 1,
    updated: 1,
    unchanged: 1,
  });
  expect(await tag()).not.toBe(first);
  const recorded = await events();
  expect(recorded.slice(before).map(({ type, number }) => `${type} ${number}`)).toEqual([
    'supplier.created E1',
    'supplier.created E2',
    'supplier.updated E2',
    'supplier.created E3',
  ]);
  expect(recorded.map(({ seq }) => seq)).toEqual(recorded.map((_, at) => at + 1));
});

it('a new supplier needs a name, one that is known does not; nothing is written where one is missing', async () => {
  await door.addSupplier('N1');
  await expect(importText('number,city\nN1,Boden\nN2,Kiruna\n\nN3,Gävle\n')).rejects.toThrow(
    [
      'line 3: name is required, because the supplier "N2" is new',
      'line 5: name is required, because the supplier "N3" is new',
      'Nothing was imported, because the file has 2 mistakes.',
    ].join('\n'),
  );
  expect(await listed('N1')).toMatchObject({ city: '' });
  expect(await importText('number,city\nN1,Boden')).toEqual({ created: 0, updated: 1, unchanged: 0 });
});

it('every mistake is named at once, with its line and field', async () => {
  await expect(
    check(`number,name,citty,paymentAccount,iban\n1,,x,y,${'9'.repeat(256)}\n,b,x,y,z\n2,c,x,y,z\n2,d,x,y,z\n`),
  ).rejects.toThrow(
    [
      'line 1: citty is not a known column; did you mean city?',
      'line 1: paymentAccount is not a known column; send bankGiro or postGiro instead',
      'line 2: name is required',
      'line 2: iban must have at most 255 characters',
      'line 3: number is required',
      'line 5: number "2" is on line 4 too',
      'Nothing was imported, because the file has 6 mistakes.',
    ].join('\n'),
  );
  await expect(
    check('[{"number":"1","name":""},\n{"name":"x","phone":12,"city":["a"]},\n{"number":"2","name":7,"extra":1}]'),
  ).rejects.toThrow(
    [
      'line 1: [0].name is required',
      'line 2: [1].number is required',
      'line 2: [1].city must be a string',
      'line 2: [1].phone must be a string',
      `line 3: [2].extra is not a known field; the fields are ${Object.keys(supplierImport.fields).join(', ')}`,
      'line 3: [2].name must be a string',
      'Nothing was imported, because the file has 6 mistakes.',
    ].join('\n'),
  );
});

it('a file of many chunks of suppliers is imported all or nothing', async () => {
  // Chunks have 250 rows.
  const many = isLongRun ? 20_000 : 600;
  const lines = Array.from({ length: many }, (_, at) => `L${at},Supplier ${at},Street ${at}`);
  const before = (await events()).length;
  await expect(importText(`number,name,street\n${lines.join('\n')}\nL1,again,\n`)).rejects.toThrow(
    `line ${many + 2}: number "L1" is on line 3 too`,
  );
  const unchecked = await check(`number,name,street\n${lines.join('\n')}\n`);
  const last = { row: { line: many + 2, at: '', fields: {} }, record: { number: 'Z' } };
  await expect(importSuppliers(door.pool, door.companyName, [...unchecked, last])).rejects.toThrow(
    `line ${many + 2}: name is required`,
  );
  expect(await listed('L0')).toBeUndefined();
  expect((await events()).length).toBe(before);

  expect(await importText(`number,name,street\n${lines.join('\n')}\n`)).toEqual({
    created: many,
    updated: 0,
    unchanged: 0,
  });
  expect((await events()).length).toBe(before + many);
  expect(
    await importText(
      `number,street\n${lines.map((_, at) => `L${at},${at % 100 === 0 ? 'New' : `Street ${at}`}`).join('\n')}\n`,
    ),
  ).toEqual({
    created: 0,
    updated: many / 100,
    unchanged: many - many / 100,
  });
});

it('imports and partners may write the same suppliers at the same time', async () => {
  const numbers = Array.from({ length: 300 }, (_, at) => `R${at}`);
  const file = (from: string[], name: string) =>
    `number,name\n${from.map((number) => `${number},${name}`).join('\n')}\n`;
  const sent = numbers
    .slice(0, 100)
    .toReversed()
    .map((number) => door.post(paths.suppliers, { number, name: 'Sent' }));
  const outcomes = await Promise.all([importText(file(numbers, 'a')), importText(file(numbers.toReversed(), 'b'))]);
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  const created =
    outcomes.reduce((sum, outcome) => sum + outcome.created, 0) + statuses.filter((status) => status === 200).length;
  expect(created).toBe(300);
  const recorded = (await events()).map(({ seq }) => seq);
  expect(recorded).toEqual(recorded.map((_, at) => at + 1));
});
