import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../testing/door.ts';
import { signedIn } from '../testing/operator.ts';
import { waitingWith } from '../testing/waiting.ts';
import { verifyChain } from './actions.ts';

const door = await openDoor();
const approver = await signedIn(door, 'approver');
const other = new pg.Client(door.database.connection);
await other.connect();
await door.addSupplier('S1');
await door.addProject({ number: 'P', name: 'Eken', proposalIds: ['P-1'], facilities: [{ number: '1', name: '' }] });
// The first entry creates the head that the tests lock.
await approver.call('PATCH', `/companies/${door.company}/suppliers/S1`, { city: 'Visby' });
afterAll(async () => {
  await other.end();
  await door.close();
});

const created = async (path: string, body: object): Promise<string> => {
  const answer = await door.post(path, body);
  expect(answer.status).toBe(200);
  return answer.body.id;
};

it.each([
  ['a changed supplier', 'PATCH', async () => '/suppliers/S1', { city: 'Kiruna' }],
  [
    'an approved invoice',
    'POST',
    async () =>
      `/invoices/${await created(paths.invoices, { externalReferenceId: 'a', supplierNumber: 'S1' })}/approve`,
    {},
  ],
  [
    'a work order that is done',
    'POST',
    async () => `/work-orders/${await created(paths.workOrders, { id: 'w', proposalId: 'P-1' })}/done`,
    {},
  ],
  [
    'a created project',
    'POST',
    async () => '/projects',
    { number: 'P2', name: 'Hamnen', proposalIds: [], facilities: [] },
  ],
])('%s locks the company’s counters before the audit log', async (_, method, pathOf, body) => {
  const path = await pathOf();
  await other.query('BEGIN');
  await other.query('SELECT FROM audit_heads WHERE company_id = $1 FOR UPDATE', [door.company]);
  const answer = approver.call(method, `/companies/${door.company}${path}`, body);
  await expect.poll(() => waitingWith(door.pool, 'audit_heads')).toHaveLength(1);
  const free = await door.pool.query('SELECT FROM company_counters WHERE company_id = $1 FOR UPDATE SKIP LOCKED', [
    door.company,
  ]);
  await other.query('COMMIT');
  expect([200, 204]).toContain((await answer).status);
  expect(free.rowCount).toBe(0);
  expect((await verifyChain(door.pool, door.company)).misfit).toBeUndefined();
});
