import { expect, it, vi } from 'vitest';
import { requireCompany } from '../companies/store.ts';
import { transaction } from '../ground/db/pool.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { addJob } from '../jobs/queue.ts';
import { insertOperator, setCompanies } from '../operators/store.ts';
import { createToken } from '../testing/access.ts';
import { paths } from '../testing/door.ts';
import { isLongRun } from '../testing/long.ts';
import {
  afterAllTests,
  connectToEmbedded,
  embeddedIn,
  firstStart,
  migratedDataDir,
  postmasterPid,
  startService,
  startWorker,
  type Running,
  type Service,
} from '../testing/process.ts';
import { openReceiver, type Receiver } from '../testing/receiver.ts';
import { openSmtp } from '../testing/smtp.ts';
import { fromNow } from '../testing/time.ts';
import { terminate, waitingWith } from '../testing/waiting.ts';
import { addEndpoint, allowing, attemptsOf, numbersOf, receiverForThisTest, upTo } from '../testing/webhooks.ts';
import { newId } from '../ground/db/ids.ts';

// Each test starts from the state that the previous one left.

const finished = afterAllTests();
let mailHangs = false;
let hangingMails = 0;
let workers: [Running, Running];
let receivers: Receiver[];
let endpoints: string[];
let told: number;
let next: Service;

const dataDir = await migratedDataDir(finished);
const smtp = await openSmtp({
  onMailFrom: (_address, _session, done) => {
    if (mailHangs) hangingMails += 1;
    else done();
  },
});
finished(() => smtp.close());
const env = {
  DATA_DIR: dataDir,
  JOBS: 'off',
  ...allowing,
  PUBLIC_URL: 'https://doorway.example.com',
  SMTP_URL: smtp.url,
  MAIL_FROM: 'doorway@example.com',
  EVENTS_KEPT_DAYS: '90',
  INVITATIONS_KEPT_DAYS: '1',
  SIGN_IN_TRIES_KEPT_HOURS: '1',
};
// Links in mails use the workers' PUBLIC_URL; the tests call the service at its own address.
const { PUBLIC_URL: _, ...own } = env;
const service = await firstStart(dataDir, { env: own, finished });
const pool = createPool({ connection: embeddedIn(dataDir), size: 2, onIdleError: () => undefined });
finished(() => pool.end());
const client = await connectToEmbedded(dataDir, finished);
const company = await requireCompany(pool, 'Demo company');

const post = async (path: string, body: object) => {
  const answer = await service.call('POST', path, { token: service.token, body });
  expect(answer.status, answer.body.message).toBe(200);
};

let suppliers = 0;
async function addSuppliers(many: number): Promise<void> {
  for (let n = 0; n < many; n++) await post(paths.suppliers, { number: `n${++suppliers}`, name: 'El' });
}

const newest = async () =>
  Number(
    (await pool.query('SELECT event_seq FROM company_counters WHERE company_id = $1', [company])).rows[0].event_seq,
  );

const projected = async (number: string) =>
  (await pool.query('SELECT FROM supplier_projections WHERE number = $1', [number])).rowCount;

async function expectInOrder({ received }: Receiver, first: number, last: number): Promise<void> {
  await expect.poll(() => numbersOf(received)).toEqual(upTo(last, first));
}

async function atRest(): Promise<void> {
  const leases = 'SELECT FROM webhook_positions WHERE lease IS NOT NULL';
  await expect.poll(async () => (await pool.query(leases)).rowCount).toBe(0);
}

