import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../config.ts';
import type { CommandError } from '../errors/command-error.ts';
import { migrate } from '../ground/db/migrate.ts';
import { connectionTo, openDatabase } from '../ground/db/connect/open.ts';
import { version } from '../package.ts';
import { runCommand } from '../testing/command-line.ts';
import { databaseForThisTest, type TestDatabase } from '../testing/database.ts';
import { groundFailure } from '../testing/ground.ts';
import { openClock } from '../testing/own-clock.ts';
import { emptyDataDir, startService, startDoorway } from '../testing/process.ts';

const patience = { timeout: 240_000, interval: 20 };

async function clientOf({ connection }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

async function silentServer(): Promise<{ url: string; connected: () => number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: `postgres://user@127.0.0.1:${(server.address() as AddressInfo).port}/doorway`,
    connected: () => sockets.size,
  };
}

it('a start that fails after the port was opened ends the process with 1 and closes the port', async () => {
  const database = await databaseForThisTest();
  await (await clientOf(database)).query('ALTER TABLE operators RENAME TO gone');
  const started = startDoorway(['serve'], {
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: await emptyDataDir(),
  });
  const { code, signal, stdout, stderr } = await started.ended;
  expect({ code, signal }).toEqual({ code: 1, signal: null });
  expect(stderr).toContain('operators');
  expect(stderr).not.toContain('did not finish');
  const port = Number(/"address":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(stdout)?.[1]);
  const [error] = (await once(
    connect(port, '127.0.0.1').on('error', () => undefined),
    'error',
  )) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
});

it('SIGTERM ends a service that waits for another one’s migrations, with 0, and nothing was migrated; one that waits for its database is ended by it, too', async () => {
  const { url, connected } = await silentServer();
  const stopping = new AbortController();
  const told = new Error('told to stop');
  const opening = openDatabase(readConfig({ DATABASE_URL: url }), () => undefined, stopping.signal).catch(
    (error: unknown) => error,
  );
  await vi.waitFor(() => expect(connected()).toBeGreaterThan(0), patience);
  stopping.abort(told);
  expect(await opening).toBe(told);

  const database = await databaseForThisTest('template0');
  const holder = await clientOf(database);
  await holder.query('SELECT pg_advisory_lock(7241865325823964)');
  const { env } = await openClock();
  const { child, ended } = startDoorway(['serve'], {
    ...env,
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: await emptyDataDir(),
  });
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;
  await vi.waitFor(async () => expect((await holder.query(waiting)).rowCount).toBe(1), patience);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  expect((await holder.query(`SELECT to_regclass('migrations') AS there`)).rows).toEqual([{ there: null }]);
});

it('a service that hangs while it stops is ended after ten seconds, with 1, and a second signal makes no difference', async () => {
  // This preloaded module keeps the service from closing its port.
  const hanging = `data:text/javascript,${encodeURIComponent(`import { Server } from 'node:http'; Server.prototype.close = function () { return this; };`)}`;
  const clock = await openClock();
  const service = startDoorway(['serve'], {
    ...clock.env,
    PORT: '0',
    DATABASE_URL: (await databaseForThisTest()).url,
    DATA_DIR: await emptyDataDir(),
    NODE_OPTIONS: `${clock.env.NODE_OPTIONS} --import=${hanging}`,
  });
  const { child, ended, output, shown } = service;
  await vi.waitFor(() => expect(shown()).toContain('/console/first#'), patience);
  child.kill('SIGTERM');
  await vi.waitFor(() => expect(output()).toContain('finishing what is under way'), patience);
  child.kill('SIGTERM');
  await clock.moveOn(9_000, service);
  // A process that moves its clock once more still runs.
  await clock.moveOn(1_000, service);
  expect(await ended).toMatchObject({
    code: 1,
    signal: null,
    stderr: 'Doorway did not finish within 10 s and was ended.\n',
  });
});

it('a schema that is newer than the program stops the start, and every command, with one sentence that names both versions', async () => {
  const database = await databaseForThisTest();
  const client = await clientOf(database);
  await client.query(`INSERT INTO migrations (name, run_on) VALUES ('9999_later', now())`);
  await client.query(`UPDATE doorway_versions SET migrated_by = '99.1.0'`);
  const env = { PORT: '0', DATABASE_URL: database.url, DATA_DIR: await emptyDataDir() };
  const restore = 'or restore the copy of the database that was made before the upgrade.';
  const further = `This is Doorway ${version}, but the database was brought further by a newer version, 99.1.0: 9999_later. Run that version or a newer one, ${restore}`;
  expect(await groundFailure(env)).toMatchObject({ message: further, exitCode: 1 });
  // `doorway migrate` calls this.
  await expect(migrate(database.connection)).rejects.toMatchObject({ message: further, exitCode: 1 });

  await client.query(`DELETE FROM migrations WHERE name = '9999_later'; UPDATE doorway_versions SET lowest = '99.0.0'`);
  const lower = `This is Doorway ${version}, but the database takes 99.0.0 or a newer version. Run Doorway 99.1.0, ${restore}`;
  expect(await groundFailure(env)).toMatchObject({ message: lower, exitCode: 1 });
  expect(await runCommand(['token', 'list'], env)).toMatchObject({ code: 1, stdout: '', stderr: `${lower}\n` });
});

