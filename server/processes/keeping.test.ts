import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../config.ts';
import { readMove } from '../ground/db/moved.ts';
import type { Pool } from '../ground/db/pool.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { readTables } from '../ground/db/tables.ts';
import { openFileStore } from '../ground/files/open.ts';
import { findBackup } from '../keeping/archive/backups.ts';
import { ownTables, rebuiltTables } from '../keeping/archive/manifest.ts';
import { verifyBackup } from '../keeping/archive/verify.ts';
import { createToken } from '../testing/access.ts';
import { runCommand } from '../testing/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openAppOn, paths, send } from '../testing/door.ts';
import { sha256 } from '../testing/files.ts';
import { differencesOf, readRows } from '../testing/frozen.ts';
import { fillTables } from '../testing/generated-rows.ts';
import { groundFailure } from '../testing/ground.ts';
import { isLongRun } from '../testing/long.ts';
import { createLuck } from '../testing/luck.ts';
import { emptyDataDir, kill, startDoorway } from '../testing/process.ts';
import { breathe, pauseBetweenTries } from '../testing/time.ts';

/** KEEPING_RUNS=30 npx vitest run server/processes/keeping.test.ts --testTimeout 0 kills 30 times at random moments. */
const rounds = Array.from({ length: Number(process.env.KEEPING_RUNS ?? (isLongRun ? 5 : 1)) }, (_, at) => at);

/** Tables whose rows a backup does not have, or a restore changes. */
const without = [...ownTables, ...rebuiltTables, 'operator_sessions'];

/** Enough for what restore and move do with rows; server/keeping/everything.test.ts fills all tables. */
const filled = new Set([
  'companies',
  'company_counters',
  'partners',
  'suppliers',
  'supplier_invoices',
  'attachments',
  'events',
]);

let database: TestDatabase;
let pool: Pool;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connection: database.connection, size: 4, onIdleError: () => undefined });
  dataDir = await mkdtemp(join(tmpdir(), 'doorway-kept-'));
  const contents = Array.from({ length: isLongRun ? 40 : 12 }, () => randomBytes(5_000));
  const files = { hashes: contents.map((content) => Buffer.from(sha256(content), 'hex')), size: 5_000 };
  const others = (await readTables(pool)).map(({ name }) => name).filter((name) => !isLongRun && !filled.has(name));
  const { companies } = await fillTables(pool, {
    seed: 1,
    without: [...ownTables, ...rebuiltTables, ...others],
    files,
  });
  const store = await openFileStore(readConfig({ DATA_DIR: dataDir }));
  for (const company of companies)
    for (const content of contents) await (await store.receive(chunksOf(content), 10_000)).keep(company);
  store.close();
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function* chunksOf(content: Buffer) {
  yield content;
}

const env = () => ({ DATABASE_URL: database.url, DATA_DIR: dataDir });

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doorway-place-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const luck = createLuck();

/** Kills the command at a random moment after it has come as far as `condition` says. */
async function killAfter(
  args: string[],
  settings: Record<string, string>,
  condition: (shown: string) => boolean | Promise<boolean>,
): Promise<void> {
  const { child, ended, shown } = startDoorway(args, settings);
  while (child.exitCode === null && !(await condition(shown()))) await breathe();
  for (let pauses = luck.below(isLongRun ? 50 : 5); pauses > 0; pauses--) await pauseBetweenTries();
  kill(child.pid as number);
  await ended;
}

async function succeed(args: string[], settings: Record<string, string>): Promise<void> {
  const { code, stderr } = await runCommand(args, settings);
  expect(code, stderr).toBe(0);
}

const is = async (db: Pool, condition: string): Promise<boolean> =>
  (await db.query<{ holds: boolean }>(`SELECT ${condition} AS holds`)).rows[0]?.holds === true;
const hasTable = (db: Pool, name: string) => is(db, `to_regclass('${name}') IS NOT NULL`);

/** Names of the backups of a place that have a manifest, the oldest first. */
async function completeIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'backups'), { recursive: true, withFileTypes: true });
  return entries
    .filter(({ name }) => name === 'manifest.json')
    .map(({ parentPath }) => basename(parentPath))
    .toSorted();
}

