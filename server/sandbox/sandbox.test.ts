import { afterAll, expect, it } from 'vitest';
import { removeSandbox, resetSandbox } from './actions.ts';
import { emptiedByReset, findSandboxById, keptByReset, takeLease } from './store.ts';
import { tablesOfCompanies } from './company-tables-store.ts';
import { commandLine } from '../audit/record.ts';
import { openDoor, paths } from '../testing/door.ts';
import { samples } from '../testing/files.ts';
import { sandboxOf } from '../testing/sandbox.ts';

const door = await openDoor();
afterAll(() => door.close());
await door.addSupplier('1', { bankGiro: '991-2346', city: 'Uppsala' });
await door.addSupplier('2');
await door.addProject({
  number: 'P1',
  name: 'Kvarteret Eken',
  proposalIds: ['P-1', 'P-2'],
  facilities: [{ number: '1', name: 'Main building' }],
});

const rowsOf = async (table: string, company: string) =>
  (await door.pool.query(`SELECT FROM ${table} WHERE company_id = $1`, [company])).rowCount;
const suppliersWith = async (token: string) => (await door.call('GET', paths.suppliers, { token })).body.suppliers;
const send = (token: string, path: string, body: object, headers = {}) =>
  door.call('POST', path, { token, body, headers });

it('a reset either keeps or empties each table of a company', async () => {
  expect([...keptByReset, ...emptiedByReset].sort()).toEqual((await tablesOfCompanies(door.pool)).sort());
});

it('a sandbox has copies of suppliers and projects, and its records stay in it', async () => {
  const { token, id } = await sandboxOf(door);
  const [real] = await suppliersWith(door.token);
  expect(await suppliersWith(token)).toMatchObject([
    { number: '1', name: real.name, city: 'Uppsala', bankGiro: expect.stringMatching(/^9\d{3}-\d{4}$/), iban: '' },
    { number: '2' },
  ]);
  const invoice = { externalReferenceId: 'in the sandbox', supplierNumber: '1' };
  expect((await send(token, paths.invoices, invoice)).status).toBe(200);
  expect((await send(token, paths.workOrders, { id: 'w', proposalId: 'P-2' })).body.title).toBe('Kvarteret Eken #1');
  expect((await send(token, paths.suppliers, { number: '3', name: 'Its own' })).status).toBe(200);
  expect((await suppliersWith(door.token)).map(({ number }: { number: string }) => number)).toEqual(['1', '2']);
  expect([await rowsOf('supplier_invoices', id), await rowsOf('supplier_invoices', door.company)]).toEqual([1, 0]);
  // The real company's number of the work order is not spent.
  expect((await send(door.token, paths.workOrders, { id: 'w', proposalId: 'P-1' })).body.title).toBe(
    'Kvarteret Eken #1',
  );
});

it('creating it again copies what is new, and keeps what was sent', async () => {
  await door.addSupplier('4');
  const { token, id } = await sandboxOf(door);
  expect((await suppliersWith(token)).map(({ number }: { number: string }) => number)).toEqual(['1', '2', '3', '4']);
  expect(await rowsOf('supplier_invoices', id)).toBe(1);
});

it('a reset removes what was sent with its bytes, and goes on counting events', async () => {
  const { token, ...sandbox } = await sandboxOf(door);
  const { id } = sandbox;
  const key = { 'idempotency-key': 'k' };
  const { body } = await send(token, paths.invoices, { externalReferenceId: 'a', supplierNumber: '3' }, key);
  const file = { supplierInvoiceId: body.id, fileName: 'a.pdf', content: samples.pdf.toString('base64') };
  expect((await send(token, paths.attach, file)).status).toBe(200);
  const seq = async () =>
    Number(
      (await door.pool.query('SELECT event_seq FROM company_counters WHERE company_id = $1', [id])).rows[0].event_seq,
    );
  const before = await seq();
  await resetSandbox(door, sandbox, commandLine);
  for (const table of ['supplier_invoices', 'attachments', 'work_orders', 'idempotency_keys'])
    expect(await rowsOf(table, id), table).toBe(0);
  for await (const files of door.files.list(id)) expect(files).toEqual([]);
  expect((await suppliersWith(token)).map(({ number }: { number: string }) => number)).toEqual(['1', '2', '4']);
  expect(await seq()).toBeGreaterThan(before);
  expect(
    (await send(token, paths.invoices, { externalReferenceId: 'a', supplierNumber: '1' }, key)).body,
  ).toMatchObject({ message: 'Supplier invoice created.' });
  // A supplier that only the partner had made is unknown again, also to a process that had it in memory.
  expect((await send(token, paths.invoices, { externalReferenceId: 'b', supplierNumber: '3' })).status).toBe(400);
});

it('only one reset runs at a time, and one that was killed does not block for ever', async () => {
  const { token: _, ...sandbox } = await sandboxOf(door);
  const now = new Date();
  expect(await takeLease(door.pool, sandbox.id, now, new Date(now.getTime() + 60_000))).toBe(true);
  await expect(resetSandbox(door, sandbox, commandLine)).rejects.toMatchObject({ code: 'sandbox.busy' });
  await door.pool.query(`UPDATE sandboxes SET busy_until = now() - interval '1 s' WHERE company_id = $1`, [sandbox.id]);
  await resetSandbox(door, sandbox, commandLine);
});

it('a removed sandbox leaves nothing but the audit entry of its company', async () => {
  const { token, ...sandbox } = await sandboxOf(door);
  await removeSandbox(door, sandbox, commandLine);
  expect(await findSandboxById(door.pool, sandbox.id)).toBeUndefined();
  for (const table of await tablesOfCompanies(door.pool)) expect(await rowsOf(table, sandbox.id), table).toBe(0);
  expect((await door.call('GET', paths.suppliers, { token })).status).toBe(401);
  expect(await suppliersWith(door.token)).toHaveLength(3);
  const { rows } = await door.pool.query(
    `SELECT action FROM audit_log WHERE company_id = $1 AND action LIKE 'sandbox.%' ORDER BY seq`,
    [door.company],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'sandbox.created',
    'sandbox.reset',
    'sandbox.reset',
    'sandbox.removed',
  ]);
});
