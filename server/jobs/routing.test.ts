import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { createProjections } from './projections.ts';
import { followRouting, routingTasks, startRouting } from './routing.ts';
import { updateOperator } from '../operators/admin-store.ts';
import { openDoor, paths } from '../testing/door.ts';
import { decideAs, signedIn, type SignedIn } from '../testing/operator.ts';
import { followersOf } from '../testing/own-followers.ts';

const door = await openDoor();
await door.addSupplier('1');
const [administrator, anna, bo] = [
  await signedIn(door, 'companyAdministrator'),
  await signedIn(door, 'approver'),
  await signedIn(door, 'approver'),
];
afterAll(() => door.close());
const inCompany = `/companies/${door.company}`;
const { pool, company } = door;
const log = pino({ level: 'silent' });
const routing = { pool, projections: createProjections(pool, log) };

const invoice = async (supplierNumber = '1'): Promise<string> =>
  (await door.post(paths.invoices, { externalReferenceId: randomUUID(), supplierNumber })).body.id;
const save = async (...steps: SignedIn[][]) => {
  const { version } = (await administrator.call('GET', `${inCompany}/routing`)).body;
  const made = steps.map((people) => ({ need: 'any', people: people.map(({ id }) => id) }));
  const rules = made.length === 0 ? [] : [{ name: 'All', when: {}, steps: made }];
  expect((await administrator.call('PUT', `${inCompany}/routing`, { version, rules })).status).toBe(200);
};
const rowsIn = async (table: string) =>
  (await pool.query(`SELECT FROM ${table} WHERE company_id = $1`, [company])).rowCount;
const waitsFor = async (id: string): Promise<string[] | undefined> =>
  (
    await pool.query('SELECT waits_for FROM invoice_routes WHERE company_id = $1 AND supplier_invoice_id = $2', [
      company,
      id,
    ])
  ).rows[0]?.waits_for;
/** Runs the jobs that wait, and says how many there were. */
async function runJobs(): Promise<number> {
  const { rows } = await pool.query(
    `SELECT job.id, payload FROM graphile_worker._private_jobs AS job JOIN graphile_worker._private_tasks AS task ON task.id = task_id
     WHERE identifier = 'invoices.route' AND payload ->> 'company' = ANY ($1)`,
    [[company]],
  );
  await pool.query('DELETE FROM graphile_worker._private_jobs WHERE id = ANY ($1)', [rows.map(({ id }) => id)]);
  for (const { payload } of rows)
    await routingTasks(routing)['invoices.route']?.(payload, new AbortController().signal);
  return rows.length;
}
const followed = async () => {
  while (await followRouting(routing, company));
  return runJobs();
};

it('a company without rules and absences has no rows of routing, and all its open invoices are in its queue', async () => {
  const id = await invoice();
  expect(await followed()).toBe(0);
  for (const table of ['invoice_routes', 'routing_state', 'routing_rules']) expect(await rowsIn(table)).toBe(0);
  const { rows } = await pool.query(`SELECT FROM event_positions WHERE company_id = $1 AND follower = 'routing'`, [
    company,
  ]);
  expect(rows).toEqual([]);
  const listed = async (filter: string) => (await anna.call('GET', `${inCompany}/invoices?with=${filter}`)).body.rows;
  expect(await listed('none')).toMatchObject([{ id, with: null }]);
  expect(await listed('me')).toEqual([]);
  expect((await anna.call('GET', `${inCompany}/invoices/${id}`)).body.route).toBeNull();
});

it('saved rules route the open invoices once, and those that arrive later soon after', async () => {
  const before = await invoice();
  const stop = startRouting({ ...routing, followers: followersOf(door), log });
  onTestFinished(stop);
  await save([anna]);
  await expect.poll(runJobs).toBe(1);
  expect(await waitsFor(before)).toEqual([anna.id]);
  const later = await invoice();
  await expect.poll(() => waitsFor(later)).toEqual([anna.id]);
  await decideAs(bo, `${inCompany}/invoices/${later}`, 'approve');
  await expect.poll(() => waitsFor(later)).toBeUndefined();
  expect(await runJobs()).toBe(0);
});

it('nobody waits for a person who has left, and an invoice that waits for the same people keeps its time', async () => {
  const gone = await signedIn(door, 'approver');
  await save([gone, bo], [anna]);
  const id = await invoice();
  await followed();
  expect(await waitsFor(id)).toEqual([gone.id, bo.id].sort());
  const sinceOf = async () =>
    (
      await pool.query('SELECT since FROM invoice_routes WHERE company_id = $1 AND supplier_invoice_id = $2', [
        company,
        id,
      ])
    ).rows[0].since;
  const since = await sinceOf();
  const administrates = (disabledAt: Date | null) =>
    updateOperator(pool, { id: gone.id, name: 'Gone', administrator: false, disabledAt });
  expect(await followed()).toBe(0);
  await administrates(new Date());
  expect(await followed()).toBe(1);
  expect(await waitsFor(id)).toEqual([bo.id]);
  expect(await sinceOf()).not.toEqual(since);
  const refused = await gone.call('POST', `${inCompany}/invoices/${id}/confirm-step`, { step: 1 });
  expect(refused.status).toBe(401);
  await save([bo], [administrator]);
  const kept = await sinceOf();
  expect(await followed()).toBe(1);
  expect(await sinceOf()).toEqual(kept);
});

it('an absence that begins today sends invoices to the deputy; without rules and absences the rows are gone', async () => {
  await save([anna]);
  const id = await invoice();
  await followed();
  const days = { firstDay: '2026-01-01', lastDay: '2099-01-01' };
  const { body } = await anna.call('POST', `${inCompany}/absences`, { deputyId: bo.id, ...days });
  expect(await followed()).toBe(1);
  expect(await waitsFor(id)).toEqual([bo.id]);
  await save();
  await followed();
  expect(await waitsFor(id)).toEqual([]);
  await anna.call('DELETE', `${inCompany}/absences/${body.absences[0].id}`);
  await followed();
  for (const table of ['invoice_routes', 'routing_state']) expect(await rowsIn(table)).toBe(0);
});

it('who acts on a payee is no longer asked about the invoices of that supplier', async () => {
  await door.addSupplier('2', { bankGiro: '991-2346' });
  await save([anna, bo]);
  const [touched, other] = [await invoice('2'), await invoice()];
  await followed();
  await bo.call('PATCH', `${inCompany}/suppliers/2`, { bankGiro: '5050-1055' });
  await followed();
  expect(await waitsFor(touched)).toEqual([anna.id]);
  expect(await waitsFor(other)).toEqual([anna.id, bo.id].sort());
});
