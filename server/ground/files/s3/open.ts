import { GetObjectCommand } from '@aws-sdk/client-s3';
import { PassThrough, Readable } from 'node:stream';
import type { ByteRange, OpenFile } from '../store.ts';
import type { Bucket } from './bucket.ts';
import { asUnavailable, ifMissing, notS3 } from './failures.ts';

/** Per attempt. A reader waits, and sends nothing that takes time. */
const answerTimeoutMs = 8_000;

export async function openObject(bucket: Bucket, key: string, range?: ByteRange): Promise<OpenFile | undefined> {
  const Range = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
  const found = await bucket.done(
    bucket.client
      .send(new GetObjectCommand({ ...bucket.at(key), ...Range }), { requestTimeout: answerTimeoutMs })
      .catch((error: Error) => (error.name === 'InvalidRange' ? ('shorter' as const) : ifMissing(undefined)(error))),
  );
  if (found === undefined) return undefined;
  if (found === 'shorter') {
    const head = await bucket.head(key);
    return head && { size: head.ContentLength ?? 0, stream: Readable.from([]) };
  }
  const stream = withNamedErrors(found.Body as Readable, bucket.name);
  const whole =
    /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1] ?? (range === undefined ? found.ContentLength : undefined);
  if (found.ETag !== undefined && whole !== undefined) return { size: Number(whole), stream };
  stream.destroy();
  throw notS3(bucket.name);
}

/** A connection that breaks is a failure of the store; its own error would look like one of the database. */
function withNamedErrors(body: Readable, store: string): Readable {
  const stream = new PassThrough();
  body.on('error', (error) => stream.destroy(asUnavailable(store, error)));
  stream.on('close', () => body.destroy());
  return body.pipe(stream);
}
