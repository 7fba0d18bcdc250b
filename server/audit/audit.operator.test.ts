import { afterAll, beforeAll, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { requireCompany } from '../access/actions.ts';
import { noCompany, type CompanyId } from '../db/pool.ts';
import { openDoor, type Door } from '../testing/door.ts';
import { signedIn, type SignedIn } from '../testing/operator.ts';
import { expectProblem } from '../testing/problem.ts';
import { audit } from './record.ts';

let door: Door;
let administrator: SignedIn;
let path: string;
const [first, second] = [{ id: uuidv7(), name: 'First' }, { id: uuidv7(), name: 'Second' }];
const write = (action: string, at: string, by: { id: string | null; name: string } = first, company: CompanyId = door.company) =>
  audit(door.pool, company, by, { action, subjectType: 'thing', subjectId: action, data: { at } }, new Date(at));

beforeAll(async () => {
  door = await openDoor();
  administrator = await signedIn(door, 'administrator');
  path = `/companies/${door.company}/audit`;
  // The third of June began in Sweden at 22:00 UTC on the second.
  await write('a.before', '2026-06-02T21:59:59.999Z');
  await write('a.begin', '2026-06-02T22:00:00.000Z', second);
  await write('a.end', '2026-06-03T21:59:59.999Z');
  await write('a.after', '2026-06-03T22:00:00.000Z', { id: null, name: 'the command line' });
  await write('a.service', '2026-06-03T12:00:00.000Z', first, noCompany);
});
afterAll(() => door.close());

const actions = async (query = '', at = path) => (await administrator.call('GET', `${at}?${query}`)).body.rows.map((row: { action: string }) => row.action);

it('the log is answered newest first, with who, when and what', async () => {
  expect(await actions()).toEqual(['a.after', 'a.end', 'a.begin', 'a.before']);
  expect(await actions('sort=at')).toEqual(['a.before', 'a.begin', 'a.end', 'a.after']);
  expect((await administrator.call('GET', `${path}?limit=1`)).body).toEqual({
    rows: [{ id: expect.any(String), at: '2026-06-03T22:00:00.000Z', operator: 'the command line', action: 'a.after', subjectType: 'thing', subjectId: 'a.after', data: { at: '2026-06-03T22:00:00.000Z' } }],
    next: expect.any(String),
  });
});

it('days are days in Sweden, and filters go together', async () => {
  expect(await actions('from=2026-06-03&to=2026-06-03')).toEqual(['a.end', 'a.begin']);
  expect(await actions('from=2026-06-04')).toEqual(['a.after']);
  expect(await actions('to=2026-06-02')).toEqual(['a.before']);
  expect(await actions(`operator=${second.id}`)).toEqual(['a.begin']);
  expect(await actions('operator=First&from=2026-06-03')).toEqual(['a.end']);
  expect(await actions('action=a.end')).toEqual(['a.end']);
  expect(await actions('action=a')).toEqual([]);
  for (const query of ['from=2026-02-30', 'to=yesterday', 'from=0000-01-01', 'operator=', 'action=%00', 'sort=action', 'from=2026-06-03&from=2026-06-04'])
    expectProblem(await administrator.call('GET', `${path}?${query}`), 400, query.split('=')[0]);
});

it('each company has its own log, and what concerns none has one', async () => {
  expect(await actions('', '/audit')).toEqual(['a.service']);
  await door.tokenFor({ company: 'Other' });
  const other = await requireCompany(door.pool, 'Other');
  expect(await actions('', `/companies/${other}/audit`)).toEqual([]);
  // The id that stands for no company is none that one can enter.
  expectProblem(await administrator.call('GET', `/companies/${noCompany}/audit`), 404);
  const approver = await signedIn(door, 'approver');
  expectProblem(await approver.call('GET', path), 403);
  expectProblem(await approver.call('GET', '/audit'), 403);
});

it('the log is a file, too', async () => {
  const response = await fetch(`${door.url}/operator/v1${path}?format=csv&sort=at`, { headers: { cookie: administrator.cookie } });
  const lines = (await response.text()).trim().split('\r\n');
  expect(lines[0]).toBe('id,at,operator,action,subjectType,subjectId,data');
  expect(lines).toHaveLength(5);
});
