import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { openOwnDoor, paths } from '../../../testing/door.ts';
import { expectProblem } from '../../../testing/problem.ts';
import { stopClock } from '../../../testing/time.ts';

const door = await openOwnDoor('It makes the whole database read-only, and then full.');
await door.addSupplier('1');
const outside = new pg.Client(door.database.connection);
await outside.connect();
afterAll(async () => {
  await outside.end();
  await door.close();
});

const ready = () => door.call('GET', '/health/ready', { token: undefined });
/** The service probes its disk and database again. */
const readyLater = () => {
  advance(3_000);
  return ready();
};
async function becomes(status: number): Promise<void> {
  await expect.poll(async () => (await readyLater()).status).toBe(status);
}

let advance: (ms: number) => void;
beforeEach(() => void (advance = stopClock()));

it('is ready while both the database and the folder of files can be written to', async () => {
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready' } });
});

it('however often it is asked, it writes once in three seconds', async () => {
  await outside.query(`
    CREATE SEQUENCE probes;
    CREATE FUNCTION count_probe() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('probes'); RETURN NULL; END $$;
    CREATE TRIGGER count_probe AFTER INSERT OR UPDATE ON write_probes FOR EACH ROW EXECUTE FUNCTION count_probe()`);
  const probes = async () => Number((await outside.query('SELECT last_value FROM probes')).rows[0]?.last_value);
  await readyLater();
  for (let written = 1; written < 4; written++) {
    await Promise.all(Array.from({ length: 20 }, ready));
    advance(2_999);
    await Promise.all(Array.from({ length: 20 }, ready));
    expect(await probes()).toBe(written);
    advance(1);
    await Promise.all(Array.from({ length: 20 }, ready));
  }
  expect(await probes()).toBe(4);
  await outside.query('DROP FUNCTION count_probe() CASCADE; DROP SEQUENCE probes');
});

it('is not ready while files cannot be stored, says so, and is again when they can', async () => {
  const incoming = join(door.dataDir, 'files', 'incoming');
  await rename(incoming, `${incoming}-away`);
  // A file in place of the folder stops root as well.
  await writeFile(incoming, '');
  await becomes(503);
  expectProblem(await ready(), 503, 'The service cannot store files at the moment.');
  expect((await door.call('GET', '/health/live')).status).toBe(200);
  await rm(incoming);
  await rename(`${incoming}-away`, incoming);
  await becomes(200);
});

it('is not ready while the database takes no writes, says so, and is again when it does', async () => {
  const { database } = door.database.connection;
  const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await outside.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
  await outside.query(cut);
  await expect
    .poll(async () => (await readyLater()).body.message)
    .toBe('The service cannot write to its database at the moment.');
  await outside.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`);
  await outside.query(cut);
  await becomes(200);
});

it('once the door met a full disk it is not ready until something large could be written', async () => {
  await outside.query(`
    CREATE SEQUENCE tries;
    CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('tries'); RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON supplier_invoices FOR EACH STATEMENT EXECUTE FUNCTION full_disk();
    CREATE TRIGGER full_disk BEFORE INSERT ON write_probes FOR EACH ROW WHEN (NEW.filler IS NOT NULL) EXECUTE FUNCTION full_disk()`);
  await becomes(200);
  const invoice = { externalReferenceId: 'full', supplierNumber: '1' };
  expectProblem(await door.post(paths.invoices, invoice), 503);
  expectProblem(await ready(), 503, 'The service cannot write to its database at the moment.');
  // Small writes would still succeed, so the second probe, after the invoice, is a large one.
  const tries = async () =>
    (await readyLater()).status === 503 &&
    (await outside.query<{ last_value: string }>('SELECT last_value FROM tries')).rows[0]?.last_value;
  await expect.poll(tries).toBe('2');
  expectProblem(await ready(), 503, 'The service cannot write to its database at the moment.');
  await outside.query(
    'DROP TRIGGER full_disk ON supplier_invoices; DROP TRIGGER full_disk ON write_probes; DROP FUNCTION full_disk(); DROP SEQUENCE tries',
  );
  await becomes(200);
  expect((await door.post(paths.invoices, invoice)).status).toBe(200);
});
