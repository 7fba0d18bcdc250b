import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { sql } from '../../../ground/db/sql.ts';
import { openDoor, paths } from '../../../testing/door.ts';
import { signedIn } from '../../../testing/operator.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { readTotals } from '../../lists/totals-store.ts';

const door = await openDoor();
const viewer = await signedIn(door, 'viewer');
await door.addSupplier('1');
await door.addSupplier('2');
const invoices = [
  { supplierNumber: '1', totalPrice: 0.1, currency: 'SEK' },
  { supplierNumber: '1', totalPrice: 0.2, currency: 'SEK' },
  { supplierNumber: '2', totalPrice: -999999999999.99, currency: 'SEK' },
  { supplierNumber: '2', totalPrice: 12.5, currency: 'EUR' },
  { supplierNumber: '2', totalPrice: 7 },
  { supplierNumber: '2', currency: 'EUR' },
];
for (const [at, invoice] of invoices.entries())
  await door.post(paths.invoices, { externalReferenceId: `a${at}`, ...invoice });
const { token: elsewhere } = await door.addCompany('Elsewhere');
await door.call('POST', paths.suppliers, { token: elsewhere, body: { number: '1', name: 'Nordbygg' } });
await door.call('POST', paths.invoices, {
  token: elsewhere,
  body: { externalReferenceId: 'b', supplierNumber: '1', totalPrice: 5, currency: 'SEK' },
});
afterAll(() => door.close());

const totals = async (query = '') => {
  const { status, body } = await viewer.call('GET', `/companies/${door.company}/invoices/totals?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

it('counts the company’s invoices and adds them up exactly, by currency', async () => {
  expect(await totals()).toEqual({
    count: 6,
    more: false,
    sums: [
      { currency: 'SEK', count: 3, total: '-999999999999.69' },
      { currency: 'EUR', count: 2, total: '12.5' },
      { currency: null, count: 1, total: '7' },
    ],
  });
});

it('takes the filters of the list', async () => {
  expect(await totals('supplier=1')).toEqual({
    count: 2,
    more: false,
    sums: [{ currency: 'SEK', count: 2, total: '0.3' }],
  });
  expect(await totals('credit=true')).toMatchObject({ count: 1 });
  expect(await totals('q=12,50')).toMatchObject({ count: 1, sums: [{ currency: 'EUR' }] });
  expect(await totals('state=rejected')).toEqual({ count: 0, more: false, sums: [] });
});

it('includes what has just arrived', async () => {
  const before = await totals('supplier=1');
  await door.post(paths.invoices, { externalReferenceId: 'new', supplierNumber: '1', totalPrice: 1, currency: 'SEK' });
  expect((await totals('supplier=1')).count).toBe(before.count + 1);
});

it.each(['state=lost', 'assigned=nobody', 'overdue=false', 'finding=currency', 'dueFrom=soon'])(
  'the query %s is a 400 that names the parameter',
  async (query) =>
    expectProblem(
      await viewer.call('GET', `/companies/${door.company}/invoices/totals?${query}`),
      400,
      new RegExp(`^${query.split('=', 1)[0]} `),
    ),
);

it('above the bound it says that there are more, without sums', async () => {
  const where = [sql`company_id = ${door.company}`, sql`supplier_number = ${'2'}`];
  const read = (max: number) => readTotals(door.pool, door.company, where, { max, timeoutMs: 60_000 });
  expect(await read(3)).toEqual({ count: 3, more: true });
  expect(await read(4)).toMatchObject({ count: 4, more: false, sums: [{}, {}, {}] });
});

it('after a timeout it says that there are more, and the connection stays usable', async () => {
  const pool = new pg.Pool({ ...door.database.connection, max: 1 });
  const outside = new pg.Client(door.database.connection);
  await outside.connect();
  await outside.query('BEGIN; LOCK TABLE invoice_projections IN ACCESS EXCLUSIVE MODE');
  const where = [sql`company_id = ${door.company}`];
  const setting = async () => (await pool.query(`SELECT pg_backend_pid(), current_setting('statement_timeout')`)).rows;
  const before = await setting();
  expect(await readTotals(pool, door.company, where, { max: 1, timeoutMs: 50 })).toEqual({ count: 0, more: true });
  expect(await setting()).toEqual(before);
  await outside.query('ROLLBACK');
  await outside.end();
  await pool.end();
});
