import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CompanyId } from '../db/pool.ts';
import { ifMissing, makeFolder, namesIn, syncFolders } from './folders.ts';

export interface TrashedFile {
  name: string;
  sha256: Buffer;
  since: Date;
}

type KeptPathOf = (company: CompanyId, sha256: Buffer) => string;

const named = /^\d{1,16}-[0-9a-f]{64}$/;

/**
 * Files wait here before they are deleted: trash/<company>/<time>-<sha256>. A file is moved, never copied, so after a
 * crash it is either here or in its place. Opening a file looks in both.
 */
export function createTrash(folder: string, keptPathOf: KeptPathOf) {
  const folderOf = (company: CompanyId) => join(folder, company);
  const pathOf = (company: CompanyId, { name }: TrashedFile) => join(folderOf(company), name);

  async function put(company: CompanyId, sha256: Buffer, now: Date, keptBefore = new Date(8.64e15)): Promise<void> {
    const keptPath = keptPathOf(company, sha256);
    if (!(await isOlder(keptPath, keptBefore))) return;
    await makeFolder(folderOf(company));
    const path = join(folderOf(company), `${now.getTime()}-${sha256.toString('hex')}`);
    const moved = await rename(keptPath, path).then(() => true, ifMissing(false));
    if (!moved) return;
    await syncFolders(folderOf(company), folderOf(company));
    // A request may have kept the same bytes meanwhile, and its file was moved instead.
    if (!(await isOlder(path, keptBefore))) await moveBack(path, keptPath);
  }

  async function list(company: CompanyId): Promise<TrashedFile[]> {
    return (await namesIn(folderOf(company), named)).map((name) => {
      const [time, sha256] = name.split('-') as [string, string];
      return { name, sha256: Buffer.from(sha256, 'hex'), since: new Date(Number(time)) };
    });
  }

  return {
    put,
    list,
    find: async (company: CompanyId, sha256: Buffer): Promise<string | undefined> => {
      const found = (await list(company)).find((trashed) => trashed.sha256.equals(sha256));
      return found && pathOf(company, found);
    },
    /** If a file is in the place already, it has the same bytes. */
    putBack: (company: CompanyId, trashed: TrashedFile) =>
      moveBack(pathOf(company, trashed), keptPathOf(company, trashed.sha256)),
    remove: (company: CompanyId, trashed: TrashedFile) => rm(pathOf(company, trashed), { force: true }),
  };
}

async function moveBack(path: string, keptPath: string): Promise<void> {
  await makeFolder(dirname(keptPath));
  const moved = await rename(path, keptPath).then(() => true, ifMissing(false));
  if (moved) await syncFolders(dirname(keptPath), dirname(keptPath));
}

/** A file's time is when its bytes were written: moving it does not change that. */
const isOlder = (path: string, than: Date): Promise<boolean> =>
  stat(path).then(({ mtime }) => mtime < than, ifMissing(false));
