import { randomBytes } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { openOwnDoor, paths } from '../testing/door.ts';
import { signedIn } from '../testing/operator.ts';

const door = await openOwnDoor('It keeps the projections from following, and reads plans.');
const approver = await signedIn(door, 'approver');
await door.addSupplier('1');
afterAll(() => door.close());

let sent = 0;
const send = async (fields = {}) => {
  const body = { externalReferenceId: `r${++sent}`, supplierNumber: '1', ...fields };
  const answer = await door.post(paths.invoices, body);
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.id as string;
};
const list = async (query = '') => {
  const { status, body } = await door.call('GET', paths.invoices + query);
  expect(status, body.message).toBe(200);
  return body as { supplierInvoices: { id: string; state: string }[]; next: string; hasMore: boolean };
};
const shown = (page: Awaited<ReturnType<typeof list>>) => page.supplierInvoices.map(({ id, state }) => [id, state]);

it('a change that is not projected yet comes later, with its own number, and is not shown before', async () => {
  const [changed, other] = [await send(), await send()];
  await list();
  // Nothing can be projected, as on a full disk.
  await door.pool.query('ALTER TABLE record_changes ADD CONSTRAINT full_disk CHECK (false) NOT VALID');
  await approver.call('POST', `/companies/${door.company}/invoices/${changed}/approve`, {});
  const late = await send();
  const behind = await list();
  expect(shown(behind)).toEqual([[other, 'received']]);
  expect(behind.hasMore).toBe(false);
  const byReference = await list('?externalReferenceId=r1');
  expect(shown(byReference)).toEqual([]);
  await door.pool.query('ALTER TABLE record_changes DROP CONSTRAINT full_disk');
  expect(shown(await list(`?after=${behind.next}`))).toEqual([
    [changed, 'approved'],
    [late, 'received'],
  ]);
  expect(shown(await list(`?externalReferenceId=r1&after=${byReference.next}`))).toEqual([[changed, 'approved']]);
});

it('repeated projections keep the number of a change', async () => {
  const before = await list();
  await door.pool.query('DELETE FROM event_positions WHERE company_id = $1', [door.company]);
  await expect.poll(() => list(`?after=${before.next}`)).toEqual({ ...before, supplierInvoices: [] });
  expect(await list()).toEqual(before);
});

it('a page ends before it has read too many bytes, and the next one goes on', async () => {
  const before = await list();
  // Random text, because the size as stored counts and repeated text is compressed.
  const ids = [];
  for (let at = 0; at < 6; at++) ids.push(await send({ filler: randomBytes(1_400_000).toString('base64') }));
  const first = await list(`?after=${before.next}`);
  expect(first.hasMore).toBe(true);
  expect(first.supplierInvoices.length).toBeLessThan(6);
  const second = await list(`?after=${first.next}`);
  expect(second.hasMore).toBe(false);
  expect([...first.supplierInvoices, ...second.supplierInvoices].map(({ id }) => id)).toEqual(ids);
});

it('a rare state is looked for in a bounded number of records, and the empty page says that there is more', async () => {
  const before = await list();
  await door.pool.query(
    `WITH made AS (
       INSERT INTO supplier_invoices (company_id, id, partner_id, external_reference_id, supplier_number, state, document, findings, created_at)
       SELECT $1, gen_random_uuid(), partners.id, 'many' || nth, '1', 'received', '{}', '[]', now()
       FROM partners, generate_series(1, 5001) AS nth WHERE company_id = $1 AND name = 'Scanner' RETURNING id
     ), counted AS (UPDATE company_counters SET event_seq = event_seq + 5001 WHERE company_id = $1 RETURNING event_seq)
     INSERT INTO events (company_id, seq, id, type, subject_id, data, created_at)
     SELECT $1, event_seq - 5001 + row_number() OVER (), gen_random_uuid(), 'supplierinvoice.reopened', id, '{}', now() FROM made, counted`,
    [door.company],
  );
  await door.pool.query('ANALYZE');
  const rare = await send();
  await approver.call('POST', `/companies/${door.company}/invoices/${rare}/reject`, { reason: 'No.' });
  await expect.poll(async () => (await list('?externalReferenceId=many5001')).supplierInvoices).toHaveLength(1);
  const first = await list(`?state=rejected&after=${before.next}`);
  expect([shown(first), first.hasMore]).toEqual([[], true]);
  const second = await list(`?state=rejected&after=${first.next}`);
  expect([shown(second), second.hasMore]).toEqual([[[rare, 'rejected']], false]);
});

it('every statement of a list finds its rows by index', async () => {
  for (const query of ['', '?state=rejected', '?supplierNumber=1&state=held', '?externalReferenceId=r1'])
    await list(query);
  const { rows: statements } = await door.pool.query<{ name: string; statement: string }>(
    `SELECT DISTINCT name, statement FROM pg_prepared_statements WHERE name LIKE 'list-own-%'`,
  );
  expect(statements.length).toBeGreaterThan(0);
  for (const { name, statement } of statements) {
    const { rows } = await door.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${statement}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan, name).toMatch(/record_changes_(by_partner|pkey) on record_changes/);
    expect(plan, name).toMatch(/supplier_invoices_pkey on supplier_invoices/);
    expect(plan, name).toMatch(/events_by_subject on events/);
    expect(plan, name).not.toMatch(/Seq Scan on (record_changes|supplier_invoices|events)/);
  }
});
