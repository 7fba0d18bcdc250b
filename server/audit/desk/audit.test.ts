import { createHash } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { noCompany, type CompanyId } from '../../ground/db/pool.ts';
import { audit } from '../record.ts';
import { openOwnDoor, paths } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { newId } from '../../ground/db/ids.ts';

const [first, second] = [
  { id: newId(), name: 'First' },
  { id: newId(), name: 'Second' },
];
const write = (
  action: string,
  at: string,
  by: { id: string | null; name: string } = first,
  company: CompanyId = door.company,
) => audit(door.pool, company, by, { action, subjectType: 'thing', subjectId: action, data: { at } }, new Date(at));

const door = await openOwnDoor('It reads the log of what concerns no company.');
const administrator = await signedIn(door, 'administrator');
const path = `/companies/${door.company}/audit`;
// In Sweden, 3 June began at 22:00 UTC on 2 June.
await write('a.before', '2026-06-02T21:59:59.999Z');
await write('a.begin', '2026-06-02T22:00:00.000Z', second);
await write('a.end', '2026-06-03T21:59:59.999Z');
await write('a.after', '2026-06-03T22:00:00.000Z', { id: null, name: 'the command line' });
await write('a.service', '2026-06-03T12:00:00.000Z', first, noCompany);
afterAll(() => door.close());

const actions = async (query = '', at = path) =>
  (await administrator.call('GET', `${at}?${query}`)).body.rows.map((row: { action: string }) => row.action);

it('the log is listed newest first, with operator, time and change', async () => {
  expect(await actions()).toEqual(['a.after', 'a.end', 'a.begin', 'a.before']);
  expect(await actions('sort=at')).toEqual(['a.before', 'a.begin', 'a.end', 'a.after']);
  expect(await actions('sort=-seq')).toEqual(['a.after', 'a.end', 'a.begin', 'a.before']);
  expect((await administrator.call('GET', `${path}?limit=1`)).body).toEqual({
    rows: [
      {
        id: expect.any(String),
        at: '2026-06-03T22:00:00.000Z',
        operator: 'the command line',
        action: 'a.after',
        subjectType: 'thing',
        subjectId: 'a.after',
        data: { at: '2026-06-03T22:00:00.000Z' },
        seq: 4,
        subject: null,
        bulk: null,
      },
    ],
    next: expect.any(String),
  });
});

it('days are days in Sweden, and filters combine', async () => {
  expect(await actions('from=2026-06-03&to=2026-06-03')).toEqual(['a.end', 'a.begin']);
  expect(await actions('from=2026-06-04')).toEqual(['a.after']);
  expect(await actions('to=2026-06-02')).toEqual(['a.before']);
  expect(await actions(`operator=${second.id}`)).toEqual(['a.begin']);
  expect(await actions('operator=First&from=2026-06-03')).toEqual(['a.end']);
  expect(await actions('action=a.end')).toEqual(['a.end']);
  expect(await actions('action=a')).toEqual([]);
  expect(await actions('q=a.end')).toEqual(['a.end']);
  for (const query of [
    'from=2026-02-30',
    'to=yesterday',
    'from=0000-01-01',
    'operator=',
    'action=%00',
    'sort=action',
    'from=2026-06-03&from=2026-06-04',
    'format=ndjson',
  ])
    expectProblem(await administrator.call('GET', `${path}?${query}`), 400, query.split('=')[0]);
});

it('each company has its own log, and so has the service', async () => {
  expect(await actions('', '/audit')).toEqual(['a.service']);
  const { id: other } = await door.addCompany('Other');
  expect(await actions('', `/companies/${other}/audit`)).toEqual([]);
  // Nobody can enter the id that stands for no company.
  expectProblem(await administrator.call('GET', `/companies/${noCompany}/audit`), 404);
  const approver = await signedIn(door, 'approver');
  expectProblem(await approver.call('GET', path), 403);
  expectProblem(await approver.call('GET', '/audit'), 403);
});

it('the log is also a CSV file', async () => {
  const response = await fetch(`${door.url}/operator/v1${path}?format=csv&sort=at`, {
    headers: { cookie: administrator.cookie },
  });
  const lines = (await response.text()).trim().split('\r\n');
  expect(lines[0]).toBe('id,at,operator,action,subjectType,subjectId,data,seq');
  expect(lines).toHaveLength(5);
});

async function linesOf(at: string, query = ''): Promise<{ headers: Headers; lines: string[] }> {
  const response = await fetch(`${door.url}/operator/v1${at}?format=jsonl${query}`, {
    headers: { cookie: administrator.cookie },
  });
  expect(response.status).toBe(200);
  return { headers: response.headers, lines: (await response.text()).split('\n').slice(0, -1) };
}

