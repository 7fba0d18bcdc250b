import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { ownTables, rebuiltTables, type Manifest } from './archive/manifest.ts';
import { takeBackup } from './backup/take.ts';
import { rebuildProjections } from './restore/load.ts';
import { resetSandbox } from '../sandbox/actions.ts';
import { commandLine } from '../audit/record.ts';
import { readConfig } from '../config.ts';
import { transaction, type CompanyId, type Db } from '../ground/db/pool.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import type { FileStore } from '../ground/files/store.ts';
import { beginSession } from '../operators/sign-in/sessions.ts';
import { runCommand } from '../testing/command-line.ts';
import { ownDatabaseForThisTest, type TestDatabase } from '../testing/database.ts';
import { openAppOn, openOwnDoor, paths } from '../testing/door.ts';
import { samples, sha256 } from '../testing/files.ts';
import { copyTables, differencesOf, readAtSnapshot, readRows } from '../testing/frozen.ts';
import { fillTables } from '../testing/generated-rows.ts';
import { happeningsOn } from '../testing/happenings.ts';
import { isLongRun } from '../testing/long.ts';
import { callWith, settled, signedIn } from '../testing/operator.ts';
import { readEverything } from '../testing/readable.ts';
import { sandboxOf } from '../testing/sandbox.ts';
import { pauseBetweenTries } from '../testing/time.ts';

/** Other rounds: KEEPING_RUNS=50 KEEPING_SEED=1 npx vitest run server/keeping/everything.test.ts */
const runs = Number(process.env.KEEPING_RUNS ?? (isLongRun ? 10 : 1));
const firstSeed = Number(process.env.KEEPING_SEED ?? 20_261_117);
const seeds = Array.from({ length: runs }, (_, at) => firstSeed + at);

/** Nobody is signed in after a restore. */
const emptied = ['operator_sessions', 'sign_in_steps'];

/** A company's records of every kind, all made through the door and the desk; another one is its sandbox. */
async function openFilledDoor() {
  const door = await openOwnDoor('It fills and backs up every table of the database.');
  const happenings = await happeningsOn(door);
  for (const [type, happen] of Object.entries(happenings)) await happen(`all ${type}`);
  const administrator = await signedIn(door, 'administrator');
  const invoice = (await door.call('GET', paths.invoices)).body.supplierInvoices[0].id as string;
  expect((await door.call('GET', `${paths.invoices}/${invoice}/receipt`)).status).toBe(200);
  const sandbox = await sandboxOf(door);
  return { door, administrator, sandbox };
}

type FilledDoor = Awaited<ReturnType<typeof openFilledDoor>>;

/** Hashes of files of all companies: two of them are missing in the store. */
async function storeFiles(
  files: FileStore,
  companies: readonly CompanyId[],
  contents: readonly Buffer[],
): Promise<void> {
  for (const company of companies)
    for (const content of contents.slice(2)) await (await files.receive([content] as never, 1_000)).keep(company);
}

/** Partners and operators who go on until `stop`. Every answer must be good. */
function keepWriting({ door, administrator, sandbox }: FilledDoor) {
  let isStopped = false;
  let count = 0;
  const done = ({ status, body }: { status: number; body: any }) => {
    expect(status, JSON.stringify(body)).toBe(200);
    count += 1;
    return body;
  };
  const repeat = async (write: (at: number) => Promise<unknown>) => {
    for (let at = 0; !isStopped; at++) {
      await write(at);
      // The backup takes its time; not all of it needs to be filled.
      await pauseBetweenTries();
    }
  };
  const invoiceWith = (token: string) => async (at: number) => {
    const body = { externalReferenceId: `during ${token.slice(-4)} ${at}`, supplierNumber: '1', totalPrice: 10.25 };
    return done(await door.call('POST', paths.invoices, { token, body })).id as string;
  };
  const decided = invoiceWith(door.token);
  const loops = [
    repeat(async (at) => {
      const supplierInvoiceId = await decided(at);
      const content = Buffer.concat([samples.pdf, Buffer.from(`${at}`)]).toString('base64');
      done(await door.post(paths.attach, { supplierInvoiceId, fileName: 'a.pdf', content }));
      const path = `/companies/${door.company}/invoices/${supplierInvoiceId}/reject`;
      done(await callWith(door, administrator.cookie, 'POST', path, { reason: 'Twice.' }));
    }),
    repeat(async (at) => {
      const token = sandbox.token;
      const body = { externalReferenceId: `sandbox ${at}`, supplierNumber: '1' };
      // A reset removes suppliers and invoices for a moment.
      const { status } = await door.call('POST', paths.invoices, { token, body });
      expect([200, 400, 409, 503]).toContain(status);
      await resetSandbox(door, sandbox, commandLine);
    }),
  ];
  return {
    count: () => count,
    stop: async () => {
      isStopped = true;
      await Promise.all(loops);
    },
  };
}

