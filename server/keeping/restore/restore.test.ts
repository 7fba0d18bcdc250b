import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { backUpRows } from './backup.testing.ts';
import { restoreBackup, type RestoreDeps } from './restore.ts';
import type { Manifest, ArchivePart } from '../archive/manifest.ts';
import { writeManifest } from '../archive/manifest-file.ts';
import { openPart, writePart, type BackupTarget, writeSums } from '../archive/parts.ts';
import { audit, commandLine } from '../../audit/record.ts';
import { newId } from '../../ground/db/ids.ts';
import { migrate } from '../../ground/db/migrate.ts';
import { transaction, type CompanyId, type Pool } from '../../ground/db/pool.ts';
import { createPool } from '../../ground/db/connect/create-pool.ts';
import { openDiskStore } from '../../ground/files/disk.ts';
import { openObjectStore } from '../../ground/objects/open.ts';
import { openOwnDatabase, ownDatabaseForThisTest, type Template } from '../../testing/database.ts';

const source = await openOwnDatabase('A backup has the rows of all companies.');
const sourcePool = createPool({ connection: source.connection, size: 2, onIdleError: () => undefined });
const folder = await mkdtemp(join(tmpdir(), 'doorway-restore-'));
const store = await openObjectStore({ folder }, undefined);
afterAll(async () => {
  await sourcePool.end();
  await source.drop();
  await rm(folder, { recursive: true, force: true });
});

const [acme, other] = [newId(), newId()] as [CompanyId, CompanyId];
await transaction(sourcePool, async (tx) => {
  for (const company of [acme, other]) {
    await tx.query('INSERT INTO companies (id, name, created_at) VALUES ($1, $2, now())', [
      company,
      `Company ${company}`,
    ]);
    await tx.query('INSERT INTO company_counters (company_id, event_seq) VALUES ($1, 5)', [company]);
    await tx.query(
      `INSERT INTO projects (company_id, id, number, name, created_at, updated_at)
       SELECT $1, gen_random_uuid(), nth, 'a\tb', now(), now() FROM generate_series(1, 3) AS nth`,
      [company],
    );
    // The first two were removed because of their age.
    await tx.query(
      `INSERT INTO events (company_id, seq, id, type, subject_id, data, created_at, version)
       SELECT $1, nth, gen_random_uuid(), 'supplier.created', '1', '{}', now(), 1 FROM generate_series(3, 5) AS nth`,
      [company],
    );
    await audit(
      tx,
      company,
      commandLine,
      { action: 'token.created', subjectType: 'token', subjectId: '1' },
      new Date(),
    );
  }
  await tx.query(
    `INSERT INTO operators (id, email, name, administrator, created_at) VALUES ($1, 'a@example.com', 'A', true, now())`,
    [acme],
  );
  await tx.query(
    `INSERT INTO operator_sessions (hash, operator_id, created_at, expires_at) VALUES ('1', $1, now(), now())`,
    [acme],
  );
  await tx.query(`SELECT graphile_worker.add_job('mail', '{"to": "a"}')`);
});

let taken = 0;
const emptyBackup = (key?: Buffer): BackupTarget => ({
  store,
  key,
  folder: `backups/20261117T023000Z-${String((taken += 1)).padStart(6, '0')}`,
});
const backup = emptyBackup();
const manifest = await backUpRows(source.connection, backup);

async function target(template?: Template): Promise<{ pool: Pool; deps: RestoreDeps }> {
  const database = await ownDatabaseForThisTest('A restore needs an empty database.', template);
  // A pool with the name of the service would keep a restore waiting.
  const pool = new pg.Pool(database.connection);
  // Dropping the database ends connections that the server has not closed yet.
  pool.on('error', () => undefined);
  onTestFinished(() => pool.end());
  return {
    pool,
    deps: { connection: database.connection, embeddedIn: undefined, backup, manifest, store: undefined },
  };
}