it('a backup that is killed at any moment leaves the last good one as it was, and the next one succeeds', async () => {
  const folder = await emptyFolder();
  const backup = ['backup', '--to', folder];
  const namesIn = () => readdir(join(folder, 'backups'));
  await succeed(backup, env());
  for (const _ of rounds) {
    const before = await namesIn();
    await killAfter(backup, env(), async () => (await namesIn()).length > before.length);
    const last = (await completeIn(folder)).at(-1) as string;
    expect(last >= (before.toSorted().at(-1) as string)).toBe(true);
    const found = await findBackup(folder, { key: undefined, endpoint: undefined });
    expect(found.manifest.name).toBe(last);
    expect(await verifyBackup(found.target, found.manifest)).toMatchObject({ damagedCount: 0 });
    // As if the lease of the killed process had ended.
    await pool.query(`UPDATE backups SET alive_until = now() - interval '1 s' WHERE outcome IS NULL`);
    await succeed(backup, env());
    expect((await namesIn()).toSorted()).toEqual(await completeIn(folder));
  }
});

it('a restore that is killed at any moment leaves a database that no service uses, and a repeated one ends it', async () => {
  const folder = await emptyFolder();
  await succeed(['backup', '--to', folder], env());
  const source = await readRows(pool, without);
  const restore = ['restore', folder];
  for (const _ of rounds) {
    const target = await createTestDatabase('template0');
    const folder = await emptyDataDir();
    const settings = { DATABASE_URL: target.url, DATA_DIR: folder };
    // A pool with the name of the service would keep the restore waiting, so that it is always killed there.
    const copy = new pg.Pool({ ...target.connection, max: 1 });
    // Dropping the database ends connections that the server has not closed yet.
    copy.on('error', () => undefined);
    try {
      await killAfter(restore, settings, () => hasTable(copy, 'doorway_unfinished'));
      if (await hasTable(copy, 'doorway_unfinished')) {
        expect(await groundFailure(settings)).toMatchObject({
          exitCode: 1,
          message: expect.stringContaining('This database is incomplete'),
        });
        await succeed(restore, settings);
      }
      expect(differencesOf(source, await readRows(copy, without))).toEqual([]);
    } finally {
      await copy.end();
      await target.drop();
    }
  }
});

/** Sends invoices until `stop`; a move answers 503 for a moment. */
function keepSending(url: string, token: string, round: number) {
  const acknowledged: string[] = [];
  let isStopped = false;
  const loops = [1, 2].map(async (loop) => {
    for (let at = 0; !isStopped; at++) {
      const externalReferenceId = `${round}-${loop}-${at}`;
      const { status, body } = await send(url, 'POST', paths.invoices, {
        token,
        body: { externalReferenceId, supplierNumber: '1' },
      });
      expect([200, 503], JSON.stringify(body)).toContain(status);
      if (status === 200) acknowledged.push(externalReferenceId);
    }
  });
  return {
    acknowledged,
    stop: async () => {
      isStopped = true;
      await Promise.all(loops);
    },
  };
}

const steps = ['Comparing', 'Preparing', 'Copying', 'changed since', 'Stopping', 'for good'];

it.runIf(isLongRun || rounds.length > 1)(
  'a move that is killed at any moment leaves the source in use, and a repeated one loses and doubles nothing',
  async () => {
    const { token } = await createToken(pool, { company: 'Mover', partner: 'Scanner' });
    const app = await openAppOn('It writes while its database is moved.', database.connection, dataDir);
    onTestFinished(() => app.stop());
    const supplier = { number: '1', name: 'El' };
    expect((await send(app.url, 'POST', paths.suppliers, { token, body: supplier })).status).toBe(200);
    for (const round of rounds) {
      const target = await createTestDatabase('template0');
      const copy = createPool({ connection: target.connection, size: 1, onIdleError: () => undefined });
      const move = ['move', '--to', target.url];
      const writing = keepSending(app.url, token, round);
      try {
        await killAfter(move, env(), (shown) => shown.includes(steps[round % steps.length] as string));
        const before = writing.acknowledged.length;
        if ((await readMove(pool))?.movedAt === undefined)
          await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(before);
        const repeated = await runCommand(move, env());
        // A move that was killed after its end has nothing left to do.
        expect(repeated.code === 0 || repeated.stderr.includes('has moved'), repeated.stderr).toBe(true);
        await writing.stop();
        expect(differencesOf(await readRows(pool, ownTables), await readRows(copy, ownTables))).toEqual([]);
        const { rows } = await copy.query<{ reference: string }>(
          'SELECT external_reference_id AS reference FROM supplier_invoices WHERE external_reference_id = ANY ($1)',
          [writing.acknowledged],
        );
        expect(rows.map(({ reference }) => reference).toSorted()).toEqual(writing.acknowledged.toSorted());
        const late = { number: `${round}`, name: 'Late' };
        expect((await send(app.url, 'POST', paths.suppliers, { token, body: late })).status).toBe(503);
        await succeed(['move', '--cancel', '--force'], env());
      } finally {
        await writing.stop();
        await copy.end();
        await target.drop();
      }
    }
  },
);
