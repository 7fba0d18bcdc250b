import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { companyInPath } from './requests.ts';
import { ApiError } from '../errors/errors.ts';
import { encodings, type Encoding } from '../ground/imports/decode.ts';
import { readEncoded } from '../ground/imports/file.ts';
import { countOf, ImportError } from '../ground/imports/mistakes.ts';
import type { Contents, Layout } from '../ground/imports/rows.ts';

const accepts = ['text/csv', 'application/json'];
const mostBytes = 10 * 1024 * 1024;

/** For a scope of its own: nowhere else is CSV a body, and here JSON is a file whose mistakes have lines. */
export function takeFiles(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(accepts, { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, bytes, done) =>
    done(null, bytes),
  );
}

/** What every route for an import has. */
export const importRoute = (operation: string) => ({
  config: { operation, permission: 'edit', accepts, anyCharset: true } as const,
  bodyLimit: mostBytes,
  // The bytes are checked as a file is, not by the schemas, which are here to be read.
  validatorCompiler: () => () => true,
});

export const importSchema = (csv: { description: string; examples: string[] }, json: TSchema) => ({
  params: Type.Object({ companyId: companyInPath }),
  body: {
    content: { 'text/csv': { schema: Type.String(csv) }, 'application/json': { schema: json } },
  },
});

/** The body and the options of an operation that imports a file. The bytes are checked as a file, not by these schemas. */
export const importOptions = (csv: { description: string; examples: string[] }, json: TSchema) => ({
  permission: 'edit' as const,
  body: { content: { 'text/csv': { schema: Type.String(csv) }, 'application/json': { schema: json } } },
  route: { config: { accepts, anyCharset: true }, bodyLimit: mostBytes, validatorCompiler: () => () => true },
});

/** Said of every import. */
export const aboutImports =
  'All of it is imported, or nothing: one mistake anywhere, and the answer is a 400 that names the mistakes with their lines, one a line. Reading stops after 100 mistakes. The file is UTF-8, UTF-16 or Windows-1252, told by its bytes; the answer says which it was. What was exported as CSV, in either language or for programs, can be imported again: columns that are not those of an import are passed over.';

export const encodingOfFile = Type.Unsafe<Encoding>({
  type: 'string',
  enum: [...encodings],
  description: 'How the characters of the file were read.',
});

/** The records of a file that was sent, and how its characters were read. */
export async function readImport<Records>(
  { body, headers }: FastifyRequest,
  layout: Layout,
  check: (contents: Contents) => Promise<Records>,
): Promise<{ records: Records; encoding: Encoding }> {
  if (!Buffer.isBuffer(body) || body.length === 0) throw new ApiError('body.empty', { why: 'file' });
  const isCsv = (headers['content-type'] ?? '').trimStart().toLowerCase().startsWith('text/csv');
  try {
    const { contents, encoding } = readEncoded(body, '', layout, isCsv ? 'csv' : 'json');
    return { records: await check(contents), encoding };
  } catch (error) {
    throw asAnswer(error);
  }
}

/** Mistakes of a file as an answer of 400; some are found only when it is written. */
export function asAnswer(error: unknown): unknown {
  return error instanceof ImportError
    ? new ApiError('import.invalid', countOf(error.mistakes), { problems: error.mistakes })
    : error;
}
