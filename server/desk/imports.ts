import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { operations, refTo } from './operation.ts';
import {
  encodingNames,
  exampleCsv,
  importTypes,
  maxImportMebibytes,
  type Encoding,
  type Import,
} from '../../common/imports/imports.ts';
import type { OperatorDeps } from '../deps.ts';
import { ApiError } from '../errors/errors.ts';
import { readEncoded } from '../ground/imports/file.ts';
import type { Layout } from '../ground/imports/layout.ts';
import { countOf, ImportError } from '../ground/imports/mistakes.ts';
import type { Contents } from '../ground/imports/rows.ts';

const accepts = Object.values(importTypes);
const bodyLimit = maxImportMebibytes * 1024 * 1024;

const rules = `From a CSV or JSON file of at most ${maxImportMebibytes} MiB. All of it is imported, or nothing: one mistake anywhere, and the answer is a 400 that names the mistakes with their lines. Reading stops after 100 mistakes. The file is UTF-8, UTF-16 or Windows-1252; the answer says which was detected. A file that was exported as CSV, in either language or for programs, can be imported again: other columns are ignored.`;

interface ImportOperation<Records> {
  tag: string;
  id: string;
  summary: string;
  description: string;
  declaration: Import;
  record: TSchema;
  answer: TSchema;
  problems?: readonly number[];
  layout: Layout;
  check(contents: Contents): Promise<Records>;
  write(request: FastifyRequest, records: Records): Promise<object>;
}

/**
 * The route has a scope of its own: only an import takes CSV, and reads JSON as a file whose mistakes have line
 * numbers.
 */
export async function addImport<Records>(
  app: FastifyInstance,
  deps: OperatorDeps,
  path: string,
  { tag, declaration, record, layout, check, write, description, ...operation }: ImportOperation<Records>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(accepts, { parseAs: 'buffer', bodyLimit }, (_request, bytes, done) => done(null, bytes));
    operations(scope, deps, tag).post(`/companies/:companyId/${path}/import`, {
      ...operation,
      permission: 'edit',
      description: `${description} ${rules}`,
      body: {
        content: {
          'text/csv': {
            schema: Type.String({
              description: 'A header line, then a record per line.',
              examples: [`${exampleCsv(declaration, ',')}\n`],
            }),
          },
          'application/json': { schema: Type.Array(refTo(record), { description: 'The records.' }) },
        },
      },
      // The bytes are checked as a file, not by the schemas of the body.
      route: { config: { accepts, anyCharset: true }, bodyLimit, validatorCompiler: () => () => true },
      handler: async ({ request }) => {
        const { body, headers } = request;
        if (!Buffer.isBuffer(body) || body.length === 0) throw new ApiError('body.empty', { why: 'file' });
        const isCsv = (headers['content-type'] ?? '').trimStart().toLowerCase().startsWith(importTypes.csv);
        try {
          const { contents, encoding } = readEncoded(body, '', layout, isCsv ? 'csv' : 'json');
          return { ...(await write(request, await check(contents))), encoding };
        } catch (error) {
          if (!(error instanceof ImportError)) throw error;
          throw new ApiError('import.invalid', countOf(error.mistakes), { problems: error.mistakes });
        }
      },
    });
  });
}

export const importOutcome = ($id: string, records: string, others: Record<string, TSchema>) =>
  Type.Object(
    {
      created: Type.Integer({ description: `The number of new ${records}.`, examples: [12] }),
      updated: Type.Integer({ description: `The number of changed ${records}.`, examples: [3] }),
      unchanged: Type.Integer({
        description: `The number of ${records} that were already as in the file.`,
        examples: [85],
      }),
      ...others,
      encoding: Type.Unsafe<Encoding>({
        type: 'string',
        enum: Object.keys(encodingNames),
        description: 'The detected encoding of the file.',
      }),
    },
    { $id, description: 'The outcome of an import.' },
  );
