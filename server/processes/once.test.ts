import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, it, vi } from 'vitest';
import { createToken } from '../testing/access.ts';
import { requireCompany } from '../access/store.ts';
import { createPool, transaction, type Pool } from '../ground/db/pool.ts';
import { upsertProjects } from '../projects/store.ts';
import { createTestDatabase } from '../testing/database.ts';
import { paths, send, type Answer } from '../testing/door.ts';
import { isLongRun } from '../testing/long.ts';
import { afterAllTests, emptyDataDir, envelope, startDoorway, startService, type Running } from '../testing/process.ts';

const requests = isLongRun ? 60 : 24;

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

const finished = afterAllTests();
let pool: Pool;
let token: string;
let invoiceId: string;
let unheard: Running;
let addresses: string[];

/** Two processes on one database, with a supplier, a project and an invoice in it. Nobody reads the output of the second. */
beforeAll(async () => {
  const database = await createTestDatabase();
  finished(() => database.drop());
  pool = createPool({ connection: database.connection, size: 2, onIdleError: () => undefined });
  finished(() => pool.end());
  ({ token } = await createToken(pool, { company: 'Acme', partner: 'Scanner' }));
  const project = {
    id: uuidv7(),
    number: 'P1',
    name: 'Eken',
    proposalIds: ['P-1'],
    facilities: [{ number: '1', name: 'House' }],
  };
  await transaction(pool, async (tx) => upsertProjects(tx, await requireCompany(tx, 'Acme'), [project], new Date()));
  const env = { DATABASE_URL: database.url, DATA_DIR: await emptyDataDir(finished) };
  const PORT = String(await freePort());
  unheard = startDoorway(['serve'], { ...env, PORT }, { finished, unheard: true });
  addresses = [(await startService(env, { finished })).address, `http://127.0.0.1:${PORT}`];
  await untilReady(`${addresses[1]}/health/ready`);
  await postAt(0, paths.suppliers, { number: '1', name: 'El' });
  invoiceId = (await postAt(0, paths.invoices, { externalReferenceId: 'with files', supplierNumber: '1' })).body.id;
});

async function untilReady(address: string): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(address)).status).toBe(200), { timeout: 60_000, interval: 50 });
}

/** A port that nobody has, below those that the system hands out by itself to whoever asks for one meanwhile. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}

const postAt = (at: number, path: string, body: unknown, headers = {}, as = token) =>
  send(addresses[at % 2] as string, 'POST', path, { token: as, body, headers });

/** The same request many times at once, to the two by turns. */
const postMany = (path: string, body: unknown, headers = {}) =>
  Promise.all(Array.from({ length: requests }, (_, at) => postAt(at, path, body, headers)));

const count = async (pool: Pool, table: string) =>
  Number((await pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);

const withStatus = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status);

it('equal requests at once over two processes create one record, and all others are told which', async () => {
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

it('requests at once with one Idempotency-Key over two processes create one record, and all others get its answer', async () => {
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
  const before = await count(pool, 'suppliers');
  const names = Array.from({ length: 5 }, (_, at) => `s${at}`);
  const rounds = [names, names.toReversed()].flatMap((order) =>
    order.map((name) => postMany(paths.suppliers, { number: name, name }, { 'idempotency-key': `key ${name}` })),
  );
  const answers = (await Promise.all(rounds)).flat();
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(names.length);
  expect(await count(pool, 'suppliers')).toBe(before + names.length);
});

it('of two equal invoices at once from two partners over two processes at least one names the other', async () => {
  const other = await createToken(pool, { company: 'Acme', partner: 'Operator' });
  for (let round = 0; round < (isLongRun ? 20 : 8); round++) {
    const body = { externalReferenceId: `equal ${round}`, supplierNumber: '1', supplierInvoiceNumber: `E-${round}` };
    const answers = await Promise.all([
      postAt(0, paths.invoices, body),
      postAt(1, paths.invoices, body, {}, other.token),
    ]);
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

it('a service whose output nobody reads stops with 0 all the same', async () => {
  unheard.child.kill('SIGTERM');
  expect(await unheard.ended).toMatchObject({ code: 0, signal: null });
});
