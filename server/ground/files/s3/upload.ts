import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import { createHash, randomUUID } from 'node:crypto';
import { CommandError } from '../../../errors/command-error.ts';
import { StoreUnavailable } from '../unavailable.ts';
import type { Bucket } from './bucket.ts';
import { createPart, type PartBuffers } from './parts.ts';
import type { CompanyId } from '../../db/pool.ts';
import type { IncomingFile } from '../store.ts';
import { incomingFolder } from './stale.ts';

/** The most that S3 accepts. */
const maxParts = 10_000;

export interface CollectedBytes {
  /** Above the limit if there are more bytes; nothing is complete then. */
  size: number;
  sha256: Buffer;
  /** Bytes that fit into one part, and were not sent. */
  whole: Buffer | undefined;
  /** Complete, unless there are more bytes than the limit. */
  upload: Upload | undefined;
}

/**
 * Holds at most one part in memory, and sends bytes that do not fit into it part by part to the key. The library's own
 * upload would copy each part, and so take twice the memory.
 */
export async function collect(
  bucket: Bucket,
  buffers: PartBuffers,
  key: string,
  source: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<CollectedBytes> {
  const hash = createHash('sha256');
  const part = createPart(buffers);
  let size = 0;
  let upload: Upload | undefined;
  let whole: Buffer | undefined;
  try {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > limit) break;
      hash.update(chunk);
      for (let rest = await part.add(chunk); rest.length > 0; rest = await part.add(rest)) {
        upload ??= await startUpload(bucket, key);
        await upload.send(part.bytes());
        part.release();
      }
    }
    if (size <= limit && upload !== undefined) {
      await upload.send(part.bytes());
      await upload.complete();
    } else if (size <= limit) whole = Buffer.from(part.bytes());
  } catch (error) {
    // A failure leaves an unfinished upload, which is removed after a day.
    await upload?.discard().catch(() => undefined);
    throw error;
  } finally {
    part.release();
  }
  return { size, sha256: hash.digest(), whole, upload };
}

type Upload = Awaited<ReturnType<typeof startUpload>>;

async function startUpload(bucket: Bucket, key: string) {
  const { client, done } = bucket;
  const { UploadId } = await done(
    client.send(new CreateMultipartUploadCommand({ ...bucket.at(key), ChecksumAlgorithm: 'CRC32' })),
  );
  const target = { ...bucket.at(key), UploadId };
  const Parts: CompletedPart[] = [];
  let state: 'open' | 'complete' | 'gone' = 'open';
  return {
    send: async (Body: Buffer) => {
      const PartNumber = Parts.length + 1;
      if (PartNumber > maxParts)
        throw new CommandError(
          `${bucket.name}/${key} would be longer than 48 GiB, and S3 takes no more in parts of 5 MiB.`,
        );
      const { ETag, ChecksumCRC32 } = bucket.expectS3(
        await done(client.send(new UploadPartCommand({ ...target, PartNumber, Body, ChecksumAlgorithm: 'CRC32' }))),
      );
      Parts.push({ PartNumber, ETag, ...(ChecksumCRC32 !== undefined && { ChecksumCRC32 }) });
    },
    complete: async () => {
      await done(client.send(new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts } })));
      state = 'complete';
    },
    moveTo: async (final: string, sha256: Buffer) => {
      const copied = await bucket.copy(key, final, { ChecksumAlgorithm: 'SHA256' });
      if (copied === undefined) throw new StoreUnavailable(`${bucket.name} has lost ${key}.`, 'failing');
      // Not every compatible store hashes a copy.
      if ((copied.ChecksumSHA256 ?? sha256.toString('base64')) !== sha256.toString('base64'))
        throw new StoreUnavailable(`${bucket.name} has altered ${key}.`, 'failing');
    },
    discard: async () => {
      if (state === 'open') await done(client.send(new AbortMultipartUploadCommand(target)));
      if (state === 'complete') await bucket.delete(key);
      state = 'gone';
    },
  };
}

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
