import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { problemAt, type Problem } from '../../../common/errors/catalogue.ts';
import { ApiError } from '../../errors/errors.ts';
import type { FileStore } from '../../ground/files/disk.ts';
import { isStorable } from '../../ground/http/bodies/body.ts';
import { quoted, short } from '../../../common/errors/short.ts';
import { boundaryOf, FormMistake, readForm, type FormPart } from './form.ts';
import { partNames, type PartNames } from './part-names.ts';
import { receiveFile, type Received, type ReceivedFile } from './receive.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of a form; undefined if the request is not a form. */
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
  const problems: Problem[] = [];
  const fields = new Map<string, string>();
  const names = new Map<string, number>();
  let many = 0;
  let file: FormFile | undefined;
  try {
    // A sender that is answered before the end of the form still needs the connection to hear it.
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
      if (times === 1) problems.push(problemAt(short(said.name), 'name.repeated'));
      if (isField(said, part)) {
        if ((many += 1) > mostFields) throw new FormMistake();
        await addField(fields, said.name, part, problems);
      } else if (said.name !== 'file') throw new ApiError('form.invalid', { why: 'name', name: said.name });
      else if (file !== undefined) throw new ApiError('form.invalid', { why: 'several' });
      else {
        file = {
          fileName: said.fileName ?? '',
          contentType: claimOf(part),
          ...(await receiveFile(part.content, files, config.fileLimit)),
        };
        if (file.fileName.trim() === '' && said.problem === undefined) problems.push(problemAt('', 'file.unnamed'));
      }
    }
    if (file === undefined) throw new ApiError('form.invalid', { why: 'none' });
  } catch (error) {
    await file?.incoming.discard();
    throw isFormMistake(error) ? new ApiError('form.invalid', { why: 'broken' }) : error;
  }
  const supplierInvoiceId = fields.get('supplierInvoiceId') ?? '';
  if (supplierInvoiceId.trim() === '' && !problems.some(({ path }) => path === 'supplierInvoiceId'))
    problems.push(problemAt('supplierInvoiceId', 'field.required'));
  if (lengthOf(supplierInvoiceId) > 255) problems.push(problemAt('supplierInvoiceId', 'text.long', { most: 255 }));
  if (lengthOf(file.fileName) > 255) problems.push(problemAt('', 'filename.long', { most: 255 }));
  for (const [name, value] of [...fields, ['fileName', file.fileName] as const])
    if (!isStorable(name) || !isStorable(value)) problems.push(problemAt(quoted(name), 'text.null'));
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
    if (bytes > most) throw new ApiError('body.large', { bytes: most });
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
  problems: Problem[],
): Promise<void> {
  if (name === '__proto__') throw new ApiError('form.invalid', { why: 'field' });
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > mostFieldBytes) break;
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  const isText = isUtf8(bytes);
  if (size > mostFieldBytes) problems.push(problemAt(short(name), 'field.long'));
  else if (!isText) problems.push(problemAt(short(name), 'text.encoding'));
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

/** What the sender did; a failure of the disk does not count. */
const isFormMistake = (error: unknown) =>
  error instanceof FormMistake || brokenOff.has((error as NodeJS.ErrnoException).code ?? '');