/** Takes a backup while others write, and copies the source as its snapshot saw it into a database of its own. */
async function backUpUnderLoad(filled: FilledDoor, folder: string, env: Record<string, string>) {
  const { door } = filled;
  const config = readConfig({ DATA_DIR: door.dataDir, ...env });
  const writing = keepWriting(filled);
  let frozen: pg.Client | undefined;
  let writtenBefore = 0;
  let backup: Manifest;
  try {
    await expect.poll(writing.count).toBeGreaterThan(5);
    backup = await takeBackup(
      {
        connection: door.database.connection,
        pool: door.pool,
        files: door.files,
        config,
        destination: { folder: folder },
      },
      {
        onSnapshot: async (client) => {
          const db: Db = client;
          const { rows } = await db.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
          frozen = await readAtSnapshot(door.database.connection, rows[0]?.snapshot as string);
          writtenBefore = writing.count();
          await expect.poll(writing.count).toBeGreaterThan(writtenBefore + 5);
        },
      },
    );
  } finally {
    await writing.stop();
  }
  const source = frozen as pg.Client;
  onTestFinished(() => source.end());
  const reference = await ownDatabaseForThisTest('It has the rows of a snapshot.');
  await copyTables(source, reference.connection, ownTables);
  return { backup, source, reference };
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doorway-keeping-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function readApp(
  { door, sandbox, administrator }: FilledDoor,
  connection: TestDatabase['connection'],
  dataDir: string,
): Promise<{ answers: Map<string, string>; lists: Record<string, string[]> }> {
  const app = await openAppOn('It reads a copy of the database.', connection, dataDir);
  try {
    const session = await transaction(app.pool, (tx) => beginSession(tx, administrator.id, undefined, new Date()));
    const answers = await readEverything({
      url: app.url,
      db: app.pool,
      companies: [door.company, sandbox.id],
      operator: { cookie: `doorway_session=${session}`, 'x-doorway-console': '1' },
      tokens: { [door.company]: door.token, [sandbox.id]: sandbox.token },
      maxRecords: isLongRun ? 100 : 3,
    });
    const rows = await readRows(app.pool, []);
    const lists = Object.fromEntries(
      rebuiltTables.map((name) => [name, rows[name]?.filter((row) => row.includes(door.company)) ?? []]),
    );
    return { answers, lists };
  } finally {
    await app.stop();
  }
}

async function rebuildLists({ connection }: Pick<TestDatabase, 'connection'>, company: CompanyId): Promise<void> {
  const pool = createPool({ connection, size: 1, onIdleError: () => undefined });
  for (const table of rebuiltTables) await pool.query(`DELETE FROM ${table} WHERE company_id = $1`, [company]);
  await rebuildProjections(pool, company).finally(() => pool.end());
}

/** Paths and what follows the first different character. */
const differentAnswers = (one: Map<string, string>, other: Map<string, string>): string[][] =>
  [...one].flatMap(([path, answer]) => {
    const second = other.get(path) ?? '';
    const at = [...answer].findIndex((_, index) => answer[index] !== second[index]);
    return answer === second
      ? []
      : [[path, ...[answer, second].map((text) => text.slice(Math.max(0, at - 80), at + 200))]];
  });

it.each(seeds)(
  'a backup taken under load brings back every row, file and answer as they were at its snapshot (seed %i)',
  async (seed) => {
    const filled = await openFilledDoor();
    const { door, sandbox } = filled;
    onTestFinished(() => door.close());
    const contents = Array.from({ length: 6 }, (_, at) => Buffer.from(`file ${seed} ${at}`));
    const hashes = contents.map((content) => Buffer.from(sha256(content), 'hex'));
    const files = { hashes, size: contents[0]?.length as number };
    const without = [...ownTables, ...rebuiltTables];
    const { companies } = await fillTables(door.pool, { seed, without, files });
    await storeFiles(door.files, companies, contents);
    // No table says what these documents must be; the service writes no others.
    const roles = [{ claim: 'groups', value: 'åäö', company: companies[0], role: 'approver', approvalLimit: '10.50' }];
    await door.pool.query('UPDATE directories SET roles = $1, companies = NULL', [JSON.stringify(roles)]);
    await door.pool.query(
      `SELECT graphile_worker.add_job('mail', $1::json, 'queue', '2099-01-01', 7, job_key := 'key', priority := -3, flags := '{a,b}')`,
      ['{ "digits": [9007199254740993, 90071992547409.93, 1e3], "text": "\\t\\\\N" }'],
    );
    await settled(door);

    const folder = await emptyFolder();
    const env: Record<string, string> = { BACKUP_KEY: randomBytes(32).toString('base64') };
    const { backup, source, reference } = await backUpUnderLoad(filled, folder, env);
    const target = await ownDatabaseForThisTest('The database must be empty.', 'template0');
    const dataDir = await emptyFolder();
    const restored = await runCommand(['restore', folder, '--json'], {
      DATABASE_URL: target.url,
      DATA_DIR: dataDir,
      ...env,
    });
    expect(restored.code, restored.stderr).toBe(0);

    const copy = new pg.Client(target.connection);
    await copy.connect();
    const before = await readRows(source, [...without, ...emptied]);
    for (const [table, rows] of Object.entries(before)) if (table !== 'jobs') expect(rows, table).not.toEqual([]);
    expect(differencesOf(before, await readRows(copy, [...without, ...emptied]))).toEqual([]);
    expect((await copy.query('SELECT FROM operator_sessions')).rowCount).toBe(0);
    await copy.end();
    const { rows: damaged } = await source.query(
      `SELECT DISTINCT company_id AS company, encode(sha256, 'hex') AS sha256, 'missing' AS problem FROM attachments
       WHERE erased_at IS NULL AND sha256 = ANY ($1) ORDER BY 1, 2`,
      [hashes.slice(0, 2)],
    );
    const byName = ({ company, sha256: hash }: { company: string; sha256: string }) => company + hash;
    expect(backup.damaged.toSorted((one, other) => (byName(one) < byName(other) ? -1 : 1))).toEqual(damaged);

    // A sandbox that is being reset has lists that are emptied before its records are.
    await rebuildLists(reference, sandbox.id);
    const [one, other] = [
      await readApp(filled, reference.connection, door.dataDir),
      await readApp(filled, target.connection, dataDir),
    ];
    expect(one.answers.size).toBeGreaterThan(100);
    expect(differentAnswers(one.answers, other.answers)).toEqual([]);
    expect(differencesOf(one.lists, other.lists)).toEqual([]);
    expect([...one.answers].filter(([, answer]) => answer.startsWith('500'))).toEqual([]);
  },
);
