import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeEach, expect, inject, it, onTestFinished, vi } from 'vitest';
import { backupJobs } from './backups.ts';
import { addJob } from './queue.ts';
import { startRunner } from './runner.ts';
import { readConfig } from '../config.ts';
import { createMetrics } from '../ground/http/observe/metrics.ts';
import { openObjectStore } from '../ground/objects/open.ts';
import type { Destination } from '../ground/objects/destination.ts';
import { measureBackups } from '../keeping/metrics.ts';
import { beginRun } from '../keeping/runs-store.ts';
import { s3Error } from '../testing/answering.ts';
import { openOwnDoor } from '../testing/door.ts';
import { s3ForThisTest, s3Keys } from '../testing/s3.ts';

const door = await openOwnDoor('Backups have the rows of all companies.');
const { connection } = door.database;
afterAll(() => door.close());
beforeEach(async () => void (await door.pool.query('DELETE FROM backups')));

interface Line {
  level: number;
  msg: string;
  [field: string]: unknown;
}

const emptyFolder = () => mkdtemp(join(inject('folder'), 'backups-'));
const backupsIn = (folder: string) => readdir(join(folder, 'backups')).catch(() => []);
const age = (interval: string) =>
  door.pool.query(
    `UPDATE backups SET began_at = began_at - $1::interval, ended_at = ended_at - $1::interval, taken_at = taken_at - $1::interval`,
    [interval],
  );
const runs = async () =>
  (
    await door.pool.query<{ outcome: string; problem: string }>(
      'SELECT outcome, problem FROM backups ORDER BY began_at',
    )
  ).rows;

const task = 'backups.take';
/** As the time table does every minute. */
const check = () => addJob(door.pool, { task, payload: {}, key: task, queue: task });

function start(
  destination: Destination,
  env: Record<string, string> = {},
  onLine: (line: Line) => void = () => undefined,
) {
  const lines: Line[] = [];
  const write = (text: string) => {
    const line = JSON.parse(text) as Line;
    lines.push(line);
    onLine(line);
  };
  const config = { ...readConfig({ BACKUPS_KEPT: '1', ...env }), dataDir: door.dataDir };
  const log = pino({ level: 'info' }, { write });
  const jobs = backupJobs({ ...door, connection, destination, config, log });
  expect(jobs.cron).toMatchObject([{ task, match: '* * * * *', options: { queueName: task, jobKey: task } }]);
  const stop = startRunner({ connection, log, ...jobs });
  onTestFinished(stop);
  return { lines, stop, said: (words: string) => lines.filter(({ msg }) => msg.includes(words)) };
}

it('one of several processes takes a backup at once if there is none, and the next one a day later', async () => {
  const folder = await emptyFolder();
  const processes = [start({ folder }), start({ folder })];
  const said = (words: string) => processes.flatMap((one) => one.said(words));
  await check();
  await expect.poll(() => said('is good')).toHaveLength(1);
  expect(said('is good')[0]).toMatchObject({ level: 30, place: folder, rows: expect.any(Number), files: 0 });
  const [first] = await backupsIn(folder);
  await age('25 hours');
  await check();
  await expect.poll(() => said('is good')).toHaveLength(2);
  await expect.poll(() => said('were removed')).toMatchObject([{ backups: [first] }]);
  expect(await backupsIn(folder)).toHaveLength(1);
  expect((await runs()).map(({ outcome }) => outcome)).toEqual(['good', 'good']);
});

it('a failed backup is a warning and is repeated after a pause; metrics count failures until one is good', async () => {
  const folder = await emptyFolder();
  const shown = async () => {
    const { registry } = createMetrics({});
    measureBackups(registry, door.pool, readConfig({}));
    return registry.metrics();
  };
  expect(await shown()).toMatch(/^doorway_backup_last_good_timestamp_seconds 0$/m);
  await writeFile(join(folder, 'backups'), 'no folder');
  const { said, stop } = start({ folder });
  await check();
  await expect.poll(() => said('failed')).toMatchObject([{ level: 40, place: folder, retryMs: 60_000 }]);
  expect(await shown()).toMatch(/^doorway_backup_failures 1$/m);
  await stop();
  expect(await runs()).toMatchObject([{ outcome: 'failed', problem: expect.stringContaining(folder) }]);
  const destination = await emptyFolder();
  await door.pool.query('UPDATE backups SET place = $1', [destination]);
  const statements = vi.spyOn(door.pool, 'query');
  const next = start({ folder: destination });
  const checks = () => statements.mock.calls.filter(([text]) => JSON.stringify(text).includes('FROM backups'));
  await expect.poll(() => check().then(() => checks().length)).toBeGreaterThan(2);
  statements.mockRestore();
  expect(next.lines).toEqual([]);
  await age('1 minute');
  await check();
  await expect.poll(() => next.said('is good')).toHaveLength(1);
  const [, at] = /^doorway_backup_last_good_timestamp_seconds (.+)$/m.exec(await shown()) ?? [];
  const { rows } = await door.pool.query<{ at: number }>(
    `SELECT extract(epoch FROM taken_at)::float8 AS at FROM backups WHERE outcome = 'good'`,
  );
  expect(Number(at)).toBe(rows[0]?.at);
  expect(await shown()).toMatch(/^doorway_backup_failures 0$/m);
});

it('a process that stops ends its backup, and leaves nothing incomplete', async () => {
  const folder = await emptyFolder();
  await check();
  await new Promise<void>((resolve) => {
    const { stop } = start({ folder }, {}, ({ msg }) => {
      if (msg.includes('begins')) void stop().then(resolve);
    });
  });
  // The stop waits for the end of the backup, and gives up only if that does not come.
  expect(await runs()).toMatchObject([{ outcome: 'failed', problem: expect.stringContaining('stopped') }]);
  expect(await backupsIn(folder)).toEqual([]);
});

it('credentials that cannot delete suffice if all backups are kept, also after a killed one', async () => {
  Object.assign(process.env, s3Keys);
  const { bucket, port } = await s3ForThisTest();
  const proxy = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const forward = () =>
      request({ port, method, path, headers }, (got) => got.pipe(answer.writeHead(got.statusCode ?? 500, got.headers)));
    if (method === 'DELETE') answer.writeHead(403).end(s3Error('AccessDenied'));
    else asked.pipe(forward());
  });
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => proxy.close().closeAllConnections());
  const s3Endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const destination = { bucket, prefix: 'backups/' };
  const store = await openObjectStore(destination, s3Endpoint);
  const killed = '20261116T023000Z-4f1c2a';
  await store.write(`backups/${killed}/queue.jsonl.gz`, Readable.from([Buffer.from('part')]));
  await beginRun(door.pool, { id: randomUUID(), place: store.name, name: killed });
  await door.pool.query(
    `UPDATE backups SET alive_until = now() - interval '1 hour', began_at = now() - interval '1 day'`,
  );
  const { said } = start(destination, { BACKUPS_KEPT: '0', S3_ENDPOINT: s3Endpoint });
  await check();
  await expect.poll(() => said('is good')).toHaveLength(1);
  expect(said('removed')).toEqual([]);
});

it('with BACKUP_URL=elsewhere nothing is measured', async () => {
  const { registry } = createMetrics({});
  measureBackups(registry, door.pool, readConfig({ BACKUP_URL: 'elsewhere' }));
  expect(await registry.metrics()).not.toContain('doorway_backup');
});
