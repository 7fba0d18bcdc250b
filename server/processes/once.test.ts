import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished } from 'vitest';
import { createToken } from '../testing/access.ts';
import { requireCompany } from '../access/store.ts';
import { createPool, transaction, type Pool } from '../ground/db/pool.ts';
import { upsertProjects } from '../projects/store.ts';
import { databaseForThisTest } from '../testing/database.ts';
import { paths, type Answer } from '../testing/door.ts';
import { emptyDataDir, envelope, startService } from '../testing/process.ts';

const requests = 60;

interface Case {
  path: string;
  body: Record<string, unknown>;
  /** Where it is kept, to count what was made. */
  table: string;
}

/** One of each operation, in the order in which they need each other. */
const cases = (supplierInvoiceId: string, name: string): Record<string, Case> => ({
  createSupplier: { path: paths.suppliers, body: { number: name, name: 'Rör' }, table: 'suppliers' },
  createSupplierInvoice: {
    path: paths.invoices,
    body: { externalReferenceId: name, supplierNumber: '1', totalPrice: 12.5 },
    table: 'supplier_invoices',
  },
  createWorkOrder: { path: paths.workOrders, body: { id: name, proposalId: 'P-1' }, table: 'work_orders' },
  attach: {
    path: paths.attach,
    body: { supplierInvoiceId, fileName: 'a.xml', content: Buffer.from(`<a>${name}</a>`).toString('base64') },
    table: 'attachments',
  },
});

/** Two server processes on one database, with a supplier, a project and an invoice in it. */
async function openTwo() {
  const database = await databaseForThisTest();
  const pool = createPool({ connection: database.connection, size: 2, onIdleError: () => undefined });
  onTestFinished(() => pool.end());
  const { token } = await createToken(pool, { company: 'Acme', partner: 'Scanner' });
  const project = {
    id: uuidv7(),
    number: 'P1',
    name: 'Eken',
    proposalIds: ['P-1'],
    facilities: [{ number: '1', name: 'House' }],
  };
  await transaction(pool, async (tx) => upsertProjects(tx, await requireCompany(tx, 'Acme'), [project], new Date()));
  const env = { DATABASE_URL: database.url, DATA_DIR: await emptyDataDir() };
  const services = await Promise.all([startService(env), startService(env)]);
  const post = (path: string, body: unknown, headers = {}, at = 0) =>
    services[at % 2]!.call('POST', path, { token, body, headers });
  await post(paths.suppliers, { number: '1', name: 'El' });
  const invoice = await post(paths.invoices, { externalReferenceId: 'with files', supplierNumber: '1' });
  /** The same request many times at once, to the two by turns. */
  const postMany = (path: string, body: unknown, headers = {}) =>
    Promise.all(Array.from({ length: requests }, (_, at) => post(path, body, headers, at)));
  /** An invoice of the first partner, or of the one whose token it is, to one of the two. */
  const postAs = (other: string | undefined, at: number, body: unknown) =>
    services[at]!.call('POST', paths.invoices, { token: other ?? token, body });
  return { pool, postMany, postAs, invoiceId: invoice.body.id as string };
}

const count = async (pool: Pool, table: string) =>
  Number((await pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);

const withStatus = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status);

it('60 equal requests at once over two processes create one record, and 59 are told which', async () => {
  const { pool, postMany, invoiceId } = await openTwo();
  for (const [operation, { path, body, table }] of Object.entries(cases(invoiceId, 'equal'))) {
    const [before, eventsBefore] = [await count(pool, table), await count(pool, 'events')];
    const answers = await postMany(path, body);
    const [created, repeated] = [withStatus(answers, 200), withStatus(answers, 409)];
    expect([operation, created.length, repeated.length]).toEqual([operation, 1, requests - 1]);
    for (const answer of repeated) expect(answer.body).toEqual(envelope);
    // All of them name the same record; a supplier is known by its number.
    expect([...new Set(repeated.map((answer) => answer.body.message as string))]).toEqual([
      expect.stringContaining(created[0]!.body.id ?? 'equal'),
    ]);
    expect(repeated[0]!.body.message).toContain('nothing differs');
    expect([operation, await count(pool, table), await count(pool, 'events')]).toEqual([
      operation,
      before + 1,
      eventsBefore + 1,
    ]);
  }
});

it('60 requests at once with one Idempotency-Key over two processes create one record, and 59 get its answer', async () => {
  const { pool, postMany, invoiceId } = await openTwo();
  for (const [operation, { path, body, table }] of Object.entries(cases(invoiceId, 'keyed'))) {
    const [before, eventsBefore] = [await count(pool, table), await count(pool, 'events')];
    const answers = await postMany(path, body, { 'idempotency-key': `key of ${operation}` });
    expect([operation, withStatus(answers, 200).length]).toEqual([operation, requests]);
    const replayed = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
    expect([operation, replayed.length]).toEqual([operation, requests - 1]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect([operation, await count(pool, table), await count(pool, 'events')]).toEqual([
      operation,
      before + 1,
      eventsBefore + 1,
    ]);
  }
});

it('requests that wait for each other in opposite orders over two processes are all answered', async () => {
  const { pool, postMany } = await openTwo();
  const names = Array.from({ length: 5 }, (_, at) => `s${at}`);
  const rounds = [names, names.toReversed()].flatMap((order) =>
    order.map((name) => postMany(paths.suppliers, { number: name, name }, { 'idempotency-key': `key ${name}` })),
  );
  const answers = (await Promise.all(rounds)).flat();
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(names.length);
  expect(await count(pool, 'suppliers')).toBe(names.length + 1);
});

it('of two equal invoices at once from two partners over two processes at least one names the other', async () => {
  const { pool, postAs } = await openTwo();
  const { token } = await createToken(pool, { company: 'Acme', partner: 'Operator' });
  for (let round = 0; round < 20; round++) {
    const body = { externalReferenceId: `equal ${round}`, supplierNumber: '1', supplierInvoiceNumber: `E-${round}` };
    const answers = await Promise.all([postAs(undefined, 0, body), postAs(token, 1, body)]);
    const ids = answers.map((answer) => answer.body.id as string);
    const { rows } = await pool.query<{ earlier: string }>(
      `SELECT finding -> 'parameters' ->> 'earlier' AS earlier FROM supplier_invoices CROSS JOIN LATERAL jsonb_array_elements(findings) AS finding
       WHERE id = ANY ($1)`,
      [ids],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { earlier } of rows) expect(ids).toContain(earlier);
  }
});
