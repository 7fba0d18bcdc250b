import { randomUUID } from 'node:crypto';
import type { CompanyId } from '../../db/pool.ts';
import type { IncomingFile } from '../store.ts';
import type { Bucket } from './bucket.ts';
import type { PartBuffers } from './parts.ts';
import { incomingFolder } from './stale.ts';
import { collect } from './upload.ts';

interface Receiving {
  bucket: Bucket;
  buffers: PartBuffers;
  keyOf: (company: CompanyId, sha256: Buffer) => string;
}

/** A file that is sent in parts goes to a temporary key, because its final key, the hash, is known only at the end. */
export async function receive(
  { bucket, buffers, keyOf }: Receiving,
  source: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<IncomingFile> {
  const temporary = `${incomingFolder}${randomUUID()}`;
  const { size, sha256, upload, ...collected } = await collect(bucket, buffers, temporary, source, limit);
  let { whole } = collected;
  const discard = async () => {
    whole = undefined;
    // A failure leaves a temporary object, which is removed after a day.
    await upload?.discard().catch(() => undefined);
  };
  return {
    size,
    sha256,
    tooLarge: size > limit,
    discard,
    keep: async (company) => {
      const key = keyOf(company, sha256);
      if (whole !== undefined) await bucket.put(key, whole, { ChecksumSHA256: sha256.toString('base64') });
      else await upload?.moveTo(key, sha256);
      await discard();
    },
  };
}
