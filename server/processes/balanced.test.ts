import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { requireCompany } from '../access/store.ts';
import { newId } from '../ground/db/ids.ts';
import { createPool, transaction, type CompanyId, type Pool } from '../ground/db/pool.ts';
import { sweepSoon } from '../jobs/sweeps.ts';
import { upsertProjects } from '../projects/store.ts';
import { createClient, createToken } from '../testing/access.ts';
import { openBalancer, type Balancer } from '../testing/balancer.ts';
import { createTestDatabase } from '../testing/database.ts';
import { paths, send, type Answer, type Door } from '../testing/door.ts';
import { feedPath, openStream, readFeed } from '../testing/feed.ts';
import { pdfOf } from '../testing/files.ts';
import { api, cookieOf, goodPassword, signedIn, type SignedIn } from '../testing/operator.ts';
import { afterAllTests, emptyDataDir, freePort, startService, type Service } from '../testing/process.ts';
import { openS3 } from '../testing/s3.ts';
import { waitingWith } from '../testing/waiting.ts';
import { addEndpoint, allowing, numbersOf, receiverForThisTest, upTo } from '../testing/webhooks.ts';

const finished = afterAllTests();
let pool: Pool;
let company: CompanyId;
let token: string;
let administrator: SignedIn;
let ports: string[];
let addresses: string[];
let services: Service[];
let balancer: Balancer;
let start: (port: string) => Promise<Service>;

/** Three machines: nothing is shared but the database, the bucket and the key of the secrets. */
beforeAll(async () => {
  const database = await createTestDatabase();
  finished(() => database.drop());
  pool = createPool({ connection: database.connection, size: 4, onIdleError: () => undefined });
  finished(() => pool.end());
  const s3 = await openS3();
  finished(() => s3.close());
  ({ token } = await createToken(pool, { company: 'Acme', partner: 'Scanner' }));
  company = await requireCompany(pool, 'Acme');
  const facilities = [{ number: '1', name: 'House' }];
  const project = { id: newId(), number: 'P1', name: 'Eken', proposalIds: ['P-1'], facilities };
  await transaction(pool, (tx) => upsertProjects(tx, company, [project], new Date()));
  administrator = await signedIn({ pool, company } as Door, 'administrator');
  const shared = {
    ...s3.env,
    ...allowing,
    DATABASE_URL: database.url,
    SECRETS_KEY: randomBytes(32).toString('base64'),
  };
  start = async (PORT) =>
    startService({ ...shared, PORT, DATA_DIR: await emptyDataDir(finished), DRAIN_SECONDS: '5' }, { finished });
  ports = await Promise.all([1, 2, 3].map(async () => String(await freePort())));
  services = await Promise.all(ports.map(start));
  addresses = services.map(({ address }) => address);
  balancer = await openBalancer(addresses);
  finished(() => balancer.close());
  await untilAllAreReady();
  await post(paths.suppliers, { number: '1', name: 'El' });
});

const untilAllAreReady = () => vi.waitFor(() => expect(balancer.ready()).toHaveLength(3), { timeout: 60_000 });

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

