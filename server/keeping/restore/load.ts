import { pipeline } from 'node:stream/promises';
import { linesOf } from './lines.ts';
import { matchParts, type RowsPart } from './schema.ts';
import type { Manifest } from '../archive/manifest.ts';
import { openPart, type BackupTarget } from '../archive/parts.ts';
import { areSame, digestOf } from '../digest.ts';
import { clusterSettings } from '../../ground/db/citus/distribute.ts';
import { addJobs } from '../queue.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Client } from '../../ground/db/connect/client.ts';
import { inTransaction } from '../../ground/db/connect/with-client.ts';
import { copyIn, copyOut, copySettings } from '../../ground/db/copy.ts';
import { isDiskFull } from '../../ground/db/failures.ts';
import { hasTable, readTables, withoutIndexes } from '../../ground/db/tables.ts';
import { markLoaded, readUnfinished } from '../../ground/db/unfinished.ts';
import { type CompanyId, type Db, valueOf } from '../../ground/db/pool.ts';
import { rebuildInvoices } from '../../supplier-invoices/lists/projection.ts';
import { rebuildSuppliers } from '../../suppliers/projection.ts';
import { rebuildWorkOrders } from '../../work-orders/projection.ts';

const lock = 'SELECT pg_try_advisory_xact_lock(1685024626, 3) AS locked';
const maxJobBytes = 16 * 1024 * 1024;

/**
 * Loads all rows and jobs in one transaction, and copies the rows out again to compare them with the backup. Sessions
 * end: a cookie from before must not sign anybody in.
 */
export function loadRows(
  client: Client,
  backup: BackupTarget,
  manifest: Manifest,
  onRows: (rows: number) => void,
): Promise<void> {
  return inTransaction(client, async () => {
    const locked = await valueOf<boolean>(client, lock);
    if (locked !== true) throw new CommandError('Another restore fills this database at this moment.', 2);
    if ((await readUnfinished(client))?.isLoaded !== false) return;
    await client.query(`${copySettings}; ${clusterSettings}`);
    const parts = matchParts(manifest.parts, await readTables(client));
    const names = [...new Set(parts.map(({ table: { name } }) => name))];
    await withoutIndexes(client, names, async () => {
      for (const part of parts) {
        await load(client, backup, part);
        onRows(part.part.count);
      }
    });
    // Without statistics the comparison would sort whole tables once per company.
    await client.query('ANALYZE');
    for (const part of parts) {
      await compare(client, part);
      onRows(part.part.count);
    }
    for (const part of manifest.parts)
      if (part.kind === 'queue') await addJobs(client, linesOf(await openPart(backup, part), maxJobBytes));
    await client.query('DELETE FROM operator_sessions');
    // Backups of versions before 1.17 have none.
    if (await hasTable(client, 'sign_in_steps')) await client.query('DELETE FROM sign_in_steps');
    await markLoaded(client);
  });
}

async function load(client: Client, backup: BackupTarget, { part, table }: RowsPart): Promise<void> {
  const content = await openPart(backup, part);
  await pipeline(content, copyIn(client, table)).catch((error: Error) => {
    if (error instanceof CommandError) throw error;
    if (isDiskFull(error))
      throw new CommandError(
        `The database server has no space left (${error.message}). Make room, and run the command again.`,
      );
    throw new CommandError(`The rows of ${part.name} could not be loaded: ${error.message}.`);
  });
}

async function compare(client: Client, { part, table }: RowsPart): Promise<void> {
  const restored = await digestOf(copyOut(client, table, part.company));
  if (!areSame(restored, part))
    throw new CommandError(
      `The restored rows of ${part.name} are not those of the backup: ${restored.count} rows of ${part.count}, or other values. Nothing was restored.`,
    );
}

/** Fills the tables that a backup leaves out. It can be repeated. */
export async function rebuildProjections(db: Db, company: CompanyId): Promise<void> {
  await rebuildSuppliers(db, company);
  await rebuildInvoices(db, company);
  await rebuildWorkOrders(db, company);
}
