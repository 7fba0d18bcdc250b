import pino from 'pino';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { judgingTasks, lookForChanges } from './judge-again.ts';
import { createProjections } from './projections.ts';
import { readConfig } from '../config.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { openDoor, paths } from '../testing/door.ts';
import { signedIn } from '../testing/operator.ts';
import { followersOf } from '../testing/own-followers.ts';
import { startQueue } from '../worker.ts';

const door = await openDoor();
const operator = await signedIn(door, 'approver');
const log = pino({ level: 'silent' });
// With one connection, a function that waits for a second one never gets it.
const pool = createPool({ connection: door.database.connection, size: 1, onIdleError: () => undefined });
const judging = { pool, followers: door.followers, projections: createProjections(pool, log), log };
afterAll(async () => {
  await pool.end();
  await door.close();
});

let made = 0;
async function supplier(): Promise<string> {
  const number = `again ${(made += 1)}`;
  await door.addSupplier(number, { bankGiro: '991-2346' });
  return number;
}
const invoice = async (supplierNumber: string, fields: object = {}): Promise<string> =>
  (await door.post(paths.invoices, { externalReferenceId: `again ${(made += 1)}`, supplierNumber, ...fields })).body.id;
const call = (method: string, path: string, body?: object) =>
  operator.call(method, `/companies/${door.company}${path}`, body);
const block = (number: string) => call('POST', `/suppliers/${encodeURIComponent(number)}/block`, { reason: 'Fraud.' });

const waiting = async () =>
  (
    await door.pool.query(
      `SELECT payload FROM graphile_worker._private_jobs AS job JOIN graphile_worker._private_tasks AS task ON task.id = task_id
       WHERE identifier = 'invoices.judge' AND payload ->> 'company' = ANY ($1) ORDER BY job.id`,
      [[door.company]],
    )
  ).rows.map(({ payload }) => payload);
const dropJobs = () =>
  door.pool.query(`DELETE FROM graphile_worker._private_jobs WHERE payload ->> 'company' = ANY ($1)`, [[door.company]]);
const run = (payload: object) =>
  judgingTasks(judging)['invoices.judge']?.(payload, new AbortController().signal) as Promise<void>;
const states = async (...ids: string[]) =>
  (
    await door.pool.query(
      'SELECT state FROM supplier_invoices WHERE company_id = $1 AND id = ANY ($2) ORDER BY array_position($2, id)',
      [door.company, ids],
    )
  ).rows.map(({ state }) => state);
const listed = async (number: string) =>
  (await operator.call('GET', `/companies/${door.company}/invoices?supplier=${encodeURIComponent(number)}`)).body.rows;
const typesOf = async (id: string) =>
  (
    await door.pool.query('SELECT type FROM events WHERE company_id = $1 AND subject_id = $2 ORDER BY seq', [
      door.company,
      id,
    ])
  ).rows.map(({ type }) => type.split('.')[1]);

it('a supplier that changed has one job, however often it changed; one without open invoices has none', async () => {
  const [changed, bare] = [await supplier(), await supplier()];
  await invoice(changed);
  for (const number of [changed, bare]) await block(number);
  const { blocked } = (await call('GET', `/suppliers/${encodeURIComponent(changed)}`)).body;
  const lifted = { reason: 'Wrong one.', blockSeq: blocked.seq };
  await call('POST', `/suppliers/${encodeURIComponent(changed)}/unblock`, lifted);
  await lookForChanges(judging, door.company);
  expect(await waiting()).toEqual([{ company: door.company, supplierNumber: changed }]);
  await call('PATCH', `/suppliers/${encodeURIComponent(changed)}`, { postGiro: '12345-5' });
  await lookForChanges(judging, door.company);
  expect(await waiting()).toHaveLength(1);
  await dropJobs();
  await lookForChanges(judging, door.company);
  expect(await waiting()).toEqual([]);
});

it('if a process dies before it has added the job, another one adds it', async () => {
  const number = await supplier();
  await invoice(number);
  await block(number);
  const dying = { ...judging.projections, catchUp: () => Promise.reject(new Error('killed')) };
  await expect(lookForChanges({ ...judging, projections: dying }, door.company)).rejects.toThrow('killed');
  expect(await waiting()).toEqual([]);
  await lookForChanges(judging, door.company);
  expect(await waiting()).toEqual([{ company: door.company, supplierNumber: number }]);
  await dropJobs();
});