it('with JOBS=off a worker projects, and removes what need not be kept any longer', async () => {
  await createToken(pool, { company: 'Old', partner: 'Scanner' });
  const old = `now() - interval '100 days'`;
  const those = `FROM companies WHERE name = 'Old'`;
  await client.query(`
    INSERT INTO calls (company_id, id, created_at, trace_id, operation, status, duration_ms)
    SELECT id, gen_random_uuid(), ${old}, gen_random_uuid(), 'listSuppliers', 200, 1 ${those};
    INSERT INTO events (company_id, seq, id, type, subject_id, data, created_at)
    SELECT id, 1, gen_random_uuid(), 'supplier.created', '1', '{}', ${old} ${those};
    UPDATE company_counters SET event_seq = 1 WHERE company_id = (SELECT id ${those});
    INSERT INTO event_positions (company_id, follower, seq) SELECT id, 'projections', 1 ${those};
    INSERT INTO invitations (hash, created_at, expires_at) VALUES ('old', ${old}, ${old});
    INSERT INTO sign_in_tries (email, address, id, tried_at)
    VALUES ('a@example.com', '192.0.2.1', gen_random_uuid(), ${old})`);
  const times = { calls: 'created_at', events: 'created_at', invitations: 'created_at', sign_in_tries: 'tried_at' };
  const left = () =>
    Promise.all(
      Object.entries(times).map(
        async ([table, at]) =>
          (await pool.query(`SELECT FROM ${table} WHERE ${at} < now() - interval '50 days'`)).rowCount,
      ),
    );
  await vi.waitFor(() => expect(service.output()).toContain('JOBS is off'), { timeout: 240_000 });
  await post(paths.suppliers, { number: 'a', name: 'a' });
  expect([await projected('a'), await left()]).toEqual([0, [1, 1, 1, 1]]);

  const one = await startWorker(env, { finished });
  await expect.poll(() => projected('a')).toBe(1);
  await expect.poll(left).toEqual([0, 0, 0, 0]);
  // From here on, another process wakes it.
  await post(paths.suppliers, { number: 'b', name: 'b' });
  await expect.poll(() => projected('b')).toBe(1);
  workers = [one, await startWorker(env, { finished })];
});

it('two workers share the deliveries: each goes on where the other stands still', async () => {
  // Prepared for the next test, because a mail may take a minute.
  await prepareMail();
  receivers = await Promise.all([1, 2, 3].map(() => openReceiver()));
  for (const receiver of receivers) finished(async () => receiver[Symbol.asyncDispose]());
  told = await newest();
  endpoints = [];
  for (const { url } of receivers) endpoints.push((await addEndpoint({ pool, company }, url, { since: told })).id);
  await addSuppliers(10);
  for (const receiver of receivers) await expectInOrder(receiver, told + 1, told + 10);
  for (const [at, stopped] of workers.entries()) {
    await atRest();
    stopped.child.kill('SIGSTOP');
    await addSuppliers(5);
    for (const receiver of receivers) await expectInOrder(receiver, told + 1, told + 15 + at * 5);
    stopped.child.kill('SIGCONT');
  }
});

async function prepareMail(): Promise<void> {
  const id = newId();
  const since = await newest();
  await transaction(pool, async (tx) => {
    await insertOperator(tx, { id, email: 'reader@example.com', name: 'Reader', administrator: false }, new Date());
    await setCompanies(tx, id, [{ id: company, role: 'viewer' }]);
    await tx.query(
      'INSERT INTO mail_choices (company_id, operator_id, held, endpoint_off, digest) VALUES ($1, $2, TRUE, FALSE, FALSE)',
      [company, id],
    );
    await tx.query(
      `INSERT INTO mail_positions (company_id, seq) VALUES ($1, $2)
       ON CONFLICT (company_id) DO UPDATE SET seq = excluded.seq`,
      [company, since],
    );
  });
  await post(paths.invoices, {
    externalReferenceId: 'to another account',
    supplierNumber: '1001',
    supplierBankGiro: '5050-1055',
  });
}

it('of several workers one looks each minute, and each mail is sent once, with links that PUBLIC_URL begins', async () => {
  // They look at the next full minute.
  await expect.poll(() => smtp.received.length, { interval: 500 }).toBe(1);
  expect(smtp.received).toMatchObject([
    {
      to: ['reader@example.com'],
      subject: 'Demo company: 1 invoice is held',
      text: expect.stringContaining(`https://doorway.example.com/console/companies/${company}/invoices/`),
    },
  ]);
});

