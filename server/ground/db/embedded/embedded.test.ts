import { chmod, mkdir, mkdtemp, readFile, readdir, realpath, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { run } from './command.ts';
import { openEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from './embedded.ts';
import { isAlive } from './leftovers.ts';
import { isLongRun } from '../../../testing/long.ts';
import { createLuck } from '../../../testing/luck.ts';
import { afterAllTests, copyMigratedCluster, runScript } from '../../../testing/process.ts';
import { breathe } from '../../../testing/time.ts';

const patience = { timeout: 120_000, interval: 20 };

const finished = afterAllTests();
const folders: string[] = [];
const opened: EmbeddedDatabase[] = [];

afterEach(async () => {
  for (const db of opened.splice(0)) {
    await db.close();
    if (!db.connection.host.startsWith(db.directory)) await rm(db.connection.host, { recursive: true, force: true });
  }
});

const usedDataDir = await temporaryFolder();
await copyMigratedCluster(usedDataDir);
const db = await openEmbedded({ dataDir: usedDataDir });
await query(db, 'CREATE TABLE kept AS SELECT 42 AS answer');
await db.close();

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** Under root PostgreSQL runs as another user, so every user can pass through this folder. */
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doorway-test-'));
  await chmod(folder, 0o711);
  folders.push(folder);
  return folder;
}

async function open(dataDir: string, more: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const db = await openEmbedded({ dataDir, ...more });
  opened.push(db);
  return db;
}

async function query(db: Pick<EmbeddedDatabase, 'connection'>, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...db.connection, ssl: false });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const postmasterPid = async (db: EmbeddedDatabase) =>
  Number((await readFile(join(db.directory, 'postmaster.pid'), 'utf8')).split('\n')[0]);

const isStopped = (db: EmbeddedDatabase) =>
  postmasterPid(db).then(
    () => false,
    () => true,
  );

/** Holds the database of the folder that a line names, until an empty line. */
const holderSource = `
  import { createInterface } from 'node:readline';
  import { openEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)};
  let db;
  for await (const dataDir of createInterface({ input: process.stdin })) {
    if (dataDir === '') await db.close();
    else db = await openEmbedded({ dataDir });
    console.log(JSON.stringify(db));
  }
`;

/** A process that takes one folder after the other, because it takes long to start. */
function startHolder() {
  const { child, output, shown, ended } = runScript(holderSource, [], {}, { input: undefined, finished });
  const lines = () => output().split('\n').slice(0, -1);
  async function say(line: string): Promise<EmbeddedDatabase> {
    const before = lines().length;
    child.stdin?.write(`${line}\n`);
    await vi.waitFor(() => expect(lines().length, shown()).toBe(before + 1), patience);
    return JSON.parse(lines().at(-1) as string) as EmbeddedDatabase;
  }
  return {
    hold: async (dataDir: string) => ({ db: await say(dataDir), close: () => say('') }),
    killGroup: () => {
      process.kill(-child.pid!, 'SIGKILL');
      return ended;
    },
  };
}
const holder = startHolder();

it('makes a database at the first open and finds its data at the second, on a path with spaces, quotes, dollar signs, commas and letters beyond ASCII', async () => {
  const dataDir = join(await temporaryFolder(), `Ås "q" 'x' $HOME \`id\`, @b`);
  const first = await open(dataDir);
  expect(first.created).toBe(true);
  expect(first.directory).toBe(join(await realpath(dataDir), 'postgres'));
  expect(first.connection.host).toBe(first.directory);
  expect((await stat(first.directory)).mode & 0o777).toBe(0o700);
  expect(
    await query(
      first,
      "SELECT datlocale, pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = 'doorway'",
    ),
  ).toEqual([{ datlocale: 'C.UTF-8', encoding: 'UTF8' }]);
  await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.close();
  expect(await isStopped(first)).toBe(true);

  const second = await open(dataDir, { settings: { work_mem: '7MB' } });
  expect(second.created).toBe(false);
  expect(await query(second, 'TABLE kept')).toEqual([{ answer: 42 }]);
  const names = [
    'fsync',
    'synchronous_commit',
    'full_page_writes',
    'data_checksums',
    'listen_addresses',
    'jit',
    'TimeZone',
    'shared_buffers',
    'work_mem',
  ];
  expect(
    await query(
      second,
      `SELECT string_agg(current_setting(name), '|') AS all FROM unnest('{${names.join(',')}}'::text[]) name`,
    ),
  ).toEqual([{ all: 'on|on|on|on||off|UTC|256MB|7MB' }]);
});