const countOf = async (pool: Pool, table: string) =>
  (await pool.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${table}`)).rows[0]?.count;

/** A backup whose parts are replaced, with right hashes. */
async function alteredBackup(
  change: (part: ArchivePart, content: string) => [Partial<ArchivePart>, string],
): Promise<RestoreDeps['backup'] & { manifest: Manifest }> {
  const altered = emptyBackup();
  const parts: ArchivePart[] = [];
  for (const part of manifest.parts) {
    const content = await (
      await openPart(backup, part)
    )
      .setEncoding('utf8')
      .reduce((all: string, piece: string) => all + piece, '');
    const [other, text] = change(part, content);
    const { name, kind, table, columns, company } = { ...part, ...other };
    parts.push(
      await writePart(
        altered,
        { name, kind, ...(table && { table }), ...(columns && { columns }), ...(company && { company }) },
        (async function* () {
          yield Buffer.from(text);
        })(),
      ),
    );
  }
  const changed = { ...manifest, name: altered.folder.slice('backups/'.length), parts };
  await writeSums(altered, parts);
  await writeManifest(altered, changed);
  return { ...altered, manifest: changed };
}

it('a restored database has the rows, the jobs and the installation of the backup, knows that backup, and has no sessions', async () => {
  const { pool, deps } = await target();
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const restored = await restoreBackup({ ...deps, store: { files: await openDiskStore(dataDir), dataDir } });
  expect(restored).toMatchObject({ jobs: 1, copiedFiles: 0, keyFile: 'absent', problems: [] });
  for (const table of ['companies', 'projects', 'events', 'audit_log', 'graphile_worker._private_jobs'])
    expect([table, await countOf(pool, table)]).toEqual([table, await countOf(sourcePool, table)]);
  expect(await countOf(pool, 'operators')).toBe(1);
  expect(await countOf(pool, 'operator_sessions')).toBe(0);
  expect((await pool.query('SELECT installation FROM doorway_versions')).rows).toEqual([
    { installation: manifest.installation },
  ]);
  expect((await pool.query('SELECT name, outcome FROM backups')).rows).toEqual([
    { name: manifest.name, outcome: 'good' },
  ]);
  expect(await migrate(deps.connection)).toEqual([]);
  await expect(restoreBackup(deps)).rejects.toThrow(/The database is not empty: there are rows in .*Create an empty/);
});

it('an interrupted restore continues; until it ends nothing else can use the database', async () => {
  const { pool, deps } = await target();
  const stop = new AbortController();
  const interrupted = restoreBackup(deps, {
    signal: stop.signal,
    onProgress: (stage) => stage === 'lists' && stop.abort(new Error('stopped')),
  });
  await expect(interrupted).rejects.toThrow('stopped');
  expect(await countOf(pool, 'companies')).toBe(2);
  await expect(migrate(deps.connection)).rejects.toThrow(/incomplete: a restore from .*Run the same doorway restore/);
  const second = emptyBackup();
  const another = { ...deps, backup: second, manifest: await backUpRows(source.connection, second) };
  await expect(restoreBackup(another)).rejects.toThrow(/This database is incomplete/);
  expect((await restoreBackup(deps)).problems).toEqual([]);
  expect(await countOf(pool, 'companies')).toBe(2);
  expect(await migrate(deps.connection)).toEqual([]);
});

it('a damaged backup is refused by the name of the part, before anything is written', async () => {
  const { pool, deps } = await target('template0');
  const [part] = manifest.parts as [ArchivePart];
  const file = join(folder, backup.folder, part.name);
  const content = await readFile(file);
  await writeFile(file, content.subarray(0, -9));
  await expect(restoreBackup(deps)).rejects.toThrow(new RegExp(`${part.name} is cut.*\nNothing was written`));
  await writeFile(file, content);
  const { rows } = await pool.query(`SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`);
  expect(rows).toEqual([]);
});

it.each<[string, RegExp, (part: ArchivePart, content: string) => [Partial<ArchivePart>, string]]>([
  [
    'rows of another company',
    /rows of companies\/[-0-9a-f]+\/projects.copy.gz are not those of the backup/,
    (part, content) => [{}, part.table === 'projects' ? content.replaceAll(acme, newId()) : content],
  ],
  [
    'a value that its column refuses',
    /rows of tables\/operators.copy.gz could not be loaded: .*uuid/,
    (part, content) => [{}, part.table === 'operators' ? content.replace(acme, 'no-uuid') : content],
  ],
  [
    'a job that is none',
    /A line of the queue is no job/,
    (part, content) => [{}, part.kind === 'queue' ? '{"run_at": 1}\n' : content],
  ],
  [
    'a job that the database refuses',
    /^The backup cannot be used: the database refuses its contents \(.*"never"\)\.$/,
    (part, content) => [{}, part.kind === 'queue' ? '{"identifier": "mail", "run_at": "never"}\n' : content],
  ],
])('a backup with %s is refused, and restores nothing', async (_, refusal, change) => {
  const { pool, deps } = await target();
  const { manifest: changed, ...altered } = await alteredBackup(change);
  await expect(restoreBackup({ ...deps, backup: altered, manifest: changed })).rejects.toThrow(refusal);
  expect(await countOf(pool, 'companies')).toBe(0);
});

it('events with a gap and an altered audit log are named, and restored as they were', async () => {
  const { deps } = await target();
  const { manifest: changed, ...altered } = await alteredBackup(({ table }, content) => [
    {},
    table === 'events'
      ? content
          .split('\n')
          .filter((_, at) => at !== 1)
          .join('\n')
      : table === 'audit_log'
        ? content.replaceAll('token.created', 'token.revoked')
        : content,
  ]);
  const { problems } = await restoreBackup({ ...deps, backup: altered, manifest: changed });
  expect(problems).toHaveLength(4);
  expect(problems.join('\n')).toMatch(/audit log does not fit at entry 1;[^]*there are 2 events from 3 to 5/);
});

it('a backup of an older version is restored into its own schema and brought forward', async () => {
  await sourcePool.query('ALTER TABLE doorway_versions DROP COLUMN installation; DROP TABLE backups');
  await sourcePool.query(
    `ALTER TABLE suppliers DROP COLUMN number_look, DROP COLUMN name_look, DROP COLUMN organization_look,
       DROP COLUMN payee_changed_seq, DROP COLUMN blocked_seq;
     ALTER TABLE company_counters DROP COLUMN looks_version, DROP COLUMN search_version;
     ALTER TABLE calls DROP COLUMN is_replay;
     ALTER TABLE document_texts DROP COLUMN unseen;
     ALTER TABLE supplier_invoices DROP COLUMN files_due_at, DROP COLUMN releasers, DROP COLUMN released_seq,
       DROP COLUMN invoice_day, DROP COLUMN payment_due_day;
     ALTER TABLE companies DROP COLUMN time_zone;
     ALTER TABLE check_proposals DROP COLUMN reason;
     DROP TABLE weakened_settings;
     ALTER TABLE invitations DROP COLUMN shown, DROP COLUMN invited_by;
     ALTER TABLE audit_log DROP COLUMN erased;
     ALTER TABLE companies DROP COLUMN second_factor, DROP COLUMN passwords, DROP COLUMN proofs,
       DROP COLUMN weakened_demands, DROP COLUMN mail_links, DROP COLUMN partners_manage_webhooks;
     ALTER TABLE attachments DROP COLUMN erased_at;
     ALTER TABLE operators DROP COLUMN shown_link_used_at, DROP COLUMN joined_at, DROP COLUMN mailbox,
       DROP COLUMN proved_by, DROP COLUMN proved_at, DROP COLUMN erased_at, DROP COLUMN roles_from;
     ALTER TABLE operator_sessions DROP COLUMN way, DROP COLUMN proved_at, DROP COLUMN proof_spent_at,
       DROP COLUMN directory_id, DROP COLUMN directory_subject, DROP COLUMN directory_session;
     DROP TABLE sign_in_steps, operator_factors, recovery_codes, operator_identities, directories`,
  );
  await sourcePool.query(`DELETE FROM migrations WHERE name >= '0040'`);
  const older = emptyBackup();
  const olderManifest = await backUpRows(source.connection, older);
  const { pool, deps } = await target('template0');
  expect((await restoreBackup({ ...deps, backup: older, manifest: olderManifest })).problems).toEqual([]);
  expect(await countOf(pool, 'projects')).toBe(6);
  expect(await countOf(pool, 'backups')).toBe(1);
  const { deps: migrated } = await target();
  await expect(restoreBackup({ ...migrated, backup: older, manifest: olderManifest })).rejects.toThrow(
    /its tables are newer than those of the backup/,
  );
});

it('a database with tables of another program is refused', async () => {
  const { pool, deps } = await target('template0');
  await pool.query('CREATE TABLE ledgers (id integer PRIMARY KEY)');
  await expect(restoreBackup(deps)).rejects.toThrow(/tables of another program: ledgers/);
});