async function queueMail(subject: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM operators WHERE email = 'reader@example.com'`);
  const until = fromNow(3_600_000).toISOString();
  const payload = { companyId: company, operatorId: rows[0]?.id, subject, text: 'What waits.', until };
  await addJob(pool, { task: 'mail.send', payload, key: subject, tries: 10 });
}

it('a worker that is killed in the middle of deliveries and a mail loses nothing: within a minute each event arrives again with the same id, the rest in order, and the mail', async () => {
  const [killed, other] = workers;
  await atRest();
  other.child.kill('SIGINT');
  expect(await other.ended).toMatchObject({ code: 0, signal: null, stderr: '' });

  const last = await newest();
  // While this lock is held, no attempt can be recorded.
  await client.query('BEGIN; LOCK TABLE webhook_attempts IN EXCLUSIVE MODE');
  await addSuppliers(3);
  for (const { received } of receivers) await expect.poll(() => numbersOf(received)).toContain(last + 1);
  mailHangs = true;
  await queueMail('Interrupted');
  await expect.poll(() => hangingMails).toBe(1);
  killed.child.kill('SIGKILL');
  expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });
  mailHangs = false;
  // PostgreSQL has not noticed that the client is gone, and would finish its last statement.
  for (const pid of await waitingWith(client, 'webhook_attempts')) await terminate(client, pid);
  await expect.poll(() => waitingWith(client, 'webhook_attempts')).toEqual([]);
  await client.query('ROLLBACK');
  const before = receivers.map(({ received }) => received.length);
  for (const id of endpoints) expect(await attemptsOf({ pool }, id)).toHaveLength(last - told);
  await post(paths.suppliers, { number: 'c', name: 'c' });

  // A killed worker keeps its leases and jobs for half a minute, so all goes on within a minute. A usual run ends both.
  const leases = await pool.query<{ seconds: number }>(
    'SELECT extract(epoch FROM leased_until - now())::float AS seconds FROM webhook_positions WHERE lease IS NOT NULL',
  );
  expect(leases.rowCount).toBe(receivers.length);
  for (const { seconds } of leases.rows) expect(seconds).toBeLessThanOrEqual(30);
  const locked = 'SELECT FROM graphile_worker.jobs WHERE locked_at IS NOT NULL AND key = $1';
  expect((await pool.query(locked, ['Interrupted'])).rowCount).toBe(1);
  if (!isLongRun) {
    await pool.query(`UPDATE webhook_positions SET leased_until = now()`);
    await pool.query(`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '31 seconds'`);
  }
  next = await startService({ ...env, JOBS: 'on', PUBLIC_URL: '' }, { finished });
  for (const [at, { received }] of receivers.entries()) {
    await expect.poll(() => numbersOf(received).slice(before[at])).toEqual(upTo(last + 4, last + 1));
    const again = received.filter((one) => numbersOf([one])[0] === last + 1);
    expect(again.length).toBe(2);
    expect(new Set(again.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(again.map(({ body }) => body)).size).toBe(1);
    await expect.poll(() => attemptsOf({ pool }, endpoints[at] as string)).toHaveLength(last + 4 - told);
  }
  await expect.poll(() => projected('c')).toBe(1);
  await expect.poll(() => smtp.received.map(({ subject }) => subject)).toContain('Interrupted');
  expect(smtp.received).toHaveLength(2);
});

it('a service that delivers itself is stopped while a receiver hangs, ends cleanly, and goes on after its next start', async () => {
  const last = await newest();
  let hangs = true;
  const receiver = await receiverForThisTest((received, response) => {
    if (!hangs || numbersOf([received])[0] !== last + 3) response.end();
  });
  const { id } = await addEndpoint({ pool, company }, receiver.url, { since: last });
  await addSuppliers(5);
  await expectInOrder(receiver, last + 1, last + 3);
  for (const endpoint of endpoints)
    await expect.poll(() => attemptsOf({ pool }, endpoint)).toHaveLength(last + 5 - told);
  expect(await next.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(await attemptsOf({ pool }, id)).toHaveLength(2);

  hangs = false;
  const again = await startService({ ...env, JOBS: 'on', PUBLIC_URL: '' });
  await expect.poll(() => numbersOf(receiver.received)).toEqual([1, 2, 3, 3, 4, 5].map((n) => last + n));
  const metrics = await (await fetch(`${again.address}/metrics`)).text();
  expect(metrics).toContain('doorway_webhook_deliveries_total{outcome="delivered"} 3');
  expect(metrics).toMatch(/doorway_webhook_lag_seconds_count 3/);

  expect(smtp.received).toHaveLength(2);
  expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(await postmasterPid(env.DATA_DIR)).toBeGreaterThan(0);
  expect(await again.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(await postmasterPid(env.DATA_DIR)).toBeUndefined();
});
