import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { requireCompany } from '../companies/store.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { createToken } from '../testing/access.ts';
import { runCommand } from '../testing/command-line.ts';
import { databaseForThisTest } from '../testing/database.ts';
import { paths, send } from '../testing/door.ts';
import { isLongRun } from '../testing/long.ts';
import { childrenOf, emptyDataDir, kill, startDoorway, startService, type Service } from '../testing/process.ts';
import { expectStoredOnce, startLoad } from '../testing/repeated-load.ts';

const patience = { timeout: 240_000, interval: 20 };
const processes = isLongRun ? 3 : 2;

const listening = (service: Service) => service.output().split('"Doorway listens on ').length - 1;
const untilListening = (service: Service, many: number) =>
  vi.waitFor(() => expect(listening(service)).toBe(many), patience);

it('several processes share a port and its metrics; one that is killed is started again, and no invoice is lost or stored twice', async () => {
  const database = await databaseForThisTest();
  const pool = createPool({ connection: database.connection, size: 2, onIdleError: () => undefined });
  onTestFinished(() => pool.end());
  const { token } = await createToken(pool, { company: 'Acme', partner: 'Scanner' });
  const company = await requireCompany(pool, 'Acme');
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: await emptyDataDir(),
    SECRETS_KEY: randomBytes(32).toString('base64'),
  };
  const service = await startService(env, { args: ['--processes', String(processes)] });
  await untilListening(service, processes);
  expect(service.shown().split('Nobody can sign in').length - 1).toBe(1);
  expect((await service.call('POST', paths.suppliers, { token, body: { number: '1', name: 'El' } })).status).toBe(200);

  const load = startLoad(
    (path, body, headers) => send(service.address, 'POST', path, { token, body, headers }),
    'load',
  );
  let started = processes;
  for (const pid of await childrenOf(service.child.pid as number)) {
    const before = load.created.size;
    await vi.waitFor(() => expect(load.created.size).toBeGreaterThan(before + 10), patience);
    kill(pid);
    await untilListening(service, (started += 1));
    expect(service.output()).toContain(`"pid":${pid},"code":null,"killedBy":"SIGKILL"`);
  }
  await load.stop();
  await expectStoredOnce(pool, company, load);
  expect(await childrenOf(service.child.pid as number)).toHaveLength(processes);

  // Connections that are closed after each answer are handed to the processes in turn.
  const count = async () => {
    const text = await (await fetch(`${service.address}/metrics`)).text();
    return Number(/_count\{operation="listSuppliers",status="200"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  for (let n = 0; n < 2 * processes; n++)
    expect((await fetch(service.address + paths.suppliers, { headers })).status).toBe(200);
  await vi.waitFor(async () => expect(await count()).toBe(2 * processes), patience);

  const { code, stdout, stderr } = await service.stop('SIGTERM');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const line of stdout.trimEnd().split('\n')) expect(() => JSON.parse(line) as unknown, line).not.toThrow();
  expect(stdout.split('"Doorway has stopped"').length - 1).toBe(processes + 1);
});

it('none is left after the process that runs them was killed', async () => {
  const database = await databaseForThisTest();
  const service = await startService(
    { DATABASE_URL: database.url, DATA_DIR: await emptyDataDir(), JOBS: 'off' },
    { args: ['--processes', '2'] },
  );
  service.child.kill('SIGKILL');
  await vi.waitFor(() => expect(fetch(service.address)).rejects.toThrow(), patience);
});

it('a start that fails says so once', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const database = await databaseForThisTest();
  const { code, stderr } = await startDoorway(['serve', '--processes', '2'], {
    DATABASE_URL: database.url,
    DATA_DIR: await emptyDataDir(),
    PORT: String(port),
  }).ended;
  expect(code).toBe(1);
  expect(stderr.split(`PORT is "${port}", but something else listens there.`)).toHaveLength(2);
  expect(stderr).toContain('No process serves, because the first one could not start.');
});

it.each(['0', '65', 'all', '-1', '1.5'])('refuses --processes %s', async (processes) => {
  expect(await runCommand(['serve', '--processes', processes], {})).toMatchObject({
    code: 2,
    stderr: '--processes takes a number from 1 to 64.\n',
  });
});
