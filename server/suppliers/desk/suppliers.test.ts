import { afterAll, expect, it } from 'vitest';
import { readContents } from '../../testing/imports.ts';
import { checkSuppliers, importSuppliers, supplierLayout } from '../import.ts';
import { openDoor, send } from '../../testing/door.ts';
import { api, signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { newId } from '../../ground/db/ids.ts';

const door = await openDoor();
const viewer = await signedIn(door, 'viewer');
const approver = await signedIn(door, 'approver');
const path = `/companies/${door.company}/suppliers`;
afterAll(() => door.close());

const numbersOf = (answer: { body: any }) => answer.body.rows.map((row: { number: string }) => row.number);
const eventsOf = async (number: string) =>
  (
    await door.pool.query('SELECT type, data FROM events WHERE company_id = $1 AND subject_id = $2 ORDER BY seq', [
      door.company,
      number,
    ])
  ).rows;
const auditOf = async (number: string) =>
  (await door.pool.query('SELECT * FROM audit_log WHERE company_id = $1 AND subject_id = $2', [door.company, number]))
    .rows;

it('a list is answered in pages, in every order, each supplier once', async () => {
  for (const [number, name] of [
    ['L1', 'Cedar'],
    ['L2', 'Alder'],
    ['L3', 'Birch'],
    ['L10', 'alder'],
  ])
    await door.addSupplier(number as string, { name });
  for (const [sort, expected] of [
    ['number', 'L1 L2 L3 L10'],
    ['-number', 'L10 L3 L2 L1'],
    // Equal names are sorted by the number as text.
    ['name', 'L10 L2 L3 L1'],
    ['-name', 'L1 L3 L2 L10'],
    ['updatedAt', 'L1 L2 L3 L10'],
    ['-updatedAt', 'L10 L3 L2 L1'],
  ]) {
    const seen: string[] = [];
    for (let after = ''; ;) {
      const page = await viewer.call('GET', `${path}?q=l&limit=1&sort=${sort}${after}`);
      expect(page.status).toBe(200);
      seen.push(...numbersOf(page));
      if (page.body.next === undefined) break;
      after = `&after=${page.body.next}`;
    }
    expect([sort, seen.join(' ')]).toEqual([sort, expected]);
  }
  expect((await viewer.call('GET', `${path}?limit=1`)).body.rows[0]).toEqual({
    number: 'L1',
    name: 'Cedar',
    organizationalNumber: '',
    city: '',
    country: '',
    bankGiro: '',
    postGiro: '',
    iban: '',
    bicSwift: '',
    updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    blocked: false,
  });
});

it('q finds a part of the number, the name, the organisational number or a giro number, in any case, and takes % and _ as they are; less than three characters at the beginnings of words', async () => {
  await door.addSupplier('Q-77', {
    name: 'Östra Rör 100%',
    organizationalNumber: '556016-0680',
    bankGiro: '991-2346',
    postGiro: '12345-5',
    city: 'Visby',
  });
  for (const q of ['q-7', 'östra', 'RÖR', '016-06', '91-23', '345-5', '00%', 'ös', '10'])
    expect([q, numbersOf(await viewer.call('GET', `${path}?q=${encodeURIComponent(q)}`))]).toEqual([q, ['Q-77']]);
  for (const q of ['Visby', 'Q_77', 'R%r', '\\', 'st', '0%'])
    expect([q, numbersOf(await viewer.call('GET', `${path}?q=${encodeURIComponent(q)}`))]).toEqual([q, []]);
});

it('format=csv answers all rows as a file without formulas for a spreadsheet', async () => {
  await door.addSupplier('CSV1', { name: '=cmd()', city: 'a "b", c' });
  const response = await fetch(`${door.url}${api}${path}?format=csv&q=csv1&limit=1`, {
    headers: { cookie: viewer.cookie },
  });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="suppliers-20\d\d-\d\d-\d\d\.csv"/,
  );
  // text() removes the byte order mark.
  expect(await response.text()).toMatch(
    /^number,name,organizationalNumber,city,country,bankGiro,postGiro,iban,bicSwift,updatedAt,blocked,street,postIndex,phone,email,website,blockedReason\r\nCSV1,'=cmd\(\),,"a ""b"", c",,,,,,20[^,]*Z,false,,,,,,\r\n$/,
  );
});