interface Line {
  seq: number;
  companyId: string;
  id: string;
  at: string;
  operatorId: string | null;
  operator: string;
  action: string;
  subjectType: string;
  subjectId: string;
  data: object;
  previous: string;
  hash: string;
}

/** Like the text form of jsonb: a space after each comma and colon. Enough for flat data. */
const asJsonb = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(asJsonb).join(', ')}]`
    : value !== null && typeof value === 'object'
      ? `{${Object.entries(value)
          .map(([name, of]) => `${JSON.stringify(name)}: ${asJsonb(of)}`)
          .join(', ')}}`
      : JSON.stringify(value);

it('the log as JSON lines can be verified with the file alone', async () => {
  const { headers, lines } = await linesOf(path);
  expect(headers.get('content-type')).toBe('application/x-ndjson');
  expect(headers.get('content-disposition')).toMatch(/filename="audit-20\d\d-\d\d-\d\d\.jsonl"/);
  const entries = lines.map((line) => JSON.parse(line) as Line);
  expect(entries.map(({ seq, action }) => [seq, action])).toEqual([
    [1, 'a.before'],
    [2, 'a.begin'],
    [3, 'a.end'],
    [4, 'a.after'],
  ]);
  expect(entries[0]).toEqual({
    seq: 1,
    companyId: door.company,
    id: expect.any(String),
    at: '2026-06-02T21:59:59.999000Z',
    operatorId: first.id,
    operator: 'First',
    action: 'a.before',
    subjectType: 'thing',
    subjectId: 'a.before',
    data: { at: '2026-06-02T21:59:59.999Z' },
    previous: '0'.repeat(64),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    erased: null,
  });
  let previous = '0'.repeat(64);
  for (const { hash, ...e } of entries) {
    expect(e.previous).toBe(previous);
    const said = asJsonb([
      e.companyId,
      e.seq,
      e.id,
      e.at,
      e.operatorId,
      e.operator,
      e.action,
      e.subjectType,
      e.subjectId,
      e.data,
    ]);
    previous = createHash('sha256').update(Buffer.from(e.previous, 'hex')).update(said).digest('hex');
    expect(hash).toBe(previous);
  }
});

it('JSON lines take the filters of the list, and a sort', async () => {
  const actionsIn = async (at: string, query: string) =>
    (await linesOf(at, query)).lines.map((line) => (JSON.parse(line) as Line).action);
  expect(await actionsIn(path, '&operator=First')).toEqual(['a.before', 'a.end']);
  expect(await actionsIn(path, '&from=2026-06-03&sort=-at')).toEqual(['a.after', 'a.end', 'a.begin']);
  expect(await actionsIn(path, '&action=none')).toEqual([]);
  expect(await actionsIn('/audit', '')).toEqual(['a.service']);
});

it('JSON lines of more than one page have every entry once, in order, with every digit and no line feed', async () => {
  const { id: company } = await door.addCompany('Long');
  const many = 450;
  for (let n = 1; n <= many; n++)
    await audit(
      door.pool,
      company,
      first,
      { action: 'a', subjectType: 'b', subjectId: 'c\n', data: { n, text: 'å\n"\u2028' } },
      new Date(),
    );
  // A number that does not fit into a double.
  await door.pool.query(
    `UPDATE audit_log SET data = '{"exact": 0.10000000000000000001}' WHERE company_id = $1 AND seq = 7`,
    [company],
  );
  const { lines } = await linesOf(`/companies/${company}/audit`);
  expect(lines.map((line) => (JSON.parse(line) as Line).seq)).toEqual(Array.from({ length: many }, (_, at) => at + 1));
  expect(lines[6]).toContain('0.10000000000000000001');
});

it('what was done to a record is found by its number or reference', async () => {
  await door.addSupplier('77', { name: 'Nordbygg' });
  await administrator.call('PATCH', `/companies/${door.company}/suppliers/77`, { city: 'Umeå' });
  await door.addProject({
    number: 'p9',
    name: 'Eken',
    proposalIds: ['P-9'],
    facilities: [{ number: '1', name: 'House' }],
  });
  const { body } = await door.post(paths.workOrders, { id: 'fs-9', proposalId: 'P-9' });
  await administrator.call('POST', `/companies/${door.company}/work-orders/${body.id}/done`, {});
  await expect.poll(() => actions('q=nordbygg')).toEqual(['supplier.updated']);
  await expect.poll(() => actions('q=fs-9')).toEqual(['workorder.done']);
  expect(await actions('q=nothing')).toEqual([]);
});