it('a right that is missing is told with the statement that grants it: connecting, migrating, the extension, the tables', async () => {
  const [empty, migrated] = [await databaseForThisTest('template0'), await databaseForThisTest()];
  const { user } = inject('postgres');
  const role = `clerk_${empty.connection.database}`;
  const owner = await clientOf(empty);
  const ownerOfMigrated = await clientOf(migrated);
  await owner.query(`CREATE ROLE ${role} LOGIN; REVOKE CONNECT ON DATABASE ${empty.connection.database} FROM PUBLIC`);
  onTestFinished(async () => {
    for (const client of [await clientOf(empty), await clientOf(migrated)]) await client.query(`DROP OWNED BY ${role}`);
    await (await clientOf(migrated)).query(`DROP ROLE ${role}`);
  });
  const DATA_DIR = await emptyDataDir();
  const asRole = ({ url }: TestDatabase) => url.replace(`${user}@`, `${role}@`);
  const start = (database: TestDatabase) => runCommand(['token', 'list'], { DATABASE_URL: asRole(database), DATA_DIR });
  const lacks = (database: TestDatabase, why: string, grant: string) => ({
    code: 1,
    stderr: expect.stringMatching(
      new RegExp(
        `^The role "${role}" may not do what Doorway needs in the database "${database.connection.database}": [^\\n]*${why}[^\\n]*\\. As an administrator of the server, run: [^\\n]*${grant}[^\\n]*\\.\\n$`,
      ),
    ),
  });

  expect(await start(empty)).toMatchObject(
    lacks(
      empty,
      'permission denied for database',
      `GRANT CONNECT ON DATABASE "${empty.connection.database}" TO "${role}"`,
    ),
  );
  await owner.query(`GRANT CONNECT ON DATABASE ${empty.connection.database} TO ${role}`);
  expect(await start(empty)).toMatchObject(
    lacks(empty, 'permission denied for schema public', `GRANT ALL ON SCHEMA public TO "${role}"`),
  );
  await owner.query(`GRANT ALL ON SCHEMA public TO ${role}`);
  expect(await start(empty)).toMatchObject(
    lacks(
      empty,
      'permission denied to create extension',
      `GRANT CREATE ON DATABASE "${empty.connection.database}" TO "${role}"`,
    ),
  );
  await owner.query(`GRANT CREATE ON DATABASE ${empty.connection.database} TO ${role}`);
  expect(await migrate(connectionTo(asRole(empty), 'session'))).toContain('0001_door');

  await ownerOfMigrated.query(
    `DELETE FROM migrations WHERE name = '0001_door'; GRANT SELECT ON migrations, doorway_versions TO ${role}`,
  );
  expect(await start(migrated)).toMatchObject(
    lacks(
      migrated,
      'must be owner of table migrations',
      `ALTER DATABASE "${migrated.connection.database}" OWNER TO "${role}"`,
    ),
  );
  await ownerOfMigrated.query(
    `INSERT INTO migrations (name, run_on) VALUES ('0001_door', '2020-01-01'); GRANT SELECT ON migrations, doorway_versions TO ${role}`,
  );
  expect(await start(migrated)).toMatchObject(
    lacks(
      migrated,
      'permission denied for schema graphile_worker',
      `GRANT USAGE ON SCHEMA graphile_worker TO "${role}"`,
    ),
  );
  await ownerOfMigrated.query(`GRANT USAGE ON SCHEMA graphile_worker TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA graphile_worker TO ${role}`);
  const { code, stderr } = lacks(
    migrated,
    'permission denied for table',
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO "${role}"`,
  );
  expect(await start(migrated)).toMatchObject({ code, stderr });
  const { exitCode, message } = (await groundFailure({ DATABASE_URL: asRole(migrated), DATA_DIR })) as CommandError;
  expect({ code: exitCode, stderr: `${message}\n` }).toEqual({ code, stderr });
  await ownerOfMigrated.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
  const service = await startService({ DATABASE_URL: asRole(migrated), DATA_DIR });
  const nothing = JSON.stringify({ company: randomUUID(), supplierNumber: 'none' });
  await ownerOfMigrated.query(`SET ROLE ${role}; SELECT graphile_worker.add_job('invoices.judge', '${nothing}')`);
  const waiting = async () => (await ownerOfMigrated.query('SELECT FROM graphile_worker.jobs')).rowCount;
  await expect.poll(waiting).toBe(0);
  expect(await service.stop('SIGTERM')).toMatchObject({ code: 0 });
});
