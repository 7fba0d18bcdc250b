import { AbortMultipartUploadCommand, CreateMultipartUploadCommand } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import type { BucketAddress } from '../address.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { openBucket } from './bucket.ts';
import { openObject } from './open.ts';
import { incomingFolder, listUploads } from './stale.ts';

export interface BucketInspection {
  name: string;
  failure: StoreUnavailable | undefined;
  missingRights: string[];
  /** How far this machine's clock is behind the store's. */
  clockLagMs: number;
}

/** Tries each right that the service needs, with an object that it removes again. */
export async function inspectBucket(address: BucketAddress, endpoint: string | undefined): Promise<BucketInspection> {
  const bucket = await openBucket(address, endpoint);
  const { client, done, at } = bucket;
  const key = `${incomingFolder}${randomUUID()}`;
  const missingRights: string[] = [];
  const may = async (right: string, step: () => Promise<unknown>): Promise<void> => {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof StoreUnavailable && error.why === 'rights')) throw error;
      missingRights.push(right);
    }
  };
  let failure: StoreUnavailable | undefined;
  try {
    await may('s3:PutObject', () => bucket.put(key, Buffer.from('Doorway')));
    if (missingRights.length === 0)
      await may('s3:GetObject', async () => (await openObject(bucket, key))?.stream.destroy());
    await may('s3:ListBucket', () => bucket.list(incomingFolder).next());
    await may('s3:DeleteObject', () => bucket.delete(key));
    await may('s3:AbortMultipartUpload', async () => {
      const { UploadId } = await done(client.send(new CreateMultipartUploadCommand(at(key))));
      await done(client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId })));
    });
    await may('s3:ListBucketMultipartUploads', () => listUploads(bucket).next());
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    failure = error;
  } finally {
    client.destroy();
  }
  return { name: bucket.name, failure, missingRights, clockLagMs: client.config.systemClockOffset };
}
