import { afterAll, expect, it } from 'vitest';
import { openDoor, paths, send } from '../../testing/door.ts';
import { api, signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { newId } from '../../ground/db/ids.ts';

const door = await openDoor();
const viewer = await signedIn(door, 'viewer');
const approver = await signedIn(door, 'approver');
const path = `/companies/${door.company}/projects`;
afterAll(() => door.close());

const form = (number: string, more: object = {}) => ({
  number,
  name: `Project ${number}`,
  proposalIds: [`${number}-a`],
  facilities: [{ number: '1', name: 'House' }],
  ...more,
});
const create = async (number: string, more: object = {}) => {
  const answer = await approver.call('POST', path, form(number, more));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as { id: string; warnings: string[] };
};
const order = (id: string, proposalId: string) => door.post(paths.workOrders, { id, proposalId });
const actionsOn = async (subject: string) =>
  (
    await door.pool.query(
      'SELECT action, data, operator_id FROM audit_log WHERE company_id = $1 AND subject_id = $2 ORDER BY created_at, id',
      [door.company, subject],
    )
  ).rows;
const upload = (raw: string | Uint8Array, type: string, operator = approver, to = 'import') =>
  send(door.url, 'POST', `${api}${path}/${to}`, {
    raw,
    headers: { 'content-type': type, cookie: operator.cookie, 'x-doorway-console': '1' },
  });

it('a project that was created takes work orders at once', async () => {
  const made = await create(' A1 ', { name: ' Eken ', proposalIds: [' A-1 ', 'A-2'], facilities: [{ number: ' 7 ' }] });
  expect(made).toEqual({
    id: expect.any(String),
    number: 'A1',
    name: 'Eken',
    proposalIds: ['A-1', 'A-2'],
    facilities: [{ number: '7', name: '' }],
    workOrderCount: 0,
    warnings: [],
    notices: [],
  });
  expect(await order('a-1', 'A-2')).toMatchObject({ status: 200, body: { title: 'Eken #1' } });
  expect((await viewer.call('GET', `${path}/${made.id}`)).body).toEqual({ ...made, workOrderCount: 1 });
  expect(await actionsOn(made.id)).toMatchObject([
    { action: 'project.created', operator_id: approver.id, data: { number: 'A1' } },
  ]);
});

it('a change replaces the project; repeated, it records nothing', async () => {
  const { id } = await create('C1', { proposalIds: ['C-1', 'C-2'] });
  const next = {
    number: 'C2',
    name: 'Linden',
    proposalIds: ['C-2', 'C-3'],
    facilities: [
      { number: '1', name: 'House' },
      { number: '2', name: 'Barn' },
    ],
  };
  const changed = await approver.call('PUT', `${path}/${id}`, next);
  expect(changed).toMatchObject({
    status: 200,
    body: { id, ...next, warnings: ['Project Linden (C2) has 2 facilities; work orders for it will be refused.'] },
  });
  expect((await approver.call('PUT', `${path}/${id}`, { ...next, proposalIds: ['C-3', 'C-2'] })).body).toEqual(
    changed.body,
  );
  expect((await order('c-1', 'C-1')).status).toBe(400);
  expect(await actionsOn(id)).toMatchObject([
    { action: 'project.created' },
    { action: 'project.updated', data: { from: { number: 'C1' }, to: { number: 'C2' } } },
  ]);
});

it('a number that is taken is a 409, on creating and on changing, and changes nothing', async () => {
  const first = await create('N1');
  const second = await create('N2');
  expectProblem(await approver.call('POST', path, form('N1')), 409, 'N1');
  expectProblem(await approver.call('PUT', `${path}/${second.id}`, form('N1')), 409, 'N1');
  expect((await viewer.call('GET', `${path}/${second.id}`)).body).toEqual(second);
  expect((await viewer.call('GET', `${path}/${first.id}`)).body).toEqual(first);
});

it('of ten who create the same number at once, or rename to it, one succeeds', async () => {
  const created = await Promise.all(Array.from({ length: 10 }, () => approver.call('POST', path, form('R1'))));
  expect(created.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  const others = await Promise.all(Array.from({ length: 5 }, (_, n) => create(`R1${n}`)));
  const renamed = await Promise.all(others.map(({ id }) => approver.call('PUT', `${path}/${id}`, form('R2'))));
  expect(renamed.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
});

it('an obstacle to work orders is a warning, in the words of the import, and can be filtered by', async () => {
  await create('W1', { name: 'Warned', proposalIds: ['W-same', 'W-own'] });
  await create('W2', { name: 'Warned', proposalIds: ['W-same'], facilities: [] });
  await create('W3', { name: 'Fine' });
  const { rows } = (await viewer.call('GET', `${path}?warnings=true&q=w`)).body;
  expect(rows.map(({ number, warnings }: any) => [number, warnings])).toEqual([
    ['W1', ['Proposal id W-same is on more than one project (W1, W2); work orders for it will be refused.']],
    [
      'W2',
      [
        'Proposal id W-same is on more than one project (W1, W2); work orders for it will be refused.',
        'Project Warned (W2) has no facility; work orders for it will be refused.',
      ],
    ],
  ]);
  const imported = await upload(
    JSON.stringify(rows.map(({ number, name }: any) => ({ number, name }))),
    'application/json',
  );
  expect(imported.body).toEqual({
    created: 0,
    updated: 0,
    unchanged: 2,
    warnings: [...new Set(rows.flatMap((row: any) => row.warnings))],
    notices: [
      rows[0].notices[0],
      {
        code: 'facility.missing',
        parameters: { name: 'Warned', number: 'W2' },
        message: 'Project Warned (W2) has no facility; work orders for it will be refused.',
      },
    ],
    encoding: 'utf-8',
  });
});

it('a list has pages, two orders, a search over proposal ids, and a file', async () => {
  await create('L1', { name: 'Zeta', proposalIds: ['Lp%1'] });
  await create('L2', { name: 'Beta', proposalIds: ['Lp-2'] });
  const listed = async (query: string) =>
    (await viewer.call('GET', `${path}?${query}`)).body.rows.map((row: any) => row.number);
  expect(await listed('q=LP')).toEqual(['L1', 'L2']);
  expect(await listed('q=lp&sort=name')).toEqual(['L2', 'L1']);
  expect(await listed('q=lp%25')).toEqual(['L1']);
  expect(await listed('q=lp%20z%C3%A9ta')).toEqual(['L1']);
  const hus = { name: 'Hus 10', proposalIds: ['H-10', 'H-9'], facilities: [{ number: 'b12' }, { number: 'B2' }] };
  await create('N10', hus);
  await create('n9', { name: 'hus 9', proposalIds: ['H-9b'] });
  await create('N100', { name: 'Hus 100' });
  expect(await listed('q=hus')).toEqual(['n9', 'N10', 'N100']);
  expect(await listed('q=hus&sort=-name')).toEqual(['N100', 'N10', 'n9']);
  const { rows } = (await viewer.call('GET', `${path}?q=hus&limit=2`)).body;
  expect(rows[1]).toMatchObject({ proposalIds: ['H-9', 'H-10'], facilities: [{ number: 'B2' }, { number: 'b12' }] });
  // Searches of fewer than three characters match only the beginnings of words, and need a letter or a digit.
  expect([await listed('q=eta'), await listed('q=ze'), await listed('q=et'), await listed('q=%25')]).toEqual([
    ['L1', 'L2'],
    ['L1'],
    [],
    [],
  ]);
  const first = (await viewer.call('GET', `${path}?q=lp&sort=-name&limit=1`)).body;
  expect([
    first.rows[0].number,
    (await viewer.call('GET', `${path}?q=lp&sort=-name&limit=1&after=${first.next}`)).body,
  ]).toMatchObject(['L1', { rows: [{ number: 'L2' }] }]);
  const csv = await (
    await fetch(`${door.url}${api}${path}?q=lp&format=csv`, { headers: { cookie: viewer.cookie } })
  ).text();
  expect(csv.split('\r\n')[0]).toBe('id,number,name,proposalIds,facilities,workOrderCount,warnings');
  expect(csv.trim().split('\r\n')).toHaveLength(3);
  for (const query of ['warnings=yes', 'sort=id', 'q=', 'limit=x'])
    expectProblem(await viewer.call('GET', `${path}?${query}`), 400, query.split('=')[0]);
});

it('a project that is not valid is refused with all that is wrong', async () => {
  for (const [body, ...said] of [
    [{}, 'number is required', 'name is required', 'proposalIds is required', 'facilities is required'],
    [form(' '), 'number must not be empty'],
    [form('B1', { proposalIds: ['x', ' x'] }), 'proposalIds[1] is the same as proposalIds[0]'],
    [
      form('B1', { facilities: [{ number: '1' }, { number: '1' }] }),
      'facilities[1].number is the same as facilities[0].number',
    ],
    [form('B1', { proposalIds: 'x' }), 'proposalIds must be an array'],
    [form('B1', { facilities: [{ name: 'x' }] }), 'facilities[0].number is required'],
    [form('B1', { name: 'a\u0000' }), 'name must not contain U+0000'],
    [form('B1', { proposals: [] }), '"proposals" is not a known field'],
  ] as [object, ...string[]][]) {
    const answer = await approver.call('POST', path, body);
    for (const part of said) expectProblem(answer, 400, part);
  }
  expect((await viewer.call('GET', `${path}?q=B1`)).body.rows).toEqual([]);
});

it('an import creates and changes projects from CSV and from JSON, and counts both', async () => {
  const csv = 'number;name;proposalIds;facilities\r\nI1;Ekön;I-1|I-2;1=Main\r\nI2;Skolan;;7\r\n';
  expect((await upload(`\uFEFF${csv}`, 'text/csv; charset=utf-8')).body).toEqual({
    created: 2,
    updated: 0,
    unchanged: 0,
    warnings: ['Project Skolan (I2) has no proposal id; no work order can reach it.'],
    notices: [expect.objectContaining({ code: 'proposal.missing', parameters: { name: 'Skolan', number: 'I2' } })],
    encoding: 'utf-8',
  });
  const json = [
    { number: 'I1', name: 'Ekön', proposalIds: ['I-2', 'I-1'] },
    { number: 'I2', name: 'Skolan', facilities: [] },
    { number: 'I3', name: 'New' },
  ];
  const preview = await upload(JSON.stringify(json), 'application/json', approver, 'import/preview');
  expect(preview.body).toEqual({
    created: 1,
    updated: 1,
    unchanged: 1,
    proposed: 0,
    encoding: 'utf-8',
    records: [
      {
        number: 'I2',
        name: 'Skolan',
        isNew: false,
        changes: [{ field: 'facilities', from: '7', to: '', waits: false }],
      },
      { number: 'I3', name: 'New', isNew: true, changes: [{ field: 'name', from: '', to: 'New', waits: false }] },
    ],
  });
  expect((await upload(JSON.stringify(json), 'application/json')).body).toMatchObject({
    created: 1,
    updated: 1,
    unchanged: 1,
    warnings: [
      expect.stringContaining('(I2) has no proposal id'),
      expect.stringContaining('(I2) has no facility'),
      expect.stringContaining('(I3) has no proposal id'),
      expect.stringContaining('(I3) has no facility'),
    ],
  });
  expect(await order('i-1', 'I-2')).toMatchObject({ status: 200, body: { title: 'Ekön #1' } });
  const audited = (await actionsOn(door.company)).filter(({ action }) => action === 'projects.imported');
  expect(audited).toMatchObject([
    { data: { created: 2, updated: 0 } },
    { data: { created: 1, updated: 1, unchanged: 1 } },
  ]);
});

it('a preview of many and of long values is cut, and counts all of them', async () => {
  const facilities = Array.from({ length: 100 }, (_, n) => ({ number: String(n) }));
  const many = Array.from({ length: 250 }, (_, n) => ({ number: `M${n}`, name: 'Many', facilities }));
  const { body } = await upload(JSON.stringify(many), 'application/json', approver, 'import/preview');
  expect([body.created, body.records.length]).toEqual([250, 200]);
  expect(body.records[0].changes[1].to.length).toBeLessThan(210);
  expect((await viewer.call('GET', `${path}?q=M1`)).body.rows).toEqual([]);
  expectProblem(await upload('number\nX1\n', 'text/csv', approver, 'import/preview'), 400, 'name');
  expectProblem(await upload('number,name\nX1,a\n', 'text/csv', viewer, 'import/preview'), 403);
});

it('one mistake anywhere, and nothing of a file is imported; each mistake is named with its line', async () => {
  const answer = await upload('number,name,citty\nX1,Good,\nX2,,\nX1,Again,\n', 'text/csv');
  expectProblem(answer, 400);
  expect(answer.body.message.split('\n')).toEqual([
    expect.stringContaining('line 1: citty is not a known column'),
    'line 3: name is required',
    'line 4: number "X1" is on line 2 too',
    'Nothing was imported, because the file has 3 mistakes.',
  ]);
  expectProblem(await upload('[{"number": 12}]', 'application/json'), 400, 'line 1: [0].number must be a string');
  expectProblem(await upload('[{"number": ', 'application/json'), 400, 'not valid JSON');
  expectProblem(await upload('{}', 'application/json'), 400, 'must be a JSON array');
  expectProblem(
    await upload(Buffer.from('number,name\nX1,\x81\xe5', 'latin1'), 'text/csv'),
    400,
    'line 2: this cannot be read as UTF-8, UTF-16 or Windows-1252',
  );
  expectProblem(await upload('', 'text/csv'), 400, 'empty');
  expect((await viewer.call('GET', `${path}?q=X1`)).body.rows).toEqual([]);
});

it('an import takes CSV and JSON of at most 10 MiB, and CSV is taken nowhere else', async () => {
  expectProblem(await upload('<a/>', 'application/xml'), 415, 'text/csv or application/json');
  expectProblem(await upload('x'.repeat(10 * 1024 * 1024 + 1), 'text/csv'), 413, '10 MiB');
  // More than other operations accept.
  const padding = ' '.repeat(3 * 1024 * 1024);
  expect((await upload(`[{"number":"BIG","name":"Big"}]${padding}`, 'application/json')).body).toMatchObject({
    created: 1,
  });
  expect((await upload(`number,name,facilities\nBIG,Big,1\n${padding}`, 'text/csv')).body).toMatchObject({
    updated: 1,
  });
  const csv = {
    raw: 'number,name\n',
    headers: { 'content-type': 'text/csv', cookie: approver.cookie, 'x-doorway-console': '1' },
  };
  expectProblem(await send(door.url, 'POST', api + path, csv), 415);
  expectProblem(await door.call('POST', paths.suppliers, { raw: 'a', headers: { 'content-type': 'text/csv' } }), 415);
});

it('an unknown project and that of another company are a 404; a viewer changes nothing', async () => {
  const { id } = await create('T1');
  await door.addCompany('Other');
  const stranger = await signedIn(door, 'approver', (await door.addCompany('Other')).id);
  for (const [method, at, body] of [
    ['GET', path],
    ['POST', path, form('T2')],
    ['GET', `${path}/${id}`],
    ['PUT', `${path}/${id}`, form('T2')],
  ] as const)
    expectProblem(await stranger.call(method, at, body), 404);
  expectProblem(await upload('number,name\nT2,x', 'text/csv', stranger), 404);
  const elsewhere = `/companies/${(await door.addCompany('Other')).id}/projects`;
  expectProblem(await stranger.call('GET', `${elsewhere}/${id}`), 404);
  expectProblem(await stranger.call('PUT', `${elsewhere}/${id}`, form('T2')), 404);
  for (const at of [newId(), 'T1', '%00']) expectProblem(await viewer.call('GET', `${path}/${at}`), 404);
  expectProblem(await viewer.call('POST', path, form('T2')), 403);
  expectProblem(await viewer.call('PUT', `${path}/${id}`, form('T2')), 403);
  expectProblem(await upload('number,name\nT2,x', 'text/csv', viewer), 403);
  expectProblem(await send(door.url, 'GET', api + path, {}), 401);
  expect((await viewer.call('GET', `${path}?q=T2`)).body.rows).toEqual([]);
  expect((await stranger.call('POST', elsewhere, form('T1'))).status).toBe(200);
});
