import { randomUUID } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';

/** The parts of s3rver that are used here; it has no types. */
interface S3rver {
  store: {
    putContent(path: string, content: Readable): Promise<unknown>;
    copyObject(...fromTo: [bucket: string, key: string, toBucket: string, toKey: string]): Promise<unknown>;
    getObject(bucket: string, key: string, range?: { end?: number }): Promise<OpenObject | null>;
    putObject(object: StoredObject & { bucket: string; key: string }): Promise<unknown>;
    getMetadata(bucket: string, key: string): Promise<unknown>;
    putObjectMultipart(bucket: string, uploadId: string, parts: { number: number }[]): Promise<unknown>;
  };
  middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
  httpServer: Server;
  run(): Promise<AddressInfo>;
}

interface StoredObject {
  content: Readable;
  metadata: unknown;
}

interface OpenObject extends StoredObject {
  content: ReadStream;
}

interface Context {
  method: string;
  path: string;
  mountPath: string | undefined;
  state: { vhost: boolean };
  query: Record<string, string | undefined>;
  status: number;
  type: string;
  body: string;
}

export interface S3 {
  endpoint: string;
  port: number;
  /** Objects are files in here, in the folder of their bucket. */
  folder: string;
  bucket: string;
  /** For a service or a command that uses the bucket. */
  env: Record<string, string>;
  /** Removes the folder, unless a later server is to use it. */
  close(more?: { keeps?: boolean }): Promise<void>;
}

interface Options {
  port?: number;
  /** The folder of a server that was closed before. */
  folder?: string;
  /** Without it the server has no bucket. */
  bucket?: string | undefined;
}

/** The only keys that s3rver knows. */
export const s3Keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER', AWS_REGION: 'us-east-1' };

/** A real S3 server on 127.0.0.1, which checks signatures. The caller closes it. */
export async function openS3({ port = 0, folder: given, ...options }: Options = {}): Promise<S3> {
  // Stores in this process find their keys here.
  Object.assign(process.env, s3Keys);
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'doorway-s3-')));
  const bucket = 'bucket' in options ? options.bucket : 'doorway-files';
  const Server = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3rver;
  const server = new Server({
    address: '127.0.0.1',
    port,
    silent: true,
    directory: folder,
    configureBuckets: bucket === undefined ? [] : [{ name: bucket }],
  });
  const uploads = join(folder, bucket ?? '', '._S3rver_uploads');
  mend(server.store, uploads);
  server.middleware.splice(-1, 0, multipartUploads(uploads), slashOfBucket);
  const { port: at } = await server.run();
  const endpoint = `http://127.0.0.1:${at}`;
  const name = bucket ?? 'doorway-files';
  return {
    endpoint,
    port: at,
    folder,
    bucket: name,
    env: { ...s3Keys, FILES_URL: `s3://${name}/attachments`, S3_ENDPOINT: endpoint },
    close: async ({ keeps = given !== undefined } = {}) => {
      server.httpServer.closeAllConnections();
      await new Promise<void>((resolve) => server.httpServer.close(() => resolve()));
      if (!keeps) await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function s3ForThisTest(options?: Options): Promise<S3> {
  const s3 = await openS3(options);
  onTestFinished(() => s3.close());
  return s3;
}

/** S3 replaces an object at once, and keeps none whose sender has broken off; s3rver writes into the old one. */
function mend(store: S3rver['store'], uploads: string): void {
  const putContent = store.putContent.bind(store);
  store.putContent = async (path, content) => {
    const temporary = `${path}.${randomUUID()}`;
    try {
      const answer = await putContent(temporary, content);
      await rename(temporary, path);
      return answer;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  };
  const getObject = store.getObject.bind(store);
  // s3rver takes bytes=0-0 for the whole object.
  store.getObject = async (bucket, key, range) => {
    const object = await getObject(bucket, key, range);
    if (range?.end !== 0 || !object?.content) return object;
    object.content.destroy();
    return Object.assign(object, {
      range: { start: 0, end: 0 },
      content: createReadStream(object.content.path, { start: 0, end: 0 }),
    });
  };
  store.copyObject = async (fromBucket, fromKey, bucket, key) => {
    const { content, metadata } = (await getObject(fromBucket, fromKey)) as OpenObject;
    await store.putObject({ bucket, key, content, metadata });
    return store.getMetadata(bucket, key);
  };
  // An upload that is aborted while it is completed would end s3rver.
  store.putObjectMultipart = async (bucket, uploadId, parts) => {
    const read = (name: string) => readFile(join(uploads, uploadId, name));
    const [key, metadata] = [String(await read('key')), JSON.parse(String(await read('metadata'))) as unknown];
    const bytes = await Promise.all(parts.map(({ number }) => read(String(number))));
    const stored = await store.putObject({ bucket, key, content: Readable.from(bytes), metadata });
    await rm(join(uploads, uploadId), { recursive: true, force: true });
    return stored;
  };
}

/** The SDK signs /bucket/ for a list, and s3rver would compare it with /bucket. */
const slashOfBucket: S3rver['middleware'][number] = async (context, next) => {
  if (/^\/[^/]+\/$/.test(context.path)) {
    context.state.vhost = true;
    context.mountPath = '/';
  }
  await next();
};

/** Lists and aborts unfinished uploads, which s3rver cannot. */
const multipartUploads =
  (folder: string): S3rver['middleware'][number] =>
  async (context, next) => {
    const { uploadId, uploads } = context.query;
    if (context.method === 'DELETE' && uploadId !== undefined) {
      await rm(join(folder, uploadId.replace(/\W/g, '')), { recursive: true, force: true });
      context.status = 204;
    } else if (context.method === 'GET' && uploads !== undefined) {
      const ids = await readdir(folder).catch(() => []);
      const listed = ids.map(async (id) => {
        const key = await readFile(join(folder, id, 'key'), 'utf8');
        const { mtime } = await stat(join(folder, id, 'key'));
        return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${mtime.toISOString()}</Initiated></Upload>`;
      });
      context.type = 'application/xml';
      context.body = `<ListMultipartUploadsResult>${(await Promise.all(listed)).join('')}<IsTruncated>false</IsTruncated></ListMultipartUploadsResult>`;
    } else await next();
  };
