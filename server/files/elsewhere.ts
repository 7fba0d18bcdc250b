import { allFiles } from './rules.ts';
import { readNamedFiles } from './store.ts';
import { listCompanies } from '../companies/store.ts';
import type { Db } from '../ground/db/pool.ts';
import type { FileStore } from '../ground/files/store.ts';

const maxCompanies = 20;
const filesPerCompany = 2;

/** True if the store has none of a few files that rows name. They are probably in the folder of another machine. */
export async function areFilesElsewhere(db: Db, store: FileStore): Promise<boolean> {
  let missing = 0;
  for (const { id } of (await listCompanies(db)).slice(0, maxCompanies))
    for (const { sha256 } of await readNamedFiles(db, id, allFiles, filesPerCompany)) {
      const file = await store.open(id, sha256);
      file?.stream.destroy();
      if (file !== undefined) return false;
      missing += 1;
    }
  return missing > 0;
}
