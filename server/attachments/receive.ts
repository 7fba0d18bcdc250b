import type { FastifyRequest } from 'fastify';
import { stringify } from 'lossless-json';
import type { Config } from '../config.ts';
import { ApiError, badRequest } from '../errors.ts';
import type { FileStore, Incoming } from '../files/disk.ts';
import { isStorable } from '../http/body.ts';
import { checkBody } from '../http/create.ts';
import { parseExactly } from '../http/json.ts';
import { quoted, short } from '../short.ts';
import { decodeBase64, decodeLong, notBase64 } from './base64.ts';
import { Attachment } from './schemas.ts';

/** What a request carries, in whichever of the two forms it came. */
export interface Received {
  supplierInvoiceId: string;
  fileName: string;
  contentType: string | undefined;
  incoming: Incoming;
  /** The names that were sent, to tell the unknown ones. */
  fields: Record<string, unknown>;
  /** The unknown fields as JSON text. */
  extra: string;
  /** What is wrong so far. */
  problems: string[];
}

const known = (name: string) => Object.hasOwn(Attachment.properties, name);

export async function receiveJson(request: FastifyRequest, files: FileStore, { fileLimit }: Config): Promise<Received> {
  checkBody(request, Attachment);
  const body = request.body as Attachment;
  return {
    supplierInvoiceId: body.supplierInvoiceId,
    fileName: body.fileName,
    contentType: body.contentType ?? undefined,
    incoming: await files.receive(request.longContent === undefined ? decodeShort(body.content) : decodeLong(request.longContent), fileLimit),
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

/** Unknown fields keep each digit, so they are read from the text; a body that has none is not read twice. */
function unknownAsText({ body, bodyText }: FastifyRequest): string {
  if (Object.keys(body as object).every(known)) return '{}';
  const exact = Object.entries(parseExactly(bodyText) as object).filter(([name]) => !known(name));
  return stringify(Object.fromEntries(exact)) as string;
}

/** The file goes to disk as it arrives, in whatever order the parts come. */
export async function receiveForm(request: FastifyRequest, files: FileStore, config: Config): Promise<Received> {
  const problems: string[] = [];
  const fields: Record<string, string> = {};
  const names = new Map<string, number>();
  let file: { fileName: string; contentType: string | undefined; incoming: Incoming } | undefined;
  try {
    for await (const part of partsOf(request)) {
      const times = names.get(part.fieldname) ?? 0;
      names.set(part.fieldname, times + 1);
      if (times === 1) problems.push(`${short(part.fieldname)} is there twice`);
      if (part.type === 'field') {
        fields[part.fieldname] = typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
        if (part.valueTruncated || part.fieldnameTruncated) problems.push(`${short(part.fieldname)} is longer than a field of a form may be`);
      }
      else if (part.fieldname !== 'file') throw badRequest('form.invalid', `The form has a file ${quoted(part.fieldname)}. Send one part, named file.`);
      else if (file !== undefined) throw badRequest('form.invalid', 'The form has more than one file. Send each in a request of its own.');
      else file = { fileName: part.filename ?? '', contentType: claimOf(part.mimetype), incoming: await receivePart(part.file, files, config.fileLimit) };
    }
    if (file === undefined) throw badRequest('form.invalid', 'The form has no file. Send it as a part named file, with a file name.');
  } catch (error) {
    await file?.incoming.discard();
    throw isFormMistake(error) ? badRequest('form.invalid', 'The form is not valid multipart/form-data, or did not arrive whole. Send it again.') : error;
  }
  const { supplierInvoiceId = '', ...others } = fields;
  if (supplierInvoiceId.trim() === '') problems.push('supplierInvoiceId is required');
  if (lengthOf(supplierInvoiceId) > 255) problems.push('supplierInvoiceId must have at most 255 characters');
  if (file.fileName.trim() === '') problems.push('the part file has no file name');
  if (lengthOf(file.fileName) > 255) problems.push('the file name must have at most 255 characters');
  for (const [name, value] of Object.entries({ ...fields, fileName: file.fileName }))
    if (!isStorable(name) || !isStorable(value)) problems.push(`${quoted(name)} must not contain U+0000`);
  return { supplierInvoiceId, ...file, fields: { supplierInvoiceId, ...others }, extra: JSON.stringify(others), problems };
}

/** The parser reads what `raw` is, and knows nothing of a body that came compressed. */
function partsOf(request: FastifyRequest): ReturnType<FastifyRequest['parts']> {
  if (request.unzipped === undefined) return request.parts();
  const raw = Object.assign(request.unzipped, { headers: request.headers });
  return request.parts.call(Object.create(request, { raw: { value: raw } }) as FastifyRequest);
}

/** The parser hands on no more bytes than the limit, and marks a file that had more. */
async function receivePart(source: AsyncIterable<Uint8Array> & { truncated: boolean }, files: FileStore, limit: number): Promise<Incoming> {
  const incoming = await files.receive(source, limit);
  return source.truncated ? { ...incoming, tooLarge: true } : incoming;
}

/** A part without a content type counts as text/plain, so that one claims nothing. */
const claimOf = (mimetype: string) => (mimetype === 'text/plain' ? undefined : mimetype);

/** In characters, as the schema counts them. */
const lengthOf = (text: string) => [...text].length;

/** The parser's own errors; those of the disk and ours pass. */
function isFormMistake(error: unknown): boolean {
  if (error instanceof ApiError || !(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return code === '' || code.startsWith('FST_') || code === 'ECONNRESET';
}
