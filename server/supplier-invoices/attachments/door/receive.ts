import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { stringify } from 'lossless-json';
import { decodeBase64, decodeLong, notBase64 } from './base64.ts';
import { Attachment } from './attachment-schemas.ts';
import type { Config } from '../../../config.ts';
import { problemAt } from '../../../../common/errors/catalogue.ts';
import { ApiError } from '../../../errors/errors.ts';
import { checkBody } from '../../../ground/http/bodies/body.ts';
import { parseExactly } from '../../../ground/json/json.ts';
import { receiveFile, type FileDestinations, type NamedFile } from '../receiving/receive-file.ts';
import { lastStep } from '../receiving/part-names.ts';
import { isBrokenOff, lengthOf, problemsOfName, receiveForm } from '../receiving/receive-form.ts';

export interface AttachmentRequest extends NamedFile {
  supplierInvoiceId: string;
  fields: Record<string, unknown>;
  extra: string;
}

const known = (name: string) => Object.hasOwn(Attachment.properties, name);

export async function receiveJson(
  request: FastifyRequest,
  to: FileDestinations,
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
      to,
      fileLimit,
    )),
    fields: body,
    extra: unknownAsText(request),
    problems: [],
  };
}

export async function receiveFormOfPartner(
  request: FastifyRequest,
  form: Readable,
  to: FileDestinations,
  config: Config,
): Promise<AttachmentRequest> {
  const received = await receiveForm(request, form, to, config);
  const { fields, problems } = received;
  const { supplierInvoiceId = '', ...others } = fields;
  if (supplierInvoiceId.trim() === '' && !problems.some(({ path }) => path === 'supplierInvoiceId'))
    problems.push(problemAt('supplierInvoiceId', 'field.required'));
  if (lengthOf(supplierInvoiceId) > 255) problems.push(problemAt('supplierInvoiceId', 'text.long', { most: 255 }));
  return { ...received, supplierInvoiceId, fields: { supplierInvoiceId, ...others }, extra: JSON.stringify(others) };
}

/** The path names the invoice and the file; the body is the file, which is streamed to disk. */
export async function receiveBytes(
  { id: supplierInvoiceId, name }: { id: string; name: string },
  bytes: Readable = Readable.from([]),
  contentType: string | undefined,
  to: FileDestinations,
  { fileLimit }: Config,
): Promise<AttachmentRequest> {
  const fileName = lastStep(name);
  const problems = fileName.trim() === '' ? [problemAt('name', 'field.required')] : problemsOfName(fileName);
  // A sender that is answered early still needs the connection to read the answer.
  const source = bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  try {
    const file = await receiveFile(source, to, fileLimit);
    return { supplierInvoiceId, fileName, contentType, ...file, fields: {}, extra: '{}', problems };
  } catch (error) {
    throw isBrokenOff(error) ? new ApiError('request.incomplete', { why: 'length' }) : error;
  }
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
