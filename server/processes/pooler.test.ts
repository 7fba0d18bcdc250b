import { expect, it } from 'vitest';
import { examine } from '../doctor/doctor.ts';
import { readConfig } from '../config.ts';
import { migrate } from '../ground/db/migrate.ts';
import { connectionTo } from '../ground/db/connect/open.ts';
import { runCommand } from '../testing/command-line.ts';
import { databaseForThisTest } from '../testing/database.ts';
import { paths } from '../testing/door.ts';
import { isLongRun } from '../testing/long.ts';
import { poolerForThisTest } from '../testing/pooler.ts';
import { emptyDataDir, startService, startWorker } from '../testing/process.ts';

const api = '/operator/v1';
/** More requests at once than the service has connections. */
const many = 12;

it('behind a pooler in transaction mode everything works, from the first migration on, and so does a worker', async () => {
  const database = await databaseForThisTest('template0');
  const pooler = await poolerForThisTest(database);
  const env = {
    DATABASE_URL: pooler.url,
    DATABASE_POOLING: 'transaction',
    DATA_DIR: await emptyDataDir(),
    JOBS: 'off',
  };
  const run = async (args: string[]) => (await runCommand(args, env)).stdout.trim();
  const token = await run(['token', 'create', '--company', 'Acme', '--partner', 'Scanner', '--new-company']);
  const invitation = /#(\S+)/.exec(
    await run(['operator', 'create', '--email', 'a@example.com', '--name', 'A', '--administrator']),
  )?.[1];
  const [service, worker] = await Promise.all([startService(env), startWorker(env)]);

  const post = (path: string, body: unknown, headers = {}) => service.call('POST', path, { token, body, headers });
  const suppliers = await Promise.all(
    Array.from({ length: many }, (_, n) => post(paths.suppliers, { number: `S${n}`, name: `Supplier ${n}` })),
  );
  const invoices = await Promise.all(
    Array.from({ length: 2 * many }, (_, n) =>
      post(
        paths.invoices,
        { externalReferenceId: `I${n % many}`, supplierNumber: `S${n % many}` },
        n % 2 ? {} : { 'idempotency-key': `k${n}` },
      ),
    ),
  );
  expect(suppliers.map(({ status }) => status)).toEqual(suppliers.map(() => 200));
  expect(invoices.map(({ status }) => status).sort()).toEqual([...Array(many).fill(200), ...Array(many).fill(409)]);

  const accepted = await service.call('POST', `${api}/invitations/accept`, {
    body: { key: invitation, password: 'correct horse battery' },
  });
  const cookie = accepted.headers.get('set-cookie')?.split(';', 1)[0] as string;
  const { companies } = (await service.call('GET', `${api}/session`, { headers: { cookie } })).body;
  const company = `${api}/companies/${companies[0].id}`;
  const operator = (method: string, path: string, body?: unknown) =>
    service.call(method, company + path, { body, headers: { cookie, 'x-doorway-console': '1' } });
  const list = async () => (await operator('GET', '/invoices?limit=200')).body.rows;
  await expect.poll(list).toHaveLength(many);
  const rows = await list();
  expect((await operator('POST', `/invoices/${rows[0].id}/approve`, {})).status).toBe(200);
  expect((await operator('GET', '/search?q=Supplier')).body.results.length).toBeGreaterThan(0);
  expect((await service.call('GET', '/health/ready')).status).toBe(200);
  worker.child.kill('SIGTERM');
  expect(await worker.ended).toMatchObject({ code: 0, stderr: '' });
  expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(pooler.complaints).toEqual([]);
  expect(pooler.changes()).toBeGreaterThan(10);
});

it('many migrations at once behind a pooler all succeed, and one of them ran each', async () => {
  const migrations = isLongRun ? 20 : 4;
  const pooler = await poolerForThisTest(await databaseForThisTest('template0'), migrations);
  const connection = connectionTo(pooler.url, 'transaction');
  const ran = (await Promise.all(Array.from({ length: migrations }, () => migrate(connection)))).flat();
  expect(ran).toContain('0001_door');
  expect(new Set(ran).size).toBe(ran.length);
});

it('a pooler without DATABASE_POOLING=transaction is told at the start and by doctor, and so are limits that the role lacks', async () => {
  const { url } = await poolerForThisTest(await databaseForThisTest());
  const env = { DATABASE_URL: url, DATA_DIR: await emptyDataDir() };
  expect(readConfig(env).databasePooling).toBe('session');
  expect(await runCommand(['token', 'list'], env)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^A pooler .*statement_timeout.*\. Set DATABASE_POOLING to transaction\.\n$/),
  });
  const named = async (more: Record<string, string>, name: string) =>
    (await examine({ ...env, ...more })).find((check) => check.name === name);
  expect(await named({}, 'database')).toMatchObject({
    status: 'fail',
    advice: expect.stringContaining('set DATABASE_POOLING to transaction'),
  });
  expect(await named({ DATABASE_POOLING: 'transaction' }, 'limits')).toMatchObject({
    status: 'warn',
    advice: expect.stringContaining(`SET statement_timeout = '15s'`),
  });
});
