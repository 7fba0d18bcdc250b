import { afterAll, beforeEach, expect, it } from 'vitest';
import { sweepEvents } from './sweep-events.ts';
import { openOwnDoor, paths } from '../testing/door.ts';
import { signedIn } from '../testing/operator.ts';
import { fromNow } from '../testing/time.ts';

const day = 24 * 60 * 60 * 1000;

/** No calls are made to this company, so its events have only the followers of the test. */
const door = await openOwnDoor('It sweeps the events of all companies.');
const approver = await signedIn(door, 'approver');
const { id: archive } = await door.addCompany('Archive');
await door.addSupplier('1');
await door.addProject({
  number: 'P1',
  name: 'Eken',
  proposalIds: ['offer'],
  facilities: [{ number: '1', name: 'House' }],
});
afterAll(() => door.close());

const at = (path: string) => `/companies/${door.company}${path}`;
const seqs = async (company = archive) =>
  (
    await door.pool.query<{ seq: string }>('SELECT seq FROM events WHERE company_id = $1 ORDER BY seq', [company])
  ).rows.map(({ seq }) => Number(seq));
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const sweep = (now = new Date()) => sweepEvents(door.pool, 90, now, new AbortController().signal);

async function eventsOf(many: number, createdAt: string, taken: Record<string, number>): Promise<void> {
  await door.pool.query('UPDATE company_counters SET event_seq = $2 WHERE company_id = $1', [archive, many]);
  await door.pool.query(
    `INSERT INTO events (company_id, seq, id, type, subject_id, data, created_at)
     SELECT $1, seq, gen_random_uuid(), 'supplier.updated', '1', '{}', ${createdAt} FROM generate_series(1, $2::bigint) AS seq`,
    [archive, many],
  );
  for (const [follower, seq] of Object.entries(taken))
    await door.pool.query('INSERT INTO event_positions (company_id, follower, seq) VALUES ($1, $2, $3)', [
      archive,
      follower,
      seq,
    ]);
}

beforeEach(async () => {
  for (const table of ['events', 'event_positions'])
    await door.pool.query(`DELETE FROM ${table} WHERE company_id = $1`, [archive]);
});

const old = `now() - interval '91 days'`;
const young = `now() - interval '89 days'`;

it('old events are deleted from the lowest number on, and the rest has no gaps', async () => {
  // The sixth was written by a process whose clock was behind.
  await eventsOf(10, `CASE WHEN seq < 5 OR seq = 6 THEN ${old} ELSE ${young} END`, { projections: 10 });
  expect(await sweep()).toBe(4);
  expect(await seqs()).toEqual(numbers(5, 10));
  expect(await sweep()).toBe(0);
});

it('no event is deleted before all followers have taken it', async () => {
  await eventsOf(10, old, { projections: 10, deliveries: 3 });
  expect(await sweep()).toBe(3);
  expect(await seqs()).toEqual(numbers(4, 10));
});

it('without a follower no event is deleted', async () => {
  await eventsOf(10, old, {});
  expect(await sweep()).toBe(0);
  expect(await seqs()).toEqual(numbers(1, 10));
});

it('more events than one statement takes are deleted, also by two processes at once', async () => {
  await eventsOf(5_000, `CASE WHEN seq <= 4500 THEN ${old} ELSE ${young} END`, { projections: 5_000 });
  await Promise.all([sweep(), sweep()]);
  await sweep();
  expect(await seqs()).toEqual(numbers(4_501, 5_000));
});

async function sweepAll(): Promise<void> {
  await approver.call('GET', at('/invoices'));
  await sweep(fromNow(91 * day));
  expect(await seqs(door.company)).toEqual([]);
}

it('events after a sweep continue the numbers and are listed', async () => {
  const last = (await seqs(door.company)).at(-1) ?? 0;
  await sweepAll();
  const { body } = await door.post(paths.invoices, { externalReferenceId: 'afterwards', supplierNumber: '1' });
  expect(await seqs(door.company)).toEqual([last + 1]);
  expect((await approver.call('GET', at('/invoices?limit=1'))).body.rows[0].id).toBe(body.id);
});

it('an invoice and a work order without events still show their decision', async () => {
  const invoice = (await door.post(paths.invoices, { externalReferenceId: 'old', supplierNumber: '1' })).body
    .id as string;
  const workOrder = (await door.post(paths.workOrders, { id: 'old', proposalId: 'offer' })).body.id as string;
  const undecided = (await door.post(paths.invoices, { externalReferenceId: 'undecided', supplierNumber: '1' })).body
    .id as string;
  expect((await approver.call('POST', at(`/invoices/${invoice}/reject`), { reason: 'Never delivered.' })).status).toBe(
    200,
  );
  expect((await approver.call('POST', at(`/work-orders/${workOrder}/done`), { comment: 'Mended.' })).status).toBe(200);
  const records = [`/invoices/${invoice}`, `/work-orders/${workOrder}`, `/invoices/${undecided}`];
  const read = async () => Promise.all(records.map(async (path) => (await approver.call('GET', at(path))).body));
  const before = await read();
  await sweepAll();
  // A removed event cannot be named any more.
  expect(await read()).toEqual(
    before.map((record) => ('decisionSeq' in record ? { ...record, decisionSeq: null } : record)),
  );
  expect(before[0].timeline).toMatchObject([
    { type: 'supplierinvoice.created' },
    { type: 'supplierinvoice.rejected', by: 'The approver', reason: 'Never delivered.' },
  ]);
  expect(before[1].timeline).toMatchObject([
    { type: 'workorder.created' },
    { type: 'workorder.done', by: 'The approver', reason: 'Mended.' },
  ]);
});
