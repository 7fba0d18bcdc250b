import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { openEmbedded } from '../server/ground/db/embedded/embedded.ts';
import { migrate } from '../server/ground/db/migrate.ts';
import type { Closing } from './closing.ts';
import { withClient } from './database.ts';
import { addEndpoints, addManyCompanies, fillInvoices, fillTemplate, switchChecksOff, type Tokens } from './fill.ts';
import { programs, run, startLoadGenerator, startServer, type Load, type Server } from './processes.ts';

const allowing = { WEBHOOKS_ALLOW_PRIVATE: 'true', WEBHOOKS_ALLOW_HTTP: 'true' };

export interface Stage {
  load: Load;
  tokens: Tokens;
  /** Fastify alone. */
  bare: Server;
  ceiling: Server;
  baseline: Server;
  /** On a database without invoices. */
  service: Server;
  /** Other versions, each on its own database without invoices. */
  before: OtherVersion[];
  /** On a database with many invoices; undefined if no case needs it. */
  filled: Server | undefined;
  /** The receivers of a company's webhooks. */
  receivers: Server;
  /** Tokens of 100 companies in the database without invoices, each with the suppliers of invoices. */
  manyCompanies(): Promise<string[]>;
  /** Another service on the database without invoices, not yet called. */
  freshService(env?: Record<string, string>): Promise<Server>;
  /** A service on a database of its own, so that no other process does its jobs. */
  ownService(env: Record<string, string>): Promise<Server>;
  /** A database without invoices. */
  ownDatabase(): Promise<string>;
  serviceOn(database: string, env: Record<string, string>): Promise<Server>;
  databases: { service: string; baseline: string; filled: string | undefined };
  /** Another service on the database with many invoices. */
  filledService(env: Record<string, string>): Promise<Server>;
  /** A database without tables. */
  newDatabase(): Promise<string>;
  /** All services share this folder. */
  dataDir: string;
  /** Removes what the last run created, so that each starts with the same tables. */
  empty(): Promise<void>;
  postgres: string;
}

/** Another version of the service. */
export interface OtherVersion {
  name: string;
  server: Server;
  database: string;
  freshService(env?: Record<string, string>): Promise<Server>;
}

