import { randomUUID } from 'node:crypto';
import type { CompanyId } from '../../db/pool.ts';
import type { BucketAddress } from '../address.ts';
import type { ByteRange, FileStore, OpenFile } from '../store.ts';
import { openBucket, type Bucket } from './bucket.ts';
import { openObject } from './open.ts';
import { createPartBuffers } from './parts.ts';
import { receive } from './upload.ts';
import { incomingFolder, removeStale } from './stale.ts';
import { createTrash } from './trash.ts';

export const staleAfterMs = 24 * 60 * 60 * 1000;
/** Each request costs money, so a write that succeeded counts as a probe for this long. */
const provenForMs = 30_000;
export const probeTimeoutMs = 4_000;
const deletionsAtOnce = 8;

/** Keys are as on the disk: <prefix><company>/<ab>/<sha256>. Sends nothing yet: the store may be away at a start. */
export async function openS3Store(
  address: BucketAddress,
  endpoint?: string,
  buffers = createPartBuffers(),
): Promise<FileStore> {
  const bucket = watched(await openBucket(address, endpoint));
  const trash = createTrash(bucket, keyOf);

  async function openKept(company: CompanyId, sha256: Buffer, range?: ByteRange): Promise<OpenFile | undefined> {
    const key = keyOf(company, sha256);
    const inPlace = await openObject(bucket, key, range);
    if (inPlace !== undefined) return inPlace;
    const aside = await trash.find(company, sha256);
    // A file that has meanwhile left the trash is back in its place.
    return (aside === undefined ? undefined : await openObject(bucket, aside, range)) ?? openObject(bucket, key, range);
  }

  return {
    name: bucket.name,
    receive: (source, limit) => receive({ bucket, buffers, keyOf }, source, limit),
    open: openKept,
    list: (company) => listFiles(bucket, company),
    trash: trash.put,
    trashed: trash.list,
    putBack: trash.putBack,
    remove: trash.remove,
    probe: bucket.probe,
    removeStale: () => removeStale(bucket, new Date(Date.now() - staleAfterMs)),
    removeAll: async (company) => {
      for (const folder of [`${company}/`, `trash/${company}/`]) await removeFolder(bucket, folder);
    },
    close: () => bucket.client.destroy(),
  };
}

export function keyOf(company: CompanyId, sha256: Buffer): string {
  const name = sha256.toString('hex');
  return `${company}/${name.slice(0, 2)}/${name}`;
}

/** A probe that a write has just answered is not sent. */
function watched(bucket: Bucket) {
  let provenAt = -Infinity;
  const put: Bucket['put'] = async (...object) => {
    try {
      await bucket.put(...object);
      provenAt = performance.now();
    } catch (error) {
      provenAt = -Infinity;
      throw error;
    }
  };
  const probe = async () => {
    if (performance.now() - provenAt < provenForMs) return;
    const key = `${incomingFolder}${randomUUID()}`;
    await put(key, Buffer.alloc(1), {}, probeTimeoutMs);
    await bucket.delete(key, probeTimeoutMs);
  };
  return { ...bucket, put, probe };
}

async function* listFiles(bucket: Bucket, company: CompanyId): AsyncGenerator<Buffer[]> {
  const named = /\/([0-9a-f]{2})\/(\1[0-9a-f]{62})$/;
  for await (const objects of bucket.list(`${company}/`))
    yield objects.flatMap(({ Key = '' }) => {
      const name = named.exec(Key)?.[2];
      return name === undefined ? [] : [Buffer.from(name, 'hex')];
    });
}

async function removeFolder(bucket: Bucket, folder: string): Promise<void> {
  for await (const objects of bucket.list(folder))
    for (let at = 0; at < objects.length; at += deletionsAtOnce)
      await Promise.all(objects.slice(at, at + deletionsAtOnce).map(({ Key = '' }) => bucket.delete(Key)));
}
