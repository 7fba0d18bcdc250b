import { beforeAll, expect, it } from 'vitest';
import { requireCompany } from '../access/store.ts';
import { createPool, type CompanyId, type Pool } from '../ground/db/pool.ts';
import { createToken } from '../testing/access.ts';
import { runCommand } from '../testing/command-line.ts';
import { createTestDatabase } from '../testing/database.ts';
import { paths, type Door } from '../testing/door.ts';
import { feedPath, openStream, readFeed, type Told } from '../testing/feed.ts';
import { signedIn } from '../testing/operator.ts';
import { afterAllTests, emptyDataDir, startDoorway, startService, type Service } from '../testing/process.ts';

const finished = afterAllTests();
let pool: Pool;
let token: string;
let company: CompanyId;
let reader: { cookie: string };
let env: Record<string, string>;
let services: [Service, Service];

/** Two services on the database of a company with a partner and somebody who may do everything. */
beforeAll(async () => {
  const database = await createTestDatabase();
  finished(() => database.drop());
  pool = createPool({ connection: database.connection, size: 2, onIdleError: () => undefined });
  finished(() => pool.end());
  ({ token } = await createToken(pool, { company: 'Acme', partner: 'Scanner' }));
  company = await requireCompany(pool, 'Acme');
  const { cookie } = await signedIn({ pool, company } as Door, 'administrator');
  reader = { cookie };
  env = { DATABASE_URL: database.url, DATA_DIR: await emptyDataDir(finished) };
  services = await Promise.all([startService(env, { finished }), startService(env, { finished })]);
});

const newest = async () =>
  Number(
    (await pool.query('SELECT event_seq FROM company_counters WHERE company_id = $1', [company])).rows[0].event_seq,
  );

const from1To = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

it('events tail prints the last ten and what comes, as lines or as JSON, until it is told to stop', async () => {
  const [service] = services;
  const supplier = async (number: string) =>
    expect((await service.call('POST', paths.suppliers, { token, body: { number, name: 'El' } })).status).toBe(200);
  for (const number of from1To(12)) await supplier(`S${number}`);
  const tail = ['events', 'tail', '--company', 'Acme'];
  const asLines = startDoorway(tail, env);
  const asJson = startDoorway([...tail, '--after', '11', '--types', 'supplier.created', '--json'], env);
  const lines = (output: string) => output.split('\n').slice(0, -1);
  await expect.poll(() => lines(asLines.output()), { timeout: 60_000 }).toHaveLength(10);
  await expect.poll(() => lines(asJson.output()), { timeout: 60_000 }).toHaveLength(1);
  await service.call('POST', paths.invoices, { token, body: { externalReferenceId: 'I1', supplierNumber: 'S1' } });
  await supplier('S13');
  await expect.poll(() => lines(asLines.output()), { timeout: 60_000 }).toHaveLength(12);
  expect(lines(asLines.output())[0]).toMatch(/^3 {2}\d{4}-\S+Z {2}supplier\.created {2}S3 {2}Scanner$/);
  expect(lines(asLines.output())[10]).toMatch(/^13 {2}\S+ {2}supplierinvoice\.created {2}I1 {2}Scanner$/);
  await expect.poll(() => lines(asJson.output()), { timeout: 60_000 }).toHaveLength(2);
  const { body } = await readFeed(service.address, company, reader, '?after=11&types=supplier.created');
  expect(lines(asJson.output()).map((line) => JSON.parse(line) as unknown)).toEqual(body.events);
  for (const { child, ended } of [asLines, asJson]) {
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  }

  await pool.query('DELETE FROM events WHERE company_id = $1 AND seq <= 5', [company]);
  expect(await runCommand([...tail, '--after', '4'], env)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'The events before number 6 are not kept any more. Run it with --after 5, or without it.\n',
  });
  expect(await runCommand([...tail, '--types', 'supplier.create'], env)).toMatchObject({
    code: 2,
    stderr: '--types has "supplier.create", but there are no such events. Did you mean supplier.created?\n',
  });
  expect(await runCommand([...tail, '--after', 'x'], env)).toMatchObject({
    code: 2,
    stderr: '--after is "x", but it takes the number of an event.\n',
  });
});

it('readers of two processes see every number once and in order, while both and a command write', async () => {
  const first = await newest();
  let total = Infinity;

  /** Long polling, until everything that was written has come. */
  async function poll({ address }: Service, query: string): Promise<number[]> {
    const seen: number[] = [];
    for (let last = first; last < total;) {
      const { status, body } = await readFeed(address, company, reader, `?after=${last}&wait=1${query}`);
      expect(status).toBe(200);
      seen.push(...(body.events as Told[]).map(({ seq }) => seq));
      expect(body.last).toBeGreaterThanOrEqual(last);
      last = body.last as number;
    }
    return seen;
  }
  const readers = services.flatMap((service) => [poll(service, ''), poll(service, '&limit=3')]);
  const created = poll(services[0], '&types=supplier.created');
  const streams = await Promise.all(
    services.map(({ address }) => openStream(address, feedPath(company, `?after=${first}`), reader)),
  );

  /** Suppliers, invoices and decisions on them, one after the other and beside other writers. */
  async function write({ call }: Service, name: string): Promise<void> {
    const done = async (path: string, body: object, as: object) =>
      expect((await call('POST', path, { ...as, body })).status).toBe(200);
    for (let many = 0; many < 8; many += 1) {
      const number = `${name} ${many}`;
      await done(paths.suppliers, { number, name }, { token });
      const { status, body } = await call('POST', paths.invoices, {
        token,
        body: { externalReferenceId: number, supplierNumber: number },
      });
      expect(status).toBe(200);
      const path = `/operator/v1/companies/${company}/invoices/${body.id}/approve`;
      await done(path, {}, { headers: { ...reader, 'x-doorway-console': '1' } });
    }
  }
  const rows = from1To(40).map((number) => `imported ${number},Imported`);
  const writers = services.flatMap((service, at) => ['a', 'b', 'c'].map((name) => write(service, `${at}${name}`)));
  const imported = runCommand(
    ['supplier', 'import', '--company', 'Acme', '-'],
    env,
    ['number,name', ...rows].join('\n'),
  );
  await Promise.all(writers);
  expect(await imported).toMatchObject({ code: 0 });
  total = await newest();
  expect(total).toBe(first + 2 * 3 * 8 * 3 + 40);
  const all = from1To(total).slice(first);

  for (const seen of await Promise.all(readers)) expect(seen).toEqual(all);
  expect(await created).toHaveLength(2 * 3 * 8 + 40);
  for (const { events } of streams)
    await expect.poll(() => events.map(({ seq }) => seq), { timeout: 60_000 }).toEqual(all);

  // Who waits while a process stops is answered, and a stream ends where it can go on elsewhere.
  const [one, two] = services;
  const waiting = readFeed(one.address, company, reader, `?after=${total}&wait=30`);
  await expect
    .poll(async () => (await fetch(`${one.address}/metrics`)).text(), { timeout: 60_000 })
    .toMatch(/^doorway_events_waiting 2$/m);
  expect(await one.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(await waiting).toMatchObject({ status: 200, body: { events: [], last: total } });
  await streams[0]?.ended;
  expect(await two.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  await streams[1]?.ended;
});
