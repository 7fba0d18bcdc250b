import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { ApiError, badRequest, tooLarge } from '../../errors/errors.ts';
import type { FileStore } from '../../ground/files/disk.ts';
import { isStorable, refusedName } from '../../ground/http/body.ts';
import { quoted, short } from '../../ground/short.ts';
import { boundaryOf, FormMistake, readForm, type FormPart } from './form.ts';
import { partNames, type PartNames } from './part-names.ts';
import { receiveFile, type Received, type ReceivedFile } from './receive.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of a form; undefined where the request is none. */
    form: Readable | undefined;
  }
}

const mostFields = 50;
const mostFieldBytes = 16 * 1024;

/** Leaves a form where it is, to be read as it arrives. For a scope of its own. */
export function leaveForms(app: FastifyInstance): void {
  app.decorateRequest('form', undefined);
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, payload: Readable, done) => {
    request.form = payload;
    done(null);
  });
}

interface FormFile extends ReceivedFile {
  fileName: string;
  contentType: string | undefined;
}

/** The file goes to disk as it arrives, in whatever order the parts come. */
export async function receiveForm(
  request: FastifyRequest,
  form: Readable,
  files: FileStore,
  config: Config,
): Promise<Received> {
  const problems: string[] = [];
  const fields = new Map<string, string>();
  const names = new Map<string, number>();
  let many = 0;
  let file: FormFile | undefined;
  try {
    // Whoever is answered before the end of the form still needs the connection to hear it.
    const source = form.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const part of readForm(
      limited(source, config.attachBodyLimit),
      boundaryOf(request.headers['content-type'] ?? ''),
    )) {
      const said = partNames(part.disposition);
      if (said === undefined) continue;
      if (said.problem !== undefined) problems.push(said.problem);
      const times = names.get(said.name) ?? 0;
      names.set(said.name, times + 1);
      if (times === 1) problems.push(`${short(said.name)} is there twice`);
      if (isField(said, part)) {
        if ((many += 1) > mostFields) throw new FormMistake();
        await addField(fields, said.name, part, problems);
      } else if (said.name !== 'file')
        throw badRequest('form.invalid', `The form has a file ${quoted(said.name)}. Send one part, named file.`);
      else if (file !== undefined)
        throw badRequest('form.invalid', 'The form has more than one file. Send each in a request of its own.');
      else {
        file = {
          fileName: said.fileName ?? '',
          contentType: claimOf(part),
          ...(await receiveFile(part.content, files, config.fileLimit)),
        };
        if (file.fileName.trim() === '' && said.problem === undefined) problems.push('the part file has no file name');
      }
    }
    if (file === undefined)
      throw badRequest('form.invalid', 'The form has no file. Send it as a part named file, with a file name.');
  } catch (error) {
    await file?.incoming.discard();
    // Many clients read no answer before they have sent all of a form, so the rest of it is let pass first, where that has an end and is not too much.
    const isBounded =
      request.headers['content-length'] !== undefined && !(error instanceof ApiError && error.status === 413);
    if (isBounded) await finished(form.resume(), { writable: false }).catch(() => undefined);
    throw isFormMistake(error)
      ? badRequest('form.invalid', 'The form is not valid multipart/form-data, or did not arrive whole. Send it again.')
      : error;
  }
  const supplierInvoiceId = fields.get('supplierInvoiceId') ?? '';
  if (supplierInvoiceId.trim() === '' && !problems.some((problem) => problem.startsWith('supplierInvoiceId ')))
    problems.push('supplierInvoiceId is required');
  if (lengthOf(supplierInvoiceId) > 255) problems.push('supplierInvoiceId must have at most 255 characters');
  if (lengthOf(file.fileName) > 255) problems.push('the file name must have at most 255 characters');
  for (const [name, value] of [...fields, ['fileName', file.fileName] as const])
    if (!isStorable(name) || !isStorable(value)) problems.push(`${quoted(name)} must not contain U+0000`);
  const { supplierInvoiceId: _id, ...others } = Object.fromEntries(fields);
  return {
    supplierInvoiceId,
    ...file,
    fields: { supplierInvoiceId, ...others },
    extra: JSON.stringify(others),
    problems,
  };
}

/** A form of unknown length ends here, however many parts it has. */
async function* limited(source: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of source) {
    bytes += piece.length;
    if (bytes > most) throw tooLarge(most);
    yield piece;
  }
}

/** A part is a file where it has a file name, or says that it is nothing but bytes. */
const isField = ({ fileName }: PartNames, { contentType }: FormPart) =>
  fileName === undefined && typeOf(contentType) !== 'application/octet-stream';

async function addField(
  fields: Map<string, string>,
  name: string,
  { content }: FormPart,
  problems: string[],
): Promise<void> {
  if (name === '__proto__') throw badRequest('form.invalid', refusedName);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > mostFieldBytes) break;
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  const isText = isUtf8(bytes);
  if (size > mostFieldBytes) problems.push(`${short(name)} is longer than a field of a form may be`);
  else if (!isText) problems.push(`${short(name)} is not valid UTF-8`);
  fields.set(name, isText ? bytes.toString('utf8') : '');
}

const typeOf = (contentType = '') => contentType.split(';', 1)[0]?.trim().toLowerCase();

/** A part of plain text is what a part without a content type is, so that it claims nothing. */
function claimOf({ contentType }: FormPart): string | undefined {
  const type = typeOf(contentType);
  return type === '' || type === 'text/plain' ? undefined : type;
}

/** In characters, as the schema counts them. */
const lengthOf = (text: string) => [...text].length;

const brokenOff = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** What the sender did; a failure of the disk is none. */
const isFormMistake = (error: unknown) =>
  error instanceof FormMistake || brokenOff.has((error as NodeJS.ErrnoException).code ?? '');
