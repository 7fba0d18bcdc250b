import {
  CopyObjectCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  PutObjectCommand,
  S3Client,
  type CopyObjectCommandInput,
  type HeadObjectCommandOutput,
  type ListObjectsCommandOutput,
  type PutObjectCommandInput,
  type _Object as StoredObject,
} from '@aws-sdk/client-s3';
import type { BucketAddress } from '../address.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { asUnavailable, ifMissing, notS3 } from './failures.ts';

const connectionTimeoutMs = 3_000;
/** Per attempt, until the answer begins. */
const requestTimeoutMs = 20_000;
/** Also the longest pause of a reader. */
const idleTimeoutMs = 60_000;
const maxAttempts = 3;
/** Slow readers must leave connections to uploads. */
const maxSockets = 200;
const pageSize = 500;

export type Bucket = ReturnType<typeof bucketOf>;

// Otherwise each command prints which Node later versions of the library will need.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

export async function openBucket(address: BucketAddress, endpoint: string | undefined): Promise<Bucket> {
  const isAmazon = endpoint === undefined || /\.amazonaws\.com(?:\.cn)?$/.test(new URL(endpoint).hostname);
  const client = new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    ...(!isAmazon && { forcePathStyle: true, region: await regionOr('us-east-1') }),
    maxAttempts,
    // Only bytes in memory are sent: a refused request wastes little, and an extra round trip would cost more.
    expectContinueHeader: false,
    // Readers compare the SHA-256 themselves.
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectionTimeoutMs,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: idleTimeoutMs,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  });
  return bucketOf(client, address);
}

/** Compatible stores have no regions, but a signature names one. */
async function regionOr(instead: string): Promise<string> {
  const client = new S3Client({});
  try {
    return await client.config.region();
  } catch {
    return instead;
  } finally {
    client.destroy();
  }
}

/** Keys are relative to the prefix. Every failure is a StoreUnavailable, except that of a missing object. */
function bucketOf(client: S3Client, { bucket: Bucket, prefix }: BucketAddress) {
  const name = `s3://${Bucket}/${prefix}`.replace(/\/$/, '');
  const at = (key: string) => ({ Bucket, Key: prefix + key });

  const done = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw error instanceof StoreUnavailable ? error : asUnavailable(name, error as Error);
    });

  /** Another kind of server may answer any request with success; S3 always sends an ETag. */
  function expectS3<T extends { ETag?: string | undefined }>(answer: T): T {
    if (answer.ETag === undefined) throw notS3(name);
    return answer;
  }

  /** A HEAD request has no body that says what is missing. */
  const head = (key: string): Promise<HeadObjectCommandOutput | undefined> =>
    done(client.send(new HeadObjectCommand(at(key))).catch(ifMissing(undefined, ['NotFound'])));

  async function* list(folder: string): AsyncGenerator<StoredObject[]> {
    for await (const { Contents = [] } of pages(folder))
      yield Contents.map((object) => ({ ...object, Key: object.Key?.slice(prefix.length) ?? '' }));
  }

  /** The names directly below a folder that lead to further ones, each with its slash. */
  async function* folders(folder: string): AsyncGenerator<string[]> {
    for await (const { CommonPrefixes = [] } of pages(folder, { Delimiter: '/' }))
      yield CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(prefix.length + folder.length));
  }

  async function* pages(folder: string, more: { Delimiter?: string } = {}): AsyncGenerator<ListObjectsCommandOutput> {
    // The first version of listing: every compatible store has it.
    for (let Marker: string | undefined; ;) {
      const page = await done(
        client.send(
          new ListObjectsCommand({
            Bucket,
            Prefix: prefix + folder,
            MaxKeys: pageSize,
            ...more,
            ...(Marker !== undefined && { Marker }),
          }),
        ),
      );
      yield page;
      // S3 names the next marker only if there is a delimiter.
      Marker = page.NextMarker ?? page.Contents?.at(-1)?.Key;
      if (page.IsTruncated !== true || Marker === undefined) return;
    }
  }

  return {
    name,
    client,
    at,
    done,
    expectS3,
    head,
    list,
    folders,
    put: async (key: string, Body: Buffer, more: Partial<PutObjectCommandInput> = {}, timeoutMs?: number) =>
      void expectS3(await done(client.send(new PutObjectCommand({ ...at(key), Body, ...more }), within(timeoutMs)))),
    /** Undefined if there is nothing to copy, or the condition in `more` is not met. */
    copy: (from: string, to: string, more: Partial<CopyObjectCommandInput> = {}) =>
      done(
        client
          .send(new CopyObjectCommand({ CopySource: encodeURI(`${Bucket}/${prefix}${from}`), ...at(to), ...more }))
          .then(({ CopyObjectResult }) => expectS3(CopyObjectResult ?? {}))
          .catch(ifMissing(undefined)),
      ),
    delete: async (key: string, timeoutMs?: number) =>
      void (await done(client.send(new DeleteObjectCommand(at(key)), within(timeoutMs)))),
  };
}

/** The limit covers all attempts together. */
const within = (timeoutMs?: number) => (timeoutMs === undefined ? {} : { abortSignal: AbortSignal.timeout(timeoutMs) });
