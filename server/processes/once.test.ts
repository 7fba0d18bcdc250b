import { beforeAll, expect, it, vi } from 'vitest';
import { createToken } from '../testing/access.ts';
import { requireCompany } from '../companies/store.ts';
import { transaction, type CompanyId, type Pool } from '../ground/db/pool.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { upsertProjects } from '../projects/store.ts';
import { runCommand } from '../testing/command-line.ts';
import { createTestDatabase } from '../testing/database.ts';
import { paths, send, type Answer, type Door } from '../testing/door.ts';
import { feedPath, openStream, readFeed, type FeedEvent } from '../testing/feed.ts';
import { isLongRun } from '../testing/long.ts';
import { signedIn } from '../testing/operator.ts';
import {
  afterAllTests,
  emptyDataDir,
  envelope,
  freePort,
  startDoorway,
  startService,
  type Running,
  type Service,
} from '../testing/process.ts';
import { newId } from '../ground/db/ids.ts';

const requests = isLongRun ? 60 : 12;

interface Case {
  path: string;
  body: Record<string, unknown>;
  table: string;
}

/** In the order in which they depend on each other. */
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
let company: CompanyId;
let reader: { cookie: string };
let env: Record<string, string>;
let service: Service;
let unheard: Running;
let addresses: string[];

beforeAll(async () => {
  const database = await createTestDatabase();
  finished(() => database.drop());
  pool = createPool({ connection: database.connection, size: 2, onIdleError: () => undefined });
  finished(() => pool.end());
  ({ token } = await createToken(pool, { company: 'Acme', partner: 'Scanner' }));
  const project = {
    id: newId(),
    number: 'P1',
    name: 'Eken',
    proposalIds: ['P-1'],
    facilities: [{ number: '1', name: 'House' }],
  };
  company = await requireCompany(pool, 'Acme');
  await transaction(pool, async (tx) => upsertProjects(tx, company, [project], new Date()));
  reader = { cookie: (await signedIn({ pool, company } as Door, 'administrator')).cookie };
  env = { DATABASE_URL: database.url, DATA_DIR: await emptyDataDir(finished) };
  const PORT = String(await freePort());
  unheard = startDoorway(['serve'], { ...env, PORT }, { finished, unheard: true });
  service = await startService(env, { finished });
  addresses = [service.address, `http://127.0.0.1:${PORT}`];
  await untilReady(`${addresses[1]}/health/ready`);
  await postAt(0, paths.suppliers, { number: '1', name: 'El' });
  invoiceId = (await postAt(0, paths.invoices, { externalReferenceId: 'with files', supplierNumber: '1' })).body.id;
});

async function untilReady(address: string): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(address)).status).toBe(200), { timeout: 240_000, interval: 50 });
}

const postAt = (at: number, path: string, body: unknown, headers = {}, as = token) =>
  send(addresses[at % 2] as string, 'POST', path, { token: as, body, headers });

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
  const names = Array.from({ length: isLongRun ? 5 : 3 }, (_, at) => `s${at}`);
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
  // Both processes have cached the supplier by now and use the fast path.
  for (const at of [0, 1])
    await postAt(at, paths.invoices, { externalReferenceId: `known ${at}`, supplierNumber: '1' });
  const rounds = isLongRun ? 20 : 4;
  for (let round = 0; round < rounds; round++) {
    const body = { externalReferenceId: `equal ${round}`, supplierNumber: '1', supplierInvoiceNumber: `E-${round}` };
    const answers = await Promise.all([
      postAt(0, paths.invoices, body),
      postAt(1, paths.invoices, body, {}, other.token),
    ]);
    const ids = answers.map((answer) => answer.body.id as string);
    const { rows } = await pool.query<{ earlier: string }>(
      `SELECT finding -> 'parameters' ->> 'earlier' AS earlier FROM supplier_invoices CROSS JOIN LATERAL jsonb_array_elements(findings) AS finding
       WHERE id = ANY ($1) AND finding ->> 'code' NOT LIKE 'missing.%'`,
      [ids],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { earlier } of rows) expect(ids).toContain(earlier);
  }
  // A job finds it for the others. That is an event, which the next test would count.
  const named = `SELECT FROM supplier_invoices WHERE starts_with(external_reference_id, 'equal ') AND strpos(findings::text, 'earlier') > 0`;
  await expect.poll(async () => (await pool.query(named)).rowCount).toBe(2 * rounds);
});