it('the job judges open invoices by the present records, records new findings once, and leaves decided invoices alone', async () => {
  const number = await supplier();
  const received = await invoice(number);
  const held = await invoice(number, { supplierBankGiro: '5050-1055' });
  const rejected = await invoice(number);
  await call('POST', `/invoices/${rejected}/reject`, { reason: 'No.' });
  await block(number);
  const payload = { company: door.company, supplierNumber: number };
  await run(payload);
  await run(payload);
  expect(await states(received, held, rejected)).toEqual(['held', 'held', 'rejected']);
  expect(await typesOf(received)).toEqual(['created', 'checked', 'held']);
  expect(await typesOf(held)).toEqual(['created', 'held', 'checked']);
  expect(await typesOf(rejected)).toEqual(['created', 'rejected']);
  const { rows } = await door.pool.query(
    `SELECT data FROM events WHERE company_id = $1 AND subject_id = $2 AND type = 'supplierinvoice.checked'`,
    [door.company, received],
  );
  expect(rows[0].data).toMatchObject({ by: { name: 'the service' }, findings: [{ code: 'payee.blocked' }] });
});

it('a finding that a release accepted does not hold its invoice again, and other open invoices are held', async () => {
  const number = await supplier();
  const [released, other] = [await invoice(number, { supplierBankGiro: '5050-1055' }), await invoice(number)];
  const answer = await call('POST', `/invoices/${released}/release`, { reason: 'New account.', acceptAccount: true });
  expect(answer.status, answer.body.message).toBe(200);
  await run({ company: door.company, supplierNumber: number });
  expect(await states(released, other)).toEqual(['received', 'held']);
});

it('a new invoice that repeats an open one marks that one too, once, and leaves a decided one alone', async () => {
  const number = await supplier();
  const same = { supplierInvoiceNumber: 'FA241492', currency: 'SEK' };
  const decided = await invoice(number, { ...same, supplierInvoiceNumber: 'FA2' });
  await call('POST', `/invoices/${decided}/reject`, { reason: 'No.' });
  const earlier = await invoice(number, same);
  await lookForChanges(judging, door.company);
  await dropJobs();
  const later = await invoice(number, same);
  await invoice(number, { ...same, supplierInvoiceNumber: 'FA2' });
  await lookForChanges(judging, door.company);
  const jobs = await waiting();
  expect(jobs).toEqual([{ company: door.company, ids: [decided, earlier].toSorted() }]);
  for (const job of [...jobs, ...jobs]) await run(job);
  expect(await typesOf(earlier)).toEqual(['created', 'checked']);
  expect(await typesOf(decided)).toEqual(['created', 'rejected']);
  expect(await listed(number)).toMatchObject([
    { supplierInvoiceNumber: 'FA2', state: 'received' },
    { id: later, findingCodes: 'duplicate.number' },
    { id: earlier, findingCodes: 'duplicate.number', gravest: 'warning' },
    { id: decided, findings: 0 },
  ]);
  const { body } = await operator.call('GET', `/companies/${door.company}/invoices/${earlier}`);
  expect(body.duplicates).toMatchObject([{ id: later, supplierInvoiceNumber: 'FA241492' }]);
  await lookForChanges(judging, door.company);
  await dropJobs();
});

it('a job judges at most a thousand invoices, and another one continues', async () => {
  const number = await supplier();
  const first = await invoice(number);
  // Inserted directly, because a thousand calls would take too long.
  await door.pool.query(
    `INSERT INTO supplier_invoices (company_id, id, partner_id, external_reference_id, supplier_number, state, document, findings, created_at)
     SELECT company_id, ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, partner_id, 'copy ' || id || n, supplier_number, state, document, findings, created_at
     FROM supplier_invoices, generate_series(1, 1000) AS n WHERE company_id = $1 AND id = $2`,
    [door.company, first],
  );
  await door.pool.query(
    `INSERT INTO invoice_projections (company_id, id, partner_id, state, supplier_number, created_at, search, findings)
     SELECT company_id, id, partner_id, state, supplier_number, created_at, '', '{}' FROM supplier_invoices
     WHERE company_id = $1 AND supplier_number = $2 AND id <> $3`,
    [door.company, number, first],
  );
  await run({ company: door.company, supplierNumber: number });
  expect(await waiting()).toMatchObject([{ supplierNumber: number, after: 'ffffffff-0000-7000-8000-000000000999' }]);
  await dropJobs();
});

it('the service marks open invoices once their supplier has changed or a duplicate has come, in the list too', async () => {
  const number = await supplier();
  const id = await invoice(number);
  onTestFinished(
    startQueue({ ...door, followers: followersOf(door), operatorPool: door.pool }, readConfig({}), judging.log),
  );
  const repeats = { supplierInvoiceNumber: 'R-1', currency: 'SEK' };
  const earlier = await invoice(number, repeats);
  await block(number);
  const row = { id, state: 'held', findingCodes: 'payee.blocked', gravest: 'hold' };
  await expect.poll(() => listed(number)).toMatchObject([{ id: earlier, state: 'held' }, row]);
  await invoice(number, repeats);
  await expect
    .poll(async () => (await listed(number))[1])
    .toMatchObject({ id: earlier, findingCodes: 'duplicate.number payee.blocked' });
});
