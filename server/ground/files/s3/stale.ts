import { AbortMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import type { Bucket } from './bucket.ts';
import { ifMissing, isNotImplemented } from './failures.ts';

export const incomingFolder = 'incoming/';

/** Crashes leave temporary objects and unfinished uploads; nothing refers to them. */
export async function removeStale(bucket: Bucket, before: Date): Promise<void> {
  for await (const objects of bucket.list(incomingFolder))
    for (const { Key = '', LastModified } of objects) if (isBefore(before, LastModified)) await bucket.delete(Key);
  await abortStaleUploads(bucket, before, incomingFolder);
}

const isBefore = (before: Date, at: Date | undefined) => at !== undefined && at < before;

export async function abortStaleUploads(bucket: Bucket, before: Date, folder: string): Promise<void> {
  for await (const uploads of listUploads(bucket, folder))
    for (const { Key, UploadId, Initiated } of uploads)
      if (isBefore(before, Initiated))
        await bucket.done(
          bucket.client
            .send(new AbortMultipartUploadCommand({ Bucket: bucket.at('').Bucket, Key, UploadId }))
            // Another machine may have been faster.
            .catch(ifMissing(undefined, ['NoSuchUpload'])),
        );
}

export async function* listUploads({ client, at, done }: Bucket, folder = incomingFolder) {
  const { Bucket, Key: Prefix } = at(folder);
  let after: { KeyMarker?: string; UploadIdMarker?: string } = {};
  for (;;) {
    const page = await done(
      client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...after })).catch((error: unknown) => {
        // A lifecycle rule of the bucket must remove them then.
        if (isNotImplemented(error)) return undefined;
        throw error;
      }),
    );
    yield page?.Uploads ?? [];
    if (page?.IsTruncated !== true || page.NextKeyMarker === undefined) return;
    after = {
      KeyMarker: page.NextKeyMarker,
      ...(page.NextUploadIdMarker !== undefined && { UploadIdMarker: page.NextUploadIdMarker }),
    };
  }
}