const from1To = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

const newest = async () =>
  Number(
    (await pool.query('SELECT event_seq FROM company_counters WHERE company_id = $1', [company])).rows[0].event_seq,
  );

it('readers of two processes see every number once and in order, while both and a command write; those that wait when a process stops are answered', async () => {
  const first = await newest();
  const written = isLongRun ? 8 : 3;
  let total = Infinity;

  async function poll(address: string, query: string): Promise<number[]> {
    const seen: number[] = [];
    for (let last = first; last < total;) {
      const { status, body } = await readFeed(address, company, reader, `?after=${last}&wait=1${query}`);
      expect(status).toBe(200);
      seen.push(...(body.events as FeedEvent[]).map(({ seq }) => seq));
      expect(body.last).toBeGreaterThanOrEqual(last);
      last = body.last as number;
    }
    return seen;
  }
  const readers = addresses.flatMap((address) => [poll(address, ''), poll(address, '&limit=3')]);
  const created = poll(addresses[0] as string, '&types=supplier.created');
  const streams = await Promise.all(
    addresses.map((address) => openStream(address, feedPath(company, `?after=${first}`), reader)),
  );

  async function write(address: string, name: string): Promise<void> {
    const done = async (path: string, body: object, as: object) =>
      expect((await send(address, 'POST', path, { ...as, body })).status).toBe(200);
    for (let many = 0; many < written; many += 1) {
      const number = `${name} ${many}`;
      await done(paths.suppliers, { number, name }, { token });
      const { status, body } = await send(address, 'POST', paths.invoices, {
        token,
        body: { externalReferenceId: number, supplierNumber: number },
      });
      expect(status).toBe(200);
      const path = `/operator/v1/companies/${company}/invoices/${body.id}/approve`;
      await done(path, {}, { headers: { ...reader, 'x-doorway-console': '1' } });
    }
  }
  const rows = from1To(40).map((number) => `imported ${number},Imported`);
  const writers = addresses.flatMap((address, at) => ['a', 'b', 'c'].map((name) => write(address, `${at}${name}`)));
  const imported = runCommand(
    ['supplier', 'import', '--company', 'Acme', '-'],
    env,
    ['number,name', ...rows].join('\n'),
  );
  await Promise.all(writers);
  expect(await imported).toMatchObject({ code: 0 });
  total = await newest();
  expect(total).toBe(first + 2 * 3 * written * 3 + 40);
  const all = from1To(total).slice(first);

  for (const seen of await Promise.all(readers)) expect(seen).toEqual(all);
  expect(await created).toHaveLength(2 * 3 * written + 40);
  for (const { events } of streams) await expect.poll(() => events.map(({ seq }) => seq)).toEqual(all);

  // A stopping process answers waiting requests and ends its streams, so that clients can continue elsewhere.
  const waiting = readFeed(service.address, company, reader, `?after=${total}&wait=30`);
  await expect
    .poll(async () => (await fetch(`${service.address}/metrics`)).text())
    .toMatch(/^doorway_events_waiting 2$/m);
  expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(await waiting).toMatchObject({ status: 200, body: { events: [], last: total } });
  await streams[0]?.ended;
  unheard.child.kill('SIGTERM');
  await streams[1]?.ended;
});

it('a service whose output nobody reads stops with 0 all the same', async () => {
  expect(await unheard.ended).toMatchObject({ code: 0, signal: null });
});
