import pino from 'pino';
import { afterAll, expect, it } from 'vitest';
import { createPool } from './ground/db/connect/create-pool.ts';
import { lookForChanges } from './jobs/judge-again.ts';
import { createProjections } from './jobs/projections.ts';
import { readInvoice } from './supplier-invoices/desk/invoice-actions.ts';
import { openOwnApp } from './testing/door.ts';
import { happeningsOn } from './testing/happenings.ts';
import { signedIn } from './testing/operator.ts';

// A function that waits for a second connection while it has one never gets it from a pool of one.

const door = await openOwnApp('The sizes of the pools are settings of the process.', { poolSize: 1 });
afterAll(() => door.close());

it('whatever can happen, and every page that shows it, works with one connection for partners and one for operators', async () => {
  for (const [type, happen] of Object.entries(await happeningsOn(door))) await happen(`one-${type}`);
  const administrator = await signedIn(door, 'administrator');
  const company = `/companies/${door.company}`;
  const { rows } = (await administrator.call('GET', `${company}/invoices`)).body;
  expect(rows.length).toBeGreaterThan(5);
  const invoices = (rows as { id: string }[]).map(({ id }) => `${company}/invoices/${id}`);
  const pages = ['overview', 'suppliers', 'suppliers/1', 'projects', 'work-orders', 'partners', 'requests', 'checks'];
  const answers = await Promise.all(
    [...invoices, ...pages.map((page) => `${company}/${page}`)].map((path) => administrator.call('GET', path)),
  );
  expect(answers.filter(({ status }) => status !== 200).map(({ path, status }) => [path, status])).toEqual([]);
});

it('an invoice is read with one connection, however many it could have', async () => {
  const pool = createPool({ connection: door.database.connection, size: 5, onIdleError: () => undefined });
  try {
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM supplier_invoices WHERE company_id = $1', [
      door.company,
    ]);
    for (const { id } of rows)
      await readInvoice(pool, door.company, id, { id: door.company, role: 'administrator', basePath: '' });
    expect(pool.totalCount).toBe(1);
  } finally {
    await pool.end();
  }
});

it('changes are looked for with one connection', async () => {
  const { pool, company } = door;
  await lookForChanges({ pool, projections: createProjections(pool, pino({ level: 'silent' })) }, company);
  const { rows } = await pool.query(
    `SELECT FROM graphile_worker._private_jobs AS job JOIN graphile_worker._private_tasks AS task ON task.id = task_id
     WHERE identifier = 'invoices.judge' AND payload ->> 'company' = ANY ($1)`,
    [[company]],
  );
  expect(rows.length).toBeGreaterThan(0);
});
