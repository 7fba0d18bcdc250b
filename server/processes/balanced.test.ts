import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { requireCompany } from '../companies/store.ts';
import { newId } from '../ground/db/ids.ts';
import { transaction, type CompanyId, type Pool } from '../ground/db/pool.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { addJob } from '../jobs/queue.ts';
import { sweepSoon } from '../jobs/sweeps.ts';
import { upsertProjects } from '../projects/store.ts';
import { createClient, createToken } from '../testing/access.ts';
import { isReady, openBalancer, type Balancer } from '../testing/balancer.ts';
import { runCommand } from '../testing/command-line.ts';
import { createTestDatabase } from '../testing/database.ts';
import { paths, send, type Answer, type Door } from '../testing/door.ts';
import { feedPath, openStream, readFeed } from '../testing/feed.ts';
import { isLongRun } from '../testing/long.ts';
import { createLuck } from '../testing/luck.ts';
import { api, cookieOf, goodPassword, signedIn, type SignedIn } from '../testing/operator.ts';
import { openClock, type OwnClock } from '../testing/own-clock.ts';
import { startPolling } from '../testing/polling.ts';
import { afterAllTests, emptyDataDir, freePort, startService, type Service } from '../testing/process.ts';
import { expectStoredOnce, startLoad, type RunningLoad } from '../testing/repeated-load.ts';
import { pauseBetweenTries } from '../testing/time.ts';
import { waitingWith } from '../testing/waiting.ts';
import { addEndpoint, allowing, numbersOf, receiverForThisTest, upTo } from '../testing/webhooks.ts';

/** Two processes show all that three do, except that two readers elsewhere are woken. */
const processes = isLongRun ? 3 : 2;
/** The services have clocks of their own, so nobody waits for it. */
const drainSeconds = 60;

const finished = afterAllTests();
let pool: Pool;
let company: CompanyId;
let token: string;
let administrator: SignedIn;
let env: Record<string, string>;
let clock: OwnClock;
let ports: string[];
let addresses: string[];
let services: Service[];
let balancer: Balancer;
let start: (port: string) => Promise<Service>;

/** Several machines: nothing is shared but the database and the key of the secrets. */
beforeAll(async () => {
  const database = await createTestDatabase();
  finished(() => database.drop());
  pool = createPool({ connection: database.connection, size: 4, onIdleError: () => undefined });
  finished(() => pool.end());
  ({ token } = await createToken(pool, { company: 'Acme', partner: 'Scanner' }));
  company = await requireCompany(pool, 'Acme');
  const facilities = [{ number: '1', name: 'House' }];
  const project = { id: newId(), number: 'P1', name: 'Eken', proposalIds: ['P-1'], facilities };
  await transaction(pool, (tx) => upsertProjects(tx, company, [project], new Date()));
  administrator = await signedIn({ pool, company } as Door, 'administrator');
  clock = await openClock(finished);
  env = { DATABASE_URL: database.url, SECRETS_KEY: randomBytes(32).toString('base64') };
  const settings = { ...env, ...allowing, ...clock.env, DRAIN_SECONDS: String(drainSeconds) };
  start = async (PORT) => startService({ ...settings, PORT, DATA_DIR: await emptyDataDir(finished) }, { finished });
  ports = await Promise.all(upTo(processes).map(async () => String(await freePort())));
  services = await Promise.all(ports.map(start));
  addresses = services.map(({ address }) => address);
  balancer = await openBalancer(addresses);
  finished(() => balancer.close());
  await Promise.all(addresses.map(untilReady));
  await post(paths.suppliers, { number: '1', name: 'El' });
});

const untilReady = (address: string) =>
  vi.waitFor(async () => expect(await isReady(address)).toBe(true), { timeout: 120_000, interval: 20 });

const call = (address: string, method: string, path: string, as: { cookie: string } | string, body?: object) =>
  typeof as === 'string'
    ? send(address, method, path, { token: as, body })
    : send(address, method, api + path, { body, headers: { cookie: as.cookie, 'x-doorway-console': '1' } });

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  send(balancer.url, 'POST', path, { token, body, headers });

const everywhere = (path: string, as: { cookie: string } | string): Promise<number[]> =>
  Promise.all(addresses.map(async (address) => (await call(address, 'GET', path, as)).status));

const newest = async () =>
  Number(
    (await pool.query('SELECT event_seq FROM company_counters WHERE company_id = $1', [company])).rows[0].event_seq,
  );

