import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { backUpRows } from './backup.testing.ts';
import { restoreBackup } from './restore.ts';
import type { BackupTarget } from '../archive/parts.ts';
import { createPool } from '../../ground/db/pool.ts';
import { openObjectStore } from '../../ground/objects/open.ts';
import { databaseForThisTest } from '../../testing/database.ts';
import { openDoor } from '../../testing/door.ts';
import { happeningsOn } from '../../testing/happenings.ts';

const door = await openDoor();

async function emptyPlace(): Promise<BackupTarget> {
  const folder = await mkdtemp(join(tmpdir(), 'doorway-restore-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = await openObjectStore({ folder }, undefined);
  return { store, key: undefined, folder: 'backups/20261117T023000Z-4f1c2a' };
}

it('restores', async () => {
  const happenings = await happeningsOn(door);
  for (const [type, happen] of Object.entries(happenings)) await happen(`restored-${type}`);
  const backup = await emptyPlace();
  const manifest = await backUpRows(door.database.connection, backup);
  const { connection } = await databaseForThisTest('template0');
  const restored = await restoreBackup({ connection, embeddedIn: undefined, backup, manifest, store: undefined });
  expect(restored.problems).toEqual([]);
  const pool = createPool({ connection, size: 1, onIdleError: () => undefined });
  const count = async (db: typeof pool, table: string) =>
    (await db.query(`SELECT count(*) FROM ${table} WHERE company_id = $1`, [door.company])).rows;
  for (const table of ['supplier_invoices', 'events', 'audit_log'])
    expect(await count(pool, table)).toEqual(await count(door.pool, table));
  await pool.end();
});