it('takes a path too long for a socket, and keeps the same socket when the server is started anew', async () => {
  const restarted = vi.fn();
  const dataDir = join(await temporaryFolder(), 'long-'.repeat(30));
  await mkdir(dataDir, { mode: 0o711 });
  await copyMigratedCluster(dataDir);
  const db = await open(dataDir, { onRestart: restarted });
  expect(db.connection.host.length).toBeLessThan(80);
  expect((await stat(db.connection.host)).mode & 0o777).toBe(0o700);
  process.kill(await postmasterPid(db), 'SIGKILL');
  await vi.waitFor(() => expect(restarted).toHaveBeenCalledTimes(1), patience);
  expect(await query(db, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await db.close();
  const again = await open(join(db.directory, '..'));
  expect(again.connection).toEqual(db.connection);
});

it('lets several open an empty folder at once: one makes the database and all use it', async () => {
  const dataDir = await temporaryFolder();
  const many = isLongRun ? 2 : 1;
  const [there, here] = await Promise.all([
    Promise.all(Array.from({ length: many }, (_, at) => (at === 0 ? holder : startHolder()).hold(dataDir))),
    Promise.all(Array.from({ length: many }, () => open(dataDir))),
  ]);
  const all = [...there.map(({ db }) => db), ...here];
  expect(all.filter((db) => db.created)).toHaveLength(1);
  for (const db of all)
    expect(await query(db, "SELECT count(*)::int AS n FROM pg_database WHERE datname = 'doorway'")).toEqual([{ n: 1 }]);
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
  await Promise.all([...there, ...here].map((holder) => holder.close()));
  expect(await isStopped(here[0] as EmbeddedDatabase)).toBe(true);
});

it('stops the server when the last one closes, and never under another', async () => {
  const here = await open(usedDataDir);
  const there = await holder.hold(usedDataDir);
  await here.close();
  expect(await query(there.db, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await there.close();
  expect(await isStopped(here)).toBe(true);
});

it('holds when opens and closes keep meeting each other', async () => {
  const luck = createLuck();
  const worker = async () => {
    for (let turn = 0; turn < (isLongRun ? 5 : 2); turn += 1) {
      const db = await openEmbedded({ dataDir: usedDataDir });
      const client = new pg.Client({ ...db.connection, ssl: false });
      await client.connect();
      for (let turns = luck.below(30); turns > 0; turns--) await breathe();
      await client.query('SELECT 1');
      await client.end();
      await db.close();
    }
  };
  await Promise.all(Array.from({ length: isLongRun ? 4 : 3 }, worker));
  expect((await readdir(join(usedDataDir, 'postgres'))).includes('postmaster.pid')).toBe(false);
});

it('starts the server again by itself when it is killed, for every process that holds it', async () => {
  const restarted = vi.fn();
  const db = await open(usedDataDir, { onRestart: restarted });
  const there = await holder.hold(usedDataDir);
  for (let times = 1; times <= (isLongRun ? 2 : 1); times += 1) {
    process.kill(await postmasterPid(db), 'SIGKILL');
    await vi.waitFor(() => expect(restarted).toHaveBeenCalledTimes(times), patience);
    expect(await query(db, 'TABLE kept')).toEqual([{ answer: 42 }]);
  }
  // Wait until the other process holds the database again; otherwise this one would stop it.
  await vi.waitFor(async () => {
    expect(
      await query(db, "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'doorway holder'"),
    ).toEqual([{ n: 2 }]);
  }, patience);
  await db.close();
  expect(await query(there.db, 'TABLE kept')).toEqual([{ answer: 42 }]);
  await there.close();
  expect(await isStopped(db)).toBe(true);
});

it('takes the running server over, with its data, after a process group was killed', async () => {
  const killed = await holder.hold(usedDataDir);
  await query(killed.db, 'CREATE TABLE written AS SELECT 43 AS answer');
  const [{ began } = {}] = await query(killed.db, 'SELECT pg_postmaster_start_time()::text AS began');
  await holder.killGroup();

  const db = await open(usedDataDir);
  expect(await query(db, 'SELECT answer, pg_postmaster_start_time()::text AS began FROM written')).toEqual([
    { answer: 43, began },
  ]);
  await db.close();
  expect(await isStopped(db)).toBe(true);
});

it('waits for the remains of a killed server before it starts another', async () => {
  const restarted = vi.fn();
  const troubled = vi.fn();
  const db = await open(usedDataDir, { onRestart: restarted, onTrouble: troubled });
  const client = new pg.Client({ ...db.connection, ssl: false });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  process.kill(rows[0]!.pid, 'SIGSTOP');
  process.kill(await postmasterPid(db), 'SIGKILL');
  const log = join(usedDataDir, 'postgres.log');
  await vi.waitFor(async () => expect(await readFile(log, 'utf8')).toContain('pre-existing shared memory'), patience);
  expect(restarted).not.toHaveBeenCalled();
  process.kill(rows[0]!.pid, 'SIGCONT');
  await vi.waitFor(() => expect(restarted).toHaveBeenCalledTimes(1), patience);
  expect(troubled).not.toHaveBeenCalled();
  expect(await query(db, 'TABLE kept')).toEqual([{ answer: 42 }]);
});

it('closes for good while the server is gone', async () => {
  const db = await open(usedDataDir);
  process.kill(await postmasterPid(db), 'SIGKILL');
  await db.close();
  const pid = await postmasterPid(db).catch(() => undefined);
  expect(pid === undefined || !isAlive(pid)).toBe(true);
  // If it held the server again later, it would keep the next one from stopping it.
  await (await open(usedDataDir)).close();
  expect(await isStopped(db)).toBe(true);
});

it('starts despite a postmaster.pid that names another live process, or nothing at all', async () => {
  const directory = join(await realpath(usedDataDir), 'postgres');
  const files = [join(directory, 'postmaster.pid'), join(directory, '.s.PGSQL.5432.lock')];
  const lines = (pid: number) =>
    `${pid}\n${directory}\n1700000000\n5432\n${directory}\n\n  1234567         0\nready   \n`;
  for (const text of [lines(process.pid), lines(2 ** 22 - 1), '']) {
    for (const file of files) {
      await writeFile(file, text);
      await utimes(file, 1_700_000_000, 1_700_000_000);
    }
    const again = await open(usedDataDir);
    expect(await query(again, 'TABLE kept')).toEqual([{ answer: 42 }]);
    await again.close();
  }
  expect((await readdir(directory)).filter((name) => name.includes('stale'))).toEqual([]);
});

it('gives a copy of the data folder a server of its own, though the copy names that of the original', async () => {
  const original = await open(usedDataDir);
  const copy = join(await temporaryFolder(), 'copy');
  await run('cp', ['-a', usedDataDir, copy]);
  for (const name of await readdir(join(copy, 'postgres')))
    if (name.startsWith('.s.PGSQL')) await rm(join(copy, 'postgres', name));
  const db = await open(copy);
  expect(db.connection.host).not.toBe(original.connection.host);
  expect(await query(db, "SELECT current_setting('data_directory') AS directory")).toEqual([
    { directory: db.directory },
  ]);
  expect(await query(original, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('clears away what was left unfinished long ago, and nothing else, and keeps the end of a log that has grown too long', async () => {
  const log = join(usedDataDir, 'postgres.log');
  await writeFile(log, `${'much ado\n'.repeat(1_300_000)}the last line\n`);
  const endedPid = 2 ** 22 - 1;
  const names = [
    `postgres.init-${endedPid}-0000aaaa`,
    `postgres.init-${endedPid}-0000bbbb`,
    `postgres.init-${process.pid}-0000cccc`,
    'postgres.init-notes',
  ];
  for (const name of names) {
    await mkdir(join(usedDataDir, name));
    if (!name.endsWith('bbbb')) await utimes(join(usedDataDir, name), 1_700_000_000, 1_700_000_000);
  }
  await (await open(usedDataDir)).close();
  expect((await readdir(usedDataDir)).filter((name) => names.includes(name)).sort()).toEqual(names.slice(1).sort());
  const text = await readFile(log, 'utf8');
  expect(text.length).toBeLessThan(1_000_000);
  expect(text).toMatch(/^much ado\n[^]*the last line\n.*starting PostgreSQL/);
});

it('says what PostgreSQL said when it does not start', async () => {
  await expect(openEmbedded({ dataDir: usedDataDir, settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
    /did not start[^]*invalid value for parameter "shared_buffers": "plenty"/,
  );
});

it('refuses a folder that holds something else', async () => {
  const dataDir = await temporaryFolder();
  await writeFile(join(dataDir, 'postgres'), 'not a folder');
  await expect(openEmbedded({ dataDir })).rejects.toThrow(/postgres is not a folder/);
});