it('work orders of one project are numbered without a gap, whichever process gets them', async () => {
  const before = [...balancer.sent];
  const many = isLongRun ? 30 : 12;
  const answers = await Promise.all(upTo(many).map((n) => post(paths.workOrders, { id: `w-${n}`, proposalId: 'P-1' })));
  const numbers = answers.map(({ body }) => Number(/ #(\d+)$/.exec(body.title as string)?.[1]));
  expect(numbers.toSorted((one, other) => one - other)).toEqual(upTo(many));
  for (const [at, sent] of balancer.sent.entries()) expect(sent).toBeGreaterThan(before[at] as number);
});

type NewToken = Awaited<ReturnType<typeof createToken>>;
type Credential = [path: string, as: { cookie: string } | string, refusal: number];

it('whoever signs in at one process is known to all; revoked and expired tokens, revoked clients and operator tokens, ended sessions, changed passwords, and disabled or removed operators are refused everywhere within a second', async () => {
  const [first] = addresses as [string];
  const act = async (method: string, path: string, as: { cookie: string }, body?: object) => {
    const answer = await call(first, method, path, as, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer;
  };
  const inCompany = `/companies/${company}`;
  const [revoked, byToken, byId, expired] = (await Promise.all(
    upTo(4).map(() => createToken(pool, { company: 'Acme', partner: 'Scanner' })),
  )) as [NewToken, NewToken, NewToken, NewToken];
  const client = await createClient(pool, { company: 'Acme', partner: 'Scanner' });
  const ofClient = await send(addresses[1] as string, 'POST', '/oauth/token', {
    raw: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.id,
      client_secret: client.secret,
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const [leaving, everywhereOut, disabled, removed, changing] = (await Promise.all(
    upTo(5).map(() => signedIn({ pool, company } as Door, 'viewer')),
  )) as [SignedIn, SignedIn, SignedIn, SignedIn, SignedIn];
  const personal = await act('POST', '/tokens', everywhereOut, { name: 'script' });
  const other = await call(
    first,
    'POST',
    '/session',
    { cookie: '' },
    { email: changing.email, password: goodPassword },
  );
  const credentials: Credential[] = [
    ...[revoked, byToken, byId, expired].map((made): Credential => [paths.suppliers, made.token, 401]),
    [paths.suppliers, ofClient.body.access_token as string, 401],
    [`${api}/session`, personal.body.token as string, 401],
    ['/session', leaving, 401],
    ['/session', everywhereOut, 401],
    [`${inCompany}/suppliers`, disabled, 401],
    [`${inCompany}/suppliers`, removed, 404],
    ['/session', { cookie: cookieOf(other) }, 401],
  ];
  const statuses = () => Promise.all(credentials.map(([path, as]) => everywhere(path, as)));
  expect(await statuses()).toEqual(credentials.map(() => addresses.map(() => 200)));
  const stream = await openStream(addresses.at(-1) as string, feedPath(company, '?after=0'), {
    cookie: disabled.cookie,
  });

  // Every process uses all of them up to the moment, more often than it forgets them, and so has them cached.
  let isUsing = true;
  const using = (async () => {
    while (isUsing) {
      await statuses();
      for (let pauses = 10; isUsing && pauses > 0; pauses--) await pauseBetweenTries();
    }
  })();
  onTestFinished(() => {
    isUsing = false;
    return using;
  });
  await Promise.all([
    act('DELETE', `${inCompany}/tokens/${revoked.id}`, administrator),
    act('DELETE', `${inCompany}/clients/${client.id}`, administrator),
    act('DELETE', '/session', leaving),
    act('DELETE', '/sessions', everywhereOut),
    act('PATCH', `/operators/${disabled.id}`, administrator, { disabled: true }),
    act('PATCH', `/operators/${removed.id}`, administrator, { companies: [] }),
    act('PUT', '/password', changing, { current: goodPassword, next: 'quiet lamps under seven rivers' }),
    pool.query(`UPDATE access_tokens SET expires_at = now() - interval '1 s' WHERE id = $1`, [expired.id]),
  ]);
  for (const named of [byToken.token, byId.id])
    expect(await runCommand(['token', 'revoke', named], env)).toMatchObject({ code: 0, stdout: '' });
  isUsing = false;
  await using;
  await clock.moveOn(1_000, ...services);
  expect(await statuses()).toEqual(credentials.map(([, , refusal]) => addresses.map(() => refusal)));
  await stream.ended;
});

it('readers that wait at other processes are woken by an event', async () => {
  const elsewhere = addresses.slice(0, -1);
  const last = addresses.at(-1) as string;
  const gauge = async (name: string, address: string) =>
    new RegExp(`^${name} (\\d+)$`, 'm').exec(await (await fetch(`${address}/metrics`)).text())?.[1];
  // Polling every 30 s might find the first event. It cannot find the second within the 25 s that follow.
  for (const round of [1, 2]) {
    const after = await newest();
    const query = `?after=${after}&wait=25`;
    const waiting: Promise<Answer>[] = elsewhere.flatMap((address) => [
      readFeed(address, company, { cookie: administrator.cookie }, query),
      send(address, 'GET', `/doorway/v1/events${query}`, { token }),
    ]);
    for (const address of elsewhere)
      for (const name of ['doorway_events_waiting', 'doorway_partner_events_waiting'])
        await expect.poll(() => gauge(name, address)).toBe('1');
    const body = { externalReferenceId: `awaited ${round}`, supplierNumber: '1' };
    const { id } = (await send(last, 'POST', paths.invoices, { token, body })).body;
    await call(last, 'POST', `/companies/${company}/invoices/${id}/approve`, administrator, {});
    for (const { status, body: page } of await Promise.all(waiting)) {
      expect(status).toBe(200);
      expect((page.events as { seq: number }[]).length).toBeGreaterThan(0);
    }
  }
});

it('each event is delivered to a webhook once and in order, while all processes write', async () => {
  const before = await newest();
  const receiver = await receiverForThisTest();
  await addEndpoint({ pool, company }, receiver.url, { since: before });
  const many = isLongRun ? 60 : 20;
  await Promise.all(upTo(many).map((n) => post(paths.suppliers, { number: `webhook ${n}`, name: 'El' })));
  expect(await newest()).toBe(before + many);
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(many);
  expect(numbersOf(receiver.received)).toEqual(upTo(before + many, before + 1));
});

it('one process at a time removes expired data', async () => {
  const locked = `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'sweeps' AND locked_at IS NOT NULL`;
  await expect.poll(async () => (await pool.query(locked)).rowCount).toBe(0);
  const client = await pool.connect();
  await client.query('BEGIN; LOCK TABLE invitations IN EXCLUSIVE MODE');
  await sweepSoon(pool);
  const waiting = () => waitingWith(client, 'DELETE FROM invitations');
  await expect.poll(waiting).toHaveLength(1);
  // The processes take the second of these jobs, and would have taken the first before it if they might.
  await sweepSoon(pool);
  await addJob(pool, { task: 'invoices.judge', payload: { company: newId(), supplierNumber: 'none' }, key: 'later' });
  const judging = `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'invoices.judge'`;
  await expect.poll(async () => (await pool.query(judging)).rowCount).toBe(0);
  expect((await pool.query(locked)).rowCount).toBe(1);
  expect(await waiting()).toHaveLength(1);
  await client.query('ROLLBACK');
  client.release();
});

/** How many calls prove that a process is used, or that calls go on without it. */
const some = 10;
const untilSome = async ({ created }: RunningLoad) => {
  const before = created.size;
  await expect.poll(() => created.size).toBeGreaterThan(before + some);
};

it('processes that are restarted one after the other, each with SIGTERM, fail no call', async () => {
  for (const at of upTo(processes)
    .slice(isLongRun ? 0 : -1, processes)
    .map((n) => n - 1)) {
    const [service, address] = [services[at] as Service, addresses[at] as string];
    const leaving = startLoad(post, `leaving ${at}`);
    await untilSome(leaving);
    service.child.kill('SIGTERM');
    await expect.poll(() => isReady(address)).toBe(false);
    await untilSome(leaving);
    await clock.moveOn(drainSeconds * 1_000, service);
    expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
    await leaving.stop();

    services[at] = await start(ports[at] as string);
    const joining = startLoad(post, `joining ${at}`);
    const before = balancer.sent[at] as number;
    await expect.poll(() => balancer.sent[at]).toBeGreaterThan(before + some);
    await joining.stop();
    expect([leaving.failures, joining.failures]).toEqual([[], []]);
    for (const load of [leaving, joining]) await expectStoredOnce(pool, company, load);
  }
});

/** How many changes each phase of a polling has: all processes write, then one of them is gone. */
const minChanges = isLongRun ? 500 : 24;

it('a process that is killed under load loses nothing, and repeated calls double nothing; polling at another one with the last next misses no change and repeats none', async () => {
  const luck = createLuck();
  for (let round = 1; ; round++) {
    const at = luck.below(processes);
    const reader = services[(at + 1) % processes] as Service;
    const polling = await startPolling(reader, services, token, `polled ${round}`);
    const load = startLoad(post, `killed ${round}`);
    const before = luck.below(20);
    await polling.untilMore(minChanges);
    await expect.poll(() => load.created.size, { interval: 1 }).toBeGreaterThan(before);
    expect(await services[at]?.stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    await untilSome(load);
    await polling.untilMore(minChanges / 2);
    // What the load has created last is polled, too.
    await load.stop();
    await polling.stop();
    await expectStoredOnce(pool, company, load);
    await polling.expectComplete(pool, company);
    if (!isLongRun || round === 4) break;
    services[at] = await start(ports[at] as string);
    await untilReady(addresses[at] as string);
  }
});