/** Starts PostgreSQL, three databases, the servers and the load generator. */
export async function setUp(invoices: number, against: string[], closing: Closing): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'doorway-bench-'));
  closing.add(() => rm(folder, { recursive: true, force: true }));
  // PostgreSQL may run as another user, who must pass through this folder.
  await chmod(folder, 0o711);
  const embedded = await openEmbedded({ dataDir: folder });
  closing.add(() => embedded.close());
  const administer = (statement: string) =>
    withClient(embedded.connection, (client) => client.query<Record<string, string>>(statement));

  const template = { ...embedded.connection, database: 'bench_template' };
  await administer('CREATE DATABASE bench_template');
  const urlOf = (database: string) => {
    const { host, port, user } = embedded.connection;
    return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  };
  const create = async (database: string) => {
    await administer(`CREATE DATABASE ${database} TEMPLATE bench_template`);
    return urlOf(database);
  };
  // Another version may know an older schema only: each migrates the database of the one before it.
  const [oldest, ...newer] = against;
  if (oldest === undefined) await migrate(template);
  else await run(programs.migrateIn(oldest), { DATABASE_URL: urlOf('bench_template') });
  const tokens = await fillTemplate(template);
  const olderDatabases = oldest === undefined ? [] : [await create('bench_before_0')];
  for (const folder of newer) {
    await run(programs.migrateIn(folder), { DATABASE_URL: urlOf('bench_template') });
    olderDatabases.push(await create(`bench_before_${olderDatabases.length}`));
  }
  await migrate(template);
  await switchChecksOff(template);
  const databases: Stage['databases'] = {
    service: await create('bench_service'),
    baseline: await create('bench_baseline'),
    filled: undefined,
  };
  const dataDir = join(folder, 'files');
  const start = (program: string[], database: string, more: Record<string, string> = {}) =>
    startServer(program, { DATABASE_URL: database, DATA_DIR: dataDir, ...allowing, ...more }, closing);
  let owned = 0;
  const ownDatabase = () => create(`bench_own_${(owned += 1)}`);
  let companies: Promise<string[]> | undefined;
  const receivers = await startServer(programs.receivers, {}, closing);
  await addEndpoints(databases.service, receivers);
  const postmaster = await administer(`SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1) AS pid`);
  const stage: Stage = {
    load: startLoadGenerator(Number(postmaster.rows[0]?.pid), closing),
    tokens,
    databases,
    bare: await startServer(programs.bare, { TOKENS: Object.values(tokens).join(' ') }, closing),
    // Jobs on its database are the service's own load.
    ceiling: await start(programs.ceiling, databases.service, { JOBS: 'off' }),
    baseline: await start(programs.baseline, databases.baseline),
    service: await start(programs.service, databases.service),
    before: [],
    filled: undefined,
    receivers,
    manyCompanies: () => (companies ??= addManyCompanies({ connectionString: databases.service })),
    freshService: (env) => start(programs.service, databases.service, env),
    ownService: async (env) => start(programs.service, await ownDatabase(), env),
    ownDatabase,
    serviceOn: (database, env) => start(programs.service, database, env),
    filledService: (env) => start(programs.service, databases.filled as string, env),
    newDatabase: async () => {
      const name = `bench_new_${(owned += 1)}`;
      await administer(`CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    dataDir,
    empty: async () => {
      for (const database of [databases.service, databases.baseline, ...olderDatabases]) await empty(database);
      // A checkpoint in the middle of one run and not of another would be unfair.
      await administer('CHECKPOINT');
    },
    postgres: (await administer('SHOW server_version')).rows[0]?.server_version ?? '',
  };
  for (const [at, folder] of against.entries()) {
    const database = olderDatabases[at] as string;
    const freshService = (env?: Record<string, string>) => start(programs.serviceIn(folder), database, env);
    stage.before.push({ name: await versionOf(folder), server: await freshService(), database, freshService });
  }
  if (invoices > 0) {
    const filled = await create('bench_filled');
    await fillInvoices({ connectionString: filled }, invoices);
    databases.filled = filled;
    stage.filled = await start(programs.service, filled);
  }
  return stage;
}

const versionOf = async (folder: string) =>
  (JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

/** The tables that a run fills, except suppliers. Other versions may name some of them differently. */
const filledTables = `
  SELECT string_agg(quote_ident(tablename), ', ') AS names FROM pg_tables
  WHERE schemaname = current_schema() AND (
    tablename IN ('supplier_invoices', 'work_orders', 'events', 'calls', 'requests', 'webhook_attempts', 'idempotency_keys') OR tablename ~ '^listed_|_projections$')`;

/** Fails if a clean invoice has findings. Only the company Suspicious receives invoices that look wrong. */
async function requireNoFindings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ findings: string }>(
    `SELECT findings::text FROM supplier_invoices JOIN companies ON companies.id = company_id
     WHERE findings <> '[]' AND companies.name <> 'Suspicious' LIMIT 1`,
  );
  if (rows[0] !== undefined) throw new Error(`An invoice that is right has findings: ${rows[0].findings}`);
}

const empty = (database: string) =>
  withClient({ connectionString: database }, async (client) => {
    await requireNoFindings(client);
    const names = (await client.query<{ names: string }>(filledTables)).rows[0]?.names as string;
    await client.query('BEGIN');
    // A service that still projects the last run locks this table first and then the others.
    await client.query('LOCK TABLE event_positions');
    await client.query(`TRUNCATE ${names} CASCADE`);
    await client.query(
      `DELETE FROM suppliers USING companies WHERE companies.id = company_id AND companies.name = 'Registering'`,
    );
    await client.query('COMMIT');
    // Emptied tables are left as new: after ANALYZE PostgreSQL would plan for tables that stay empty.
    await client.query('VACUUM ANALYZE suppliers');
  });
