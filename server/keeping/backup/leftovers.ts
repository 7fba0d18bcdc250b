import { filesFolder } from '../archive/files.ts';
import { manifestName } from '../archive/manifest-file.ts';
import { backupsFolder, folderOf } from '../archive/manifest.ts';
import { readFailedNames } from '../runs-store.ts';
import type { Db } from '../../ground/db/pool.ts';
import { lacksRights } from '../../ground/files/unavailable.ts';
import type { ObjectStore } from '../../ground/objects/store.ts';
import { mapConcurrently } from '../../ground/scheduling/map-concurrently.ts';

const removalsAtOnce = 8;

/**
 * Removes the parts that backups of this database have left because they failed or were killed; returns how many
 * backups. Files stay: they are whole, and the next backup does not copy them again.
 */
export async function removeLeftovers(db: Db, store: ObjectStore): Promise<number> {
  const failed = await readFailedNames(db, store.name);
  const found = (await store.folders(backupsFolder)).filter((name) => failed.has(name));
  // A backup does not need the rights of these calls; a lifecycle rule of the bucket can do the same.
  for (const folder of [backupsFolder, filesFolder]) await store.removeStale(folder).catch(() => undefined);
  let removed = 0;
  try {
    for (const name of found) removed += Number(await removeIncomplete(store, name));
  } catch (error) {
    // Credentials that cannot delete suffice for backups: what is left does no harm.
    if (!lacksRights(error)) throw error;
  }
  return removed;
}

/** A backup with a manifest is complete, whatever the record of its run says. */
export async function removeIncomplete(store: ObjectStore, name: string): Promise<boolean> {
  const folder = `${folderOf(name)}/`;
  for await (const objects of store.list(folder))
    if (objects.some((object) => object.name.startsWith(folder + manifestName))) return false;
  for await (const objects of store.list(folder))
    await mapConcurrently(objects, removalsAtOnce, (object) => store.remove(object.name));
  return true;
}
