import type { CompanyId } from '../../db/pool.ts';
import type { TrashedFile } from '../trash.ts';
import type { Bucket } from './bucket.ts';

type KeyOf = (company: CompanyId, sha256: Buffer) => string;

const named = /^([0-9a-f]{64})-(\d{1,16})$/;

/**
 * Files wait here before they are deleted: trash/<company>/<sha256>-<time>. S3 has no rename, so a file is copied, then
 * deleted: after a crash it is in both places at worst. If a request keeps the same bytes between the two steps, they
 * are only here, where they can still be opened, and the sweep puts them back.
 */
export function createTrash(bucket: Bucket, keyOf: KeyOf) {
  const folderOf = (company: CompanyId) => `trash/${company}/`;
  const pathOf = (company: CompanyId, { name }: TrashedFile) => folderOf(company) + name;

  async function move(from: string, to: string, CopySourceIfUnmodifiedSince?: Date): Promise<void> {
    const copied = await bucket.copy(from, to, {
      ...(CopySourceIfUnmodifiedSince !== undefined && { CopySourceIfUnmodifiedSince }),
    });
    if (copied !== undefined) await bucket.delete(from);
  }

  async function* list(company: CompanyId, beginning = ''): AsyncGenerator<TrashedFile> {
    for await (const objects of bucket.list(folderOf(company) + beginning))
      for (const { Key = '', LastModified } of objects) {
        const name = Key.slice(folderOf(company).length);
        const [, sha256, time] = named.exec(name) ?? [];
        if (sha256 === undefined) continue;
        // A long sweep names files by the time at which it began.
        const since = new Date(Math.max(Number(time), LastModified?.getTime() ?? 0));
        yield { name, sha256: Buffer.from(sha256, 'hex'), since };
      }
  }

  return {
    put: async (company: CompanyId, sha256: Buffer, now: Date, keptBefore?: Date): Promise<void> => {
      const key = keyOf(company, sha256);
      // Some stores ignore the condition of a copy.
      const keptAt = keptBefore && (await bucket.head(key))?.LastModified;
      if (keptBefore !== undefined && (keptAt === undefined || keptAt >= keptBefore)) return;
      await move(key, `${folderOf(company)}${sha256.toString('hex')}-${now.getTime()}`, keptBefore);
    },
    list: async (company: CompanyId): Promise<TrashedFile[]> => {
      const all: TrashedFile[] = [];
      for await (const trashed of list(company)) all.push(trashed);
      return all;
    },
    find: async (company: CompanyId, sha256: Buffer): Promise<string | undefined> => {
      for await (const found of list(company, sha256.toString('hex'))) return pathOf(company, found);
      return undefined;
    },
    /** If a file is in the place already, it has the same bytes. */
    putBack: (company: CompanyId, trashed: TrashedFile) =>
      move(pathOf(company, trashed), keyOf(company, trashed.sha256)),
    remove: (company: CompanyId, trashed: TrashedFile) => bucket.delete(pathOf(company, trashed)),
  };
}
