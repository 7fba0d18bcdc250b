import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { expectedBy } from './etag.ts';
import { count, flag, listOf, oneOf, text, arrayOf } from '../ground/http/document/fields.ts';
import { operations } from './operation.ts';
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
import { refTo } from '../ground/http/document/shapes.ts';
import type { Layout } from '../ground/imports/layout.ts';
import { countOf, ImportError } from '../ground/imports/mistakes.ts';
import type { ImportPreview, VersionCheck } from '../ground/imports/plan.ts';
import type { Contents } from '../ground/imports/rows.ts';

const accepts = Object.values(importTypes);
const bodyLimit = maxImportMebibytes * 1024 * 1024;

const rules = `From a CSV or JSON file of at most ${maxImportMebibytes} MiB. All of it is imported, or nothing: one mistake anywhere, and the answer is a 400 that names the mistakes with their lines. Reading stops after 100 mistakes. The file is UTF-8, UTF-16 or Windows-1252; the answer says which was detected. A file that was exported as CSV, in either language or for programs, can be imported again: other columns are ignored.`;

interface ImportOperation<Records> {
  tag: string;
  id: string;
  /** See Operation. */
  proof?: true;
  summary: string;
  description: string;
  declaration: Import;
  record: TSchema;
  answer: TSchema;
  problems?: readonly number[];
  layout: Layout;
  check(contents: Contents, caller: string): Promise<Records>;
  write(request: FastifyRequest, records: Records, isExpected: VersionCheck): Promise<object>;
  preview: {
    id: string;
    summary: string;
    answer: TSchema;
    read(request: FastifyRequest, records: Records): Promise<{ preview: ImportPreview; version: string }>;
  };
}

/**
 * The route has a scope of its own: only an import takes CSV, and reads JSON as a file whose mistakes have line
 * numbers.
 */
export async function addImport<Records>(
  app: FastifyInstance,
  deps: OperatorDeps,
  path: string,
  {
    tag,
    declaration,
    record,
    layout,
    check,
    write,
    preview,
    description,
    problems = [],
    ...operationOf
  }: ImportOperation<Records>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(accepts, { parseAs: 'buffer', bodyLimit }, (_request, bytes, done) => done(null, bytes));
    const operation = operations(scope, deps, tag);
    const shared = {
      permission: 'edit',
      body: {
        content: {
          'text/csv': { schema: text('A header line, then a record per line.', `${exampleCsv(declaration, ',')}\n`) },
          'application/json': { schema: arrayOf(refTo(record), 'The records.') },
        },
      },
      // The bytes are checked as a file, not by the schemas of the body.
      route: { config: { accepts, anyCharset: true }, bodyLimit, validatorCompiler: () => () => true },
      problems,
    } as const;
    const withRecords = async <Answer>(
      { body, headers, operator }: FastifyRequest,
      work: (records: Records) => Promise<Answer>,
    ): Promise<Answer & { encoding: Encoding }> => {
      if (!Buffer.isBuffer(body) || body.length === 0) throw new ApiError('body.empty', { why: 'file' });
      const isCsv = (headers['content-type'] ?? '').trimStart().toLowerCase().startsWith(importTypes.csv);
      try {
        const { contents, encoding } = await readEncoded(body, '', layout, isCsv ? 'csv' : 'json');
        return { ...(await work(await check(contents, operator.id))), encoding };
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
        throw new ApiError('import.invalid', countOf(error.mistakes), { problems: error.mistakes });
      }
    };

    operation.post(`/companies/:companyId/${path}/import`, {
      ...operationOf,
      ...shared,
      description: `${description} ${rules} With the ETag of a preview as If-Match, records that have changed since then are a 412, and nothing is imported.`,
      ifMatch: true,
      handler: ({ request }) => withRecords(request, (records) => write(request, records, expectedBy(request))),
    });

    operation.post(`/companies/:companyId/${path}/import/preview`, {
      id: preview.id,
      summary: preview.summary,
      answer: preview.answer,
      ...shared,
      description: `Returns what an import of this file would do, and changes nothing. A file with mistakes is a 400, as at the import.`,
      headers: { ETag: { type: 'string', description: 'Send it as If-Match with the import of the same file.' } },
      handler: async ({ request, reply }) => {
        const {
          version,
          preview: found,
          encoding,
        } = await withRecords(request, (records) => preview.read(request, records));
        return reply.header('etag', version).send({ ...found, encoding });
      },
    });
  });
}

const encoding = oneOf(Object.keys(encodingNames), 'The detected encoding of the file.');

export const importPreview = ($id: string, records: string) =>
  Type.Object(
    {
      created: count(`The number of new ${records}.`, 12),
      updated: count(`The number of ${records} that would be changed at once.`, 3),
      unchanged: count(`The number of ${records} that are already as in the file.`, 85),
      proposed: count(`The number of ${records} with a change that would wait for a second person.`),
      records: listOf(
        `What would be new or changed, by number: at most 200 ${records} that are new, 200 that are changed and 200 that wait for a second person.`,
        {
          number: text('The number.'),
          name: text('The name in the file, or else in the record.'),
          isNew: flag('Whether there is no record with this number yet.'),
          changes: listOf('The fields that the file changes; of a new record, those that it fills.', {
            field: text('The field, as in the file.'),
            from: text('The present value, as a cell of a CSV file. Long values are cut.'),
            to: text('The new value.'),
            waits: flag('Whether the change would wait for a second person.'),
          }),
        },
      ),
      encoding,
    },
    { $id, description: 'The preview of an import.' },
  );

export const importOutcome = ($id: string, records: string, others: Record<string, TSchema>) =>
  Type.Object(
    {
      created: count(`The number of new ${records}.`, 12),
      updated: count(`The number of changed ${records}.`, 3),
      unchanged: count(`The number of ${records} that were already as in the file.`, 85),
      ...others,
      encoding,
    },
    { $id, description: 'The outcome of an import.' },
  );