it('a query that is not valid is a 400 that names the parameter', async () => {
  for (const [query, named] of [
    ['sort=city', 'sort'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['format=xml', 'format'],
    ['q=', 'q'],
    ['q=%00', 'q'],
    ['q=a&q=b', 'q'],
    ['after=AAAA', 'after'],
  ])
    expectProblem(await viewer.call('GET', `${path}?${query}`), 400, named);
});

it('a supplier is answered with all digits of unknown fields and who registered it', async () => {
  const raw =
    '{"number":"W/1 å","name":"Whole","street":"Kungsgatan 12","rating":4.50,"nested":{"big":123456789012345.678901234}}';
  const headers = { 'content-type': 'application/json' };
  expect((await door.call('POST', '/supplierinvoices/suppliers', { raw, headers })).status).toBe(200);
  const response = await fetch(`${door.url}${api}${path}/${encodeURIComponent('W/1 å')}`, {
    headers: { cookie: viewer.cookie },
  });
  const text = await response.text();
  expect(text).toContain('"rating":4.50');
  expect(text).toContain('123456789012345.678901234');
  expect(JSON.parse(text)).toMatchObject({
    number: 'W/1 å',
    name: 'Whole',
    street: 'Kungsgatan 12',
    iban: '',
    website: '',
    createdBy: 'Scanner',
  });
  expect(Object.keys(JSON.parse(text))).toHaveLength(26);
});

it('a change keeps the rest, is an event, an audit entry and a line of history, and shows in the partner’s list', async () => {
  await door.addSupplier('E1', { bankGiro: '991-2346', city: 'Visby' });
  const before = await door.call('GET', '/supplierinvoices/suppliers');
  const answer = await approver.call('PATCH', `${path}/E1`, {
    iban: 'SE4550000000058398257466',
    bankGiro: null,
    city: 'Visby',
    name: 'New name',
  });
  expect(answer).toMatchObject({
    status: 200,
    body: { number: 'E1', name: 'New name', iban: 'SE4550000000058398257466', bankGiro: '', city: 'Visby' },
  });
  const changes = [
    { field: 'name', from: 'Supplier E1', to: 'New name' },
    { field: 'bankGiro', from: '991-2346', to: '' },
    { field: 'iban', from: '', to: 'SE4550000000058398257466' },
  ];
  expect((await viewer.call('GET', `${path}/E1/history`)).body).toEqual({
    rows: [
      { at: answer.body.updatedAt, type: 'supplier.updated', by: 'The approver', changes },
      { at: answer.body.createdAt, type: 'supplier.created', by: 'Scanner', changes: [] },
    ],
  });
  expect(await eventsOf('E1')).toMatchObject([
    { type: 'supplier.created' },
    { type: 'supplier.updated', data: { number: 'E1', name: 'New name' } },
  ]);
  expect(await auditOf('E1')).toMatchObject([
    { action: 'supplier.updated', operator_id: approver.id, operator_name: 'The approver', data: { changes } },
  ]);
  const after = await door.call('GET', '/supplierinvoices/suppliers');
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  expect(after.body.suppliers.find(({ number }: { number: string }) => number === 'E1')).toMatchObject({
    iban: 'SE4550000000058398257466',
    bankGiro: '',
  });
});

it('the history has the changes of an import on the command line, and who registered the supplier', async () => {
  const importText = async (text: string) =>
    importSuppliers(
      door.pool,
      door.companyName,
      await checkSuppliers(readContents(Buffer.from(text), '-', supplierLayout)),
    );
  await door.addSupplier('H1', { city: 'Visby', phone: '1' });
  await importText('number,name,city,phone\nH1,Supplier H1,Boden,1\nH2,New,Kiruna,');
  await importText('number,city\nH1,Boden\nH2,Gävle');
  const history = async (number: string) => (await viewer.call('GET', `${path}/${number}/history`)).body.rows;
  const aTime = expect.stringMatching(/Z$/);
  expect(await history('H1')).toEqual([
    {
      at: aTime,
      type: 'supplier.updated',
      by: 'the command line',
      changes: [{ field: 'city', from: 'Visby', to: 'Boden' }],
    },
    { at: aTime, type: 'supplier.created', by: 'Scanner', changes: [] },
  ]);
  expect(await history('H2')).toEqual([
    {
      at: aTime,
      type: 'supplier.updated',
      by: 'the command line',
      changes: [{ field: 'city', from: 'Kiruna', to: 'Gävle' }],
    },
    { at: aTime, type: 'supplier.created', by: 'the company', changes: [] },
  ]);
  expect((await viewer.call('GET', `${path}/H1/history?sort=at&limit=1`)).body).toMatchObject({
    rows: [{ type: 'supplier.created' }],
    next: expect.any(String),
  });
  const { rows } = await door.pool.query(
    `SELECT operator_id, operator_name, data FROM audit_log WHERE company_id = $1 AND action = 'suppliers.imported' ORDER BY id`,
    [door.company],
  );
  expect(rows).toEqual([
    { operator_id: null, operator_name: 'the command line', data: { created: 1, updated: 1, unchanged: 0 } },
    { operator_id: null, operator_name: 'the command line', data: { created: 0, updated: 1, unchanged: 1 } },
  ]);
  await importText('number,city\nH1,Boden');
  expect(await history('H1')).toHaveLength(2);
  expect(
    (
      await door.pool.query(`SELECT FROM audit_log WHERE company_id = $1 AND action = 'suppliers.imported'`, [
        door.company,
      ])
    ).rowCount,
  ).toBe(2);
});

it('a number of 255 characters is found by its path', async () => {
  const number = 'å/'.repeat(127);
  await door.addSupplier(number, { name: 'Long' });
  expect((await viewer.call('GET', `${path}/${encodeURIComponent(number)}`)).body.number).toBe(number);
});

it('a change that changes nothing records nothing', async () => {
  await door.addSupplier('N1', { city: 'Visby' });
  const before = (await viewer.call('GET', `${path}/N1`)).body;
  for (const body of [{}, { city: 'Visby' }, { iban: null }, { iban: '', name: 'Supplier N1' }])
    expect((await approver.call('PATCH', `${path}/N1`, body)).body).toEqual(before);
  expect((await viewer.call('GET', `${path}/N1/history`)).body.rows).toMatchObject([{ type: 'supplier.created' }]);
  expect(await eventsOf('N1')).toHaveLength(1);
  expect(await auditOf('N1')).toEqual([]);
});

it('a change that is not valid changes nothing and says all that is wrong', async () => {
  await door.addSupplier('B1');
  for (const [body, ...said] of [
    [{ name: '' }, 'name must not be empty'],
    [{ name: null }, 'name is required'],
    [{ city: 12, iban: 'x'.repeat(256) }, 'city must be a string', 'iban must have at most 255 characters'],
    [{ ibann: 'x' }, '"ibann" is not a known field; did you mean iban'],
    [{ number: 'B2' }, 'number cannot be changed'],
    [{ city: 'a\u0000b' }, 'city must not contain U+0000'],
    [[], 'must be a JSON object'],
  ] as [unknown, ...string[]][]) {
    const answer = await approver.call('PATCH', `${path}/B1`, body);
    for (const part of said) expectProblem(answer, 400, part);
  }
  expect((await viewer.call('GET', `${path}/B1`)).body.name).toBe('Supplier B1');
  expect(await eventsOf('B1')).toHaveLength(1);
});

it('twenty changes of one supplier at once are twenty lines of history that follow on each other', async () => {
  await door.addSupplier('R1', { city: 'start' });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => approver.call('PATCH', `${path}/R1`, { city: `c${n}` })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const lines = (await viewer.call('GET', `${path}/R1/history?limit=200`)).body.rows.flatMap(
    (row: any) => row.changes,
  ) as { from: string; to: string }[];
  expect(lines).toHaveLength(20);
  let city = 'start';
  for (const { from, to } of lines.toReversed()) {
    expect(from).toBe(city);
    city = to;
  }
  expect(city).toBe((await viewer.call('GET', `${path}/R1`)).body.city);
  expect((await eventsOf('R1')).length).toBe(21);
});

it('an unknown supplier and that of another company are a 404', async () => {
  const { id: other } = await door.addCompany('Other');
  const stranger = await signedIn(door, 'approver', other);
  const administrator = await signedIn(door, 'administrator');
  await door.addSupplier('T1');
  for (const [method, at, body] of [
    ['GET', path],
    ['GET', `${path}/T1`],
    ['PATCH', `${path}/T1`, { city: 'X' }],
    ['GET', `${path}/T1/history`],
  ] as const)
    expectProblem(await stranger.call(method, at, body), 404);
  const elsewhere = `/companies/${other}/suppliers`;
  for (const [method, at, body] of [
    ['GET', `${elsewhere}/T1`],
    ['PATCH', `${elsewhere}/T1`, { city: 'X' }],
    ['GET', `${elsewhere}/T1/history`],
    ['GET', `${path}/none`],
    ['GET', `${path}/a%00b`],
    ['GET', `/companies/${newId()}/suppliers`],
    ['GET', '/companies/acme/suppliers'],
  ] as const)
    expectProblem(await administrator.call(method, at, body), 404);
  expect((await stranger.call('GET', elsewhere)).body).toEqual({ rows: [] });
  expect((await viewer.call('GET', `${path}/T1`)).body.city).toBe('');
  expectProblem(await viewer.call('PATCH', `${path}/T1`, { city: 'X' }), 403, 'viewer');
  expectProblem(await send(door.url, 'GET', api + path, {}), 401);
});