it('the same Idempotency-Key, one after the other and at once, is one record, whichever process gets it', async () => {
  const before = [...balancer.sent];
  const body = (n: number) => ({ externalReferenceId: `repeated ${n}`, supplierNumber: '1' });
  const key = (n: number) => ({ 'idempotency-key': `key ${n}` });
  for (const n of [1, 2]) {
    const first = n === 1 ? [await post(paths.invoices, body(n), key(n))] : [];
    const answers = [...first, ...(await Promise.all(upTo(8).map(() => post(paths.invoices, body(n), key(n)))))];
    expect(new Set(answers.map(({ status, body: { id } }) => `${status} ${id}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') !== 'true')).toHaveLength(1);
  }
  for (const [at, many] of balancer.sent.entries()) expect(many).toBeGreaterThan(before[at] as number);
});

it('files that any process has received are read from every other', async () => {
  const supplierInvoiceId = (await post(paths.invoices, { externalReferenceId: 'files', supplierNumber: '1' })).body.id;
  for (const sizeBytes of [3_000, 4_000, 6_000_000]) {
    const file = pdfOf(sizeBytes, String(sizeBytes));
    const attached = await post(paths.attach, {
      supplierInvoiceId,
      fileName: `${sizeBytes}.pdf`,
      content: file.toString('base64'),
    });
    expect(attached.status, attached.body.message).toBe(200);
    const path = `${api}/companies/${company}/invoices/${supplierInvoiceId}/files/${attached.body.id}`;
    for (const address of addresses) {
      const answer = await fetch(address + path, { headers: { cookie: administrator.cookie } });
      expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true);
    }
  }
});

it('work orders of one project are numbered without a gap', async () => {
  const answers = await Promise.all(upTo(30).map((n) => post(paths.workOrders, { id: `w-${n}`, proposalId: 'P-1' })));
  const numbers = answers.map(({ body }) => Number(/ #(\d+)$/.exec(body.title as string)?.[1]));
  expect(numbers.toSorted((one, other) => one - other)).toEqual(upTo(30));
});

it('an operator who signs in at one process is signed in at all', async () => {
  const { email } = await signedIn({ pool, company } as Door, 'viewer');
  const answer = await call(balancer.url, 'POST', '/session', { cookie: '' }, { email, password: goodPassword });
  expect(answer.status, answer.body?.message).toBe(204);
  expect(await everywhere('/session', { cookie: cookieOf(answer) })).toEqual([200, 200, 200]);
});

it('revoked tokens, clients and operator tokens, ended sessions, changed passwords, and disabled or removed operators are refused everywhere within a second', async () => {
  const [first] = addresses as [string];
  const act = async (method: string, path: string, as: { cookie: string }, body?: object) => {
    const answer = await call(first, method, path, as, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer;
  };
  const inCompany = `/companies/${company}`;
  const revoked = await createToken(pool, { company: 'Acme', partner: 'Scanner' });
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
  const credentials: [path: string, as: { cookie: string } | string, refusal: number][] = [
    [paths.suppliers, revoked.token, 401],
    [paths.suppliers, ofClient.body.access_token as string, 401],
    [`${api}/session`, personal.body.token as string, 401],
    ['/session', leaving, 401],
    ['/session', everywhereOut, 401],
    [`${inCompany}/suppliers`, disabled, 401],
    [`${inCompany}/suppliers`, removed, 404],
    ['/session', { cookie: cookieOf(other) }, 401],
  ];
  const statuses = () => Promise.all(credentials.map(([path, as]) => everywhere(path, as)));
  expect(await statuses()).toEqual(credentials.map(() => [200, 200, 200]));
  const stream = await openStream(addresses[2] as string, feedPath(company, '?after=0'), { cookie: disabled.cookie });

  // Every process uses all of them all the time, and so has them cached.
  let isUsing = true;
  const using = (async () => {
    for (; isUsing; await sleep(50)) await statuses();
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
  ]);
  await sleep(1_000);
  expect(await statuses()).toEqual(credentials.map(([, , refusal]) => [refusal, refusal, refusal]));
  await stream.ended;
});

it('readers that wait at two processes are woken by an event of the third', async () => {
  const after = await newest();
  const ownEvents = (address: string) => send(address, 'GET', `/doorway/v1/events?after=${after}&wait=25`, { token });
  const waiting: Promise<Answer>[] = [
    readFeed(addresses[0] as string, company, { cookie: administrator.cookie }, `?after=${after}&wait=25`),
    readFeed(addresses[1] as string, company, { cookie: administrator.cookie }, `?after=${after}&wait=25`),
    ownEvents(addresses[1] as string),
  ];
  const gauge = async (name: string, at: number) =>
    new RegExp(`^${name} (\\d+)$`, 'm').exec(await (await fetch(`${addresses[at]}/metrics`)).text())?.[1];
  for (const at of [0, 1]) await expect.poll(() => gauge('doorway_events_waiting', at)).toBe('1');
  await expect.poll(() => gauge('doorway_partner_events_waiting', 1)).toBe('1');
  const beganAt = Date.now();
  const body = { externalReferenceId: 'awaited', supplierNumber: '1' };
  const { id } = (await send(addresses[2] as string, 'POST', paths.invoices, { token, body })).body;
  await call(addresses[2] as string, 'POST', `/companies/${company}/invoices/${id}/approve`, administrator, {});
  for (const { status, body: page } of await Promise.all(waiting)) {
    expect(status).toBe(200);
    expect((page.events as { seq: number }[]).length).toBeGreaterThan(0);
  }
  // Polling would find them after 30 s, and the calls would have ended empty.
  expect(Date.now() - beganAt).toBeLessThan(20_000);
});

it('each event is delivered to a webhook once and in order, while all processes write', async () => {
  const before = await newest();
  const receiver = await receiverForThisTest();
  await addEndpoint({ pool, company }, receiver.url, { since: before });
  await Promise.all(upTo(60).map((n) => post(paths.suppliers, { number: `webhook ${n}`, name: 'El' })));
  expect(await newest()).toBe(before + 60);
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(60);
  expect(numbersOf(receiver.received)).toEqual(upTo(before + 60, before + 1));
});

it('one process at a time removes expired data', async () => {
  const locked = `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'sweeps' AND locked_at IS NOT NULL`;
  await expect.poll(async () => (await pool.query(locked)).rowCount).toBe(0);
  const client = await pool.connect();
  await client.query('BEGIN; LOCK TABLE invitations IN EXCLUSIVE MODE');
  await sweepSoon(pool);
  const waiting = () => waitingWith(client, 'DELETE FROM invitations');
  await expect.poll(waiting).toHaveLength(1);
  // Each process would take this job at once if it might.
  await sweepSoon(pool);
  for (const endsAt = Date.now() + 2_000; Date.now() < endsAt; await sleep(100))
    expect(await waiting()).toHaveLength(1);
  await client.query('ROLLBACK');
  client.release();
});

interface Load {
  /** Acknowledged ids by reference. */
  created: Map<string, string>;
  /** Statuses of calls that failed; 0 without an answer. */
  failures: number[];
  stop(): Promise<void>;
}

/** Creates invoices through the balancer. A failed call is repeated with its key until it succeeds. */
function startLoad(name: string): Load {
  let isOn = true;
  const load: Omit<Load, 'stop'> = { created: new Map(), failures: [] };
  const create = async (reference: string): Promise<void> => {
    const body = { externalReferenceId: reference, supplierNumber: '1' };
    const { status, body: answer } = await post(paths.invoices, body, { 'idempotency-key': reference }).catch(() => ({
      status: 0,
      body: undefined,
    }));
    if (status === 200) return void load.created.set(reference, answer.id as string);
    load.failures.push(status);
    await sleep(50);
    return create(reference);
  };
  const senders = upTo(4).map(async (sender) => {
    for (let n = 0; isOn; n++) await create(`${name} ${sender} ${n}`);
  });
  return {
    ...load,
    stop: async () => {
      isOn = false;
      await Promise.all(senders);
    },
  };
}

async function expectStoredOnce({ created }: Load, name: string): Promise<void> {
  const { rows } = await pool.query<{ reference: string; id: string }>(
    `SELECT external_reference_id AS reference, id FROM supplier_invoices
     WHERE company_id = $1 AND starts_with(external_reference_id, $2)`,
    [company, `${name} `],
  );
  expect(created.size).toBeGreaterThan(0);
  expect(new Map(rows.map(({ reference, id }) => [reference, id]))).toEqual(created);
  const events = await pool.query('SELECT FROM events WHERE company_id = $1', [company]);
  expect(events.rowCount).toBe(await newest());
}

async function restart(at: number, signal: NodeJS.Signals): Promise<void> {
  const stopped = await services[at]?.stop(signal);
  expect(stopped).toMatchObject(signal === 'SIGKILL' ? { signal } : { code: 0, stderr: '' });
  services[at] = await start(ports[at] as string);
  await untilAllAreReady();
}

it('processes that are restarted one after the other, each with SIGTERM, fail no call', async () => {
  const load = startLoad('restarted');
  for (const at of [0, 1, 2]) await restart(at, 'SIGTERM');
  await load.stop();
  expect(load.failures).toEqual([]);
  await expectStoredOnce(load, 'restarted');
});

it('a process that is killed under load loses nothing, and repeated calls double nothing', async () => {
  const load = startLoad('killed');
  await expect.poll(() => load.created.size).toBeGreaterThan(10);
  await restart(1, 'SIGKILL');
  await load.stop();
  await expectStoredOnce(load, 'killed');
});
