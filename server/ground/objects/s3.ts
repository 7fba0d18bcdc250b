import { Readable } from 'node:stream';
import type { BucketAddress } from '../files/address.ts';
import { openBucket, type Bucket } from '../files/s3/bucket.ts';
import { openObject } from '../files/s3/open.ts';
import { createPartBuffers } from '../files/s3/parts.ts';
import { abortStaleUploads } from '../files/s3/stale.ts';
import { probeTimeoutMs, staleAfterMs } from '../files/s3/store.ts';
import { collect } from '../files/s3/upload.ts';
import type { OpenFile } from '../files/store.ts';
import { lacksRights, StoreUnavailable } from '../files/unavailable.ts';
import { incomingFolder, isObjectName, requireObjectName } from './names.ts';
import type { ListedObject, ObjectStore, WrittenObject } from './store.ts';

const maxResumptions = 3;

/** Objects that are sent in parts go straight to their keys: S3 shows none before it is complete. */
export async function openS3Objects(address: BucketAddress, endpoint: string | undefined): Promise<ObjectStore> {
  const bucket = await openBucket(address, endpoint);
  const buffers = createPartBuffers();

  async function write(name: string, source: AsyncIterable<Uint8Array>): Promise<WrittenObject> {
    const { size, sha256, whole } = await collect(bucket, buffers, requireObjectName(name), source, Infinity);
    if (whole !== undefined) await bucket.put(name, whole, { ChecksumSHA256: sha256.toString('base64') });
    return { size, sha256 };
  }

  async function* list(prefix: string): AsyncGenerator<ListedObject[]> {
    for await (const objects of bucket.list(prefix))
      yield objects.flatMap(({ Key = '', Size = 0 }) => (isObjectName(Key) ? [{ name: Key, size: Size }] : []));
  }

  return {
    name: bucket.name,
    write,
    read: async (name) => {
      const opened = await openObject(bucket, requireObjectName(name));
      // A connection that breaks before the first read fails that read.
      opened?.stream.on('error', () => undefined);
      return opened && Readable.from(resumed(bucket, name, opened), { objectMode: false });
    },
    size: async (name) => (await bucket.head(requireObjectName(name)))?.ContentLength,
    list,
    folders: async (prefix) => {
      const names: string[] = [];
      for await (const some of bucket.folders(prefix)) names.push(...some.map((name) => name.slice(0, -1)));
      return names.filter(isObjectName).toSorted();
    },
    remove: async (name) => bucket.delete(requireObjectName(name)),
    probe: () => probe(bucket),
    removeStale: (prefix) => abortStaleUploads(bucket, new Date(Date.now() - staleAfterMs), prefix),
    close: () => bucket.client.destroy(),
  };
}

/** With credentials that cannot delete, whoever steals them cannot remove what is stored: they must suffice. */
async function probe({ put, delete: remove }: Bucket): Promise<void> {
  const key = `${incomingFolder}probe`;
  await put(key, Buffer.alloc(1), {}, probeTimeoutMs);
  await remove(key, probeTimeoutMs).catch((error: unknown) => {
    if (!lacksRights(error)) throw error;
  });
}

/** Continues after a connection has broken, which also a reader that pauses for a minute brings about. */
async function* resumed(bucket: Bucket, name: string, { size, stream }: OpenFile): AsyncGenerator<Buffer> {
  let at = 0;
  for (let failures = 0; ;)
    try {
      for await (const piece of stream as AsyncIterable<Buffer>) {
        at += piece.length;
        failures = 0;
        yield piece;
      }
      return;
    } catch (error) {
      failures += 1;
      if (!(error instanceof StoreUnavailable && error.isTemporary) || failures > maxResumptions) throw error;
      const rest = at < size ? await openObject(bucket, name, { start: at, end: size - 1 }) : undefined;
      if (rest === undefined) throw error;
      ({ stream } = rest);
    }
}
