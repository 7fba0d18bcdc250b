import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { openOwnDoor, paths } from '../../../testing/door.ts';
import { expectProblem } from '../../../testing/problem.ts';

const door = await openOwnDoor('It makes the whole database read-only, and then full.');
await door.addSupplier('1');
const outside = new pg.Client(door.database.connection);
await outside.connect();
afterAll(async () => {
  await outside.end();
  await door.close();
});

const ready = () => door.call('GET', '/health/ready', { token: undefined });
const patience = { timeout: 30_000, interval: 100 };
async function becomes(status: number): Promise<void> {
  await expect.poll(async () => (await ready()).status, patience).toBe(status);
}

it('is ready while both the database and the folder of files can be written to', async () => {
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready' } });
});

it('however often it is asked, it writes once in some seconds', async () => {
  const began = Date.now();
  const written = new Set<number>();
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 20 }, ready));
    written.add(
      (
        await outside.query<{ written_at: Date }>('SELECT written_at FROM write_probes')
      ).rows[0]?.written_at.getTime() as number,
    );
  }
  expect(written.size).toBeLessThanOrEqual(2 + (Date.now() - began) / 3_000);
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
    .poll(async () => (await ready()).body.message, patience)
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
    (await ready()).status === 503 &&
    (await outside.query<{ last_value: string }>('SELECT last_value FROM tries')).rows[0]?.last_value;
  await expect.poll(tries, patience).toBe('2');
  expectProblem(await ready(), 503, 'The service cannot write to its database at the moment.');
  await outside.query(
    'DROP TRIGGER full_disk ON supplier_invoices; DROP TRIGGER full_disk ON write_probes; DROP FUNCTION full_disk(); DROP SEQUENCE tries',
  );
  await becomes(200);
  expect((await door.post(paths.invoices, invoice)).status).toBe(200);
});
