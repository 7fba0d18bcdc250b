import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { problemAt, type Problem } from '../../../../common/errors/catalogue.ts';
import { ApiError } from '../../../errors/errors.ts';
import { isStorable } from '../../../ground/http/bodies/body.ts';
import { quoted, short } from '../../../../common/errors/words.ts';
import { boundaryOf, InvalidForm, readForm, type FormPart } from './form.ts';
import { partNames, type PartNames } from './part-names.ts';
import { receiveFile, type FileDestinations, type NamedFile } from './receive-file.ts';

declare module 'fastify' {
  interface FastifyRequest {
    form: Readable | undefined;
  }
}

const maxFields = 50;
const maxFieldBytes = 16 * 1024;

/** Leaves forms unread, to be streamed by the handler. Use it in a plugin scope of its own. */
export function leaveForms(app: FastifyInstance): void {
  app.decorateRequest('form', undefined);
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, payload: Readable, done) => {
    request.form = payload;
    done(null);
  });
}

export interface ReceivedForm extends NamedFile {
  fields: Record<string, string>;
}

/** Streams the file to disk; the parts may come in any order. */
export async function receiveForm(
  request: FastifyRequest,
  form: Readable,
  to: FileDestinations,
  { attachBodyLimit, fileLimit }: Pick<Config, 'attachBodyLimit' | 'fileLimit'>,
): Promise<ReceivedForm> {
  const problems: Problem[] = [];
  const fields = new Map<string, string>();
  const timesSeen = new Map<string, number>();
  let many = 0;
  let file: Omit<NamedFile, 'problems'> | undefined;
  try {
    // A sender that is answered early still needs the connection to read the answer.
    const source = form.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const part of readForm(
      limited(source, attachBodyLimit),
      boundaryOf(request.headers['content-type'] ?? ''),
    )) {
      const partName = partNames(part.disposition);
      if (partName === undefined) continue;
      if (partName.problem !== undefined) problems.push(partName.problem);
      const times = timesSeen.get(partName.name) ?? 0;
      timesSeen.set(partName.name, times + 1);
      if (times === 1) problems.push(problemAt(short(partName.name), 'name.repeated'));
      if (isField(partName, part)) {
        if ((many += 1) > maxFields) throw new InvalidForm();
        await addField(fields, partName.name, part, problems);
      } else if (partName.name !== 'file') throw new ApiError('form.invalid', { why: 'name', name: partName.name });
      else if (file !== undefined) throw new ApiError('form.invalid', { why: 'several' });
      else {
        file = {
          fileName: partName.fileName ?? '',
          contentType: claimOf(part),
          ...(await receiveFile(part.content, to, fileLimit)),
        };
        if (file.fileName.trim() === '' && partName.problem === undefined) problems.push(problemAt('', 'file.unnamed'));
      }
    }
    if (file === undefined) throw new ApiError('form.invalid', { why: 'none' });
  } catch (error) {
    await file?.incoming.discard();
    throw isSendersMistake(error) ? new ApiError('form.invalid', { why: 'broken' }) : error;
  }
  for (const [name, value] of fields)
    if (!isStorable(name) || !isStorable(value)) problems.push(problemAt(quoted(name), 'text.null'));
  problems.push(...problemsOfName(file.fileName));
  return { ...file, fields: Object.fromEntries(fields), problems };
}

export function problemsOfName(fileName: string): Problem[] {
  const problems: Problem[] = [];
  if (lengthOf(fileName) > 255) problems.push(problemAt('', 'filename.long', { most: 255 }));
  if (!isStorable(fileName)) problems.push(problemAt(quoted('fileName'), 'text.null'));
  return problems;
}

/** Bounds a form without a Content-Length. */
async function* limited(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of source) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new ApiError('body.large', { bytes: maxBytes });
    yield piece;
  }
}

const isField = ({ fileName }: PartNames, { contentType }: FormPart) =>
  fileName === undefined && typeOf(contentType) !== 'application/octet-stream';

async function addField(fields: Map<string, string>, name: string, { content }: FormPart, problems: Problem[]) {
  if (name === '__proto__') throw new ApiError('form.invalid', { why: 'field' });
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > maxFieldBytes) break;
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  const isText = isUtf8(bytes);
  if (size > maxFieldBytes) problems.push(problemAt(short(name), 'field.long'));
  else if (!isText) problems.push(problemAt(short(name), 'text.encoding'));
  fields.set(name, isText ? bytes.toString('utf8') : '');
}

const typeOf = (contentType = '') => contentType.split(';', 1)[0]?.trim().toLowerCase();

/** text/plain is the default type of a part, so it claims nothing. */
function claimOf({ contentType }: FormPart): string | undefined {
  const type = typeOf(contentType);
  return type === '' || type === 'text/plain' ? undefined : type;
}

/** In characters, as the schema counts them. */
export const lengthOf = (text: string) => [...text].length;

const brokenOff = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

export const isBrokenOff = (error: unknown) => brokenOff.has((error as NodeJS.ErrnoException).code ?? '');

const isSendersMistake = (error: unknown) => error instanceof InvalidForm || isBrokenOff(error);
