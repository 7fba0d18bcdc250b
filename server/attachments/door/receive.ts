import type { FastifyRequest } from 'fastify';
import { stringify } from 'lossless-json';
import { decodeBase64, decodeLong, notBase64 } from './base64.ts';
import { Attachment } from './schemas.ts';
import type { Config } from '../../config.ts';
import type { Problem } from '../../../common/errors/catalogue.ts';
import type { FileStore, IncomingFile } from '../../ground/files/disk.ts';
import { checkBody } from '../../ground/http/bodies/check-body.ts';
import { parseExactly } from '../../ground/json/json.ts';
import { createInspector, type FileInspection } from '../inspect.ts';

export interface ReceivedFile {
  incoming: IncomingFile;
  inspection: FileInspection;
}

export async function receiveFile(
  source: AsyncIterable<Uint8Array>,
  files: FileStore,
  limit: number,
): Promise<ReceivedFile> {
  const look = createInspector();
  const incoming = await files.receive(look.over(source), limit);
  return { incoming, inspection: look.finish() };
}

export interface AttachmentRequest extends ReceivedFile {
  supplierInvoiceId: string;
  fileName: string;
  contentType: string | undefined;
  fields: Record<string, unknown>;
  extra: string;
  problems: Problem[];
}

const known = (name: string) => Object.hasOwn(Attachment.properties, name);

export async function receiveJson(
  request: FastifyRequest,
  files: FileStore,
  { fileLimit }: Config,
): Promise<AttachmentRequest> {
  checkBody(request, Attachment);
  const body = request.body as Attachment;
  return {
    supplierInvoiceId: body.supplierInvoiceId,
    fileName: body.fileName,
    contentType: body.contentType ?? undefined,
    ...(await receiveFile(
      request.longContent === undefined ? decodeShort(body.content) : decodeLong(request.longContent),
      files,
      fileLimit,
    )),
    fields: body,
    extra: unknownAsText(request),
    problems: [],
  };
}

async function* decodeShort(content: string): AsyncGenerator<Buffer> {
  const bytes = decodeBase64(content);
  if (bytes === undefined) throw notBase64();
  yield bytes;
}

/** Reads unknown fields from the text to keep every digit. A body without unknown fields is not parsed twice. */
function unknownAsText({ body, call }: FastifyRequest): string {
  if (Object.keys(body as object).every(known)) return '{}';
  const exact = Object.entries(parseExactly(call.text) as object).filter(([name]) => !known(name));
  return stringify(Object.fromEntries(exact)) as string;
}
