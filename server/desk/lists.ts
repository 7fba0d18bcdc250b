import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { zoneInQuery } from './days.ts';
import { fileNames, type FileName } from '../../common/names/files.ts';
import { languages, type Language } from '../../common/names/names.ts';
import { fileForPeople, fileForPrograms, type CsvFile } from '../ground/csv/write.ts';
import { dayIn, defaultZone } from '../../common/days.ts';
import { type List, type Page, type ListRow, pagesOf, readPage } from '../ground/db/paging.ts';
import type { Db } from '../ground/db/pool.ts';
import type { Sql } from '../ground/db/sql.ts';
import { disposition } from '../ground/http/answers/disposition.ts';
import { published } from '../ground/http/document/publish.ts';
import { flag, text, arrayOf, named, numberInQuery } from '../ground/http/document/fields.ts';

export const pageQuery = (list: Pick<List, 'sorts' | 'defaultSort'>) => ({
  sort: Type.Optional(
    Type.String({
      pattern: `^-?(${Object.keys(list.sorts).join('|')})$`,
      description: `The field to sort by, with a minus before it for descending order: ${Object.keys(list.sorts).join(', ')}. The default is ${list.defaultSort}.`,
    }),
  ),
  limit: numberInQuery(
    '^([1-9]|[1-9][0-9]|1[0-9][0-9]|200)$',
    'The maximum number of rows of a page, 1 to 200. The default is 50.',
    { minimum: 1, maximum: 200 },
  ),
  after: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2000, description: 'The start of the page: next of the page before.' }),
  ),
  format: Type.Optional(
    Type.String({
      pattern: '^(json|csv)$',
      description: 'csv answers all rows, not a page, as a CSV file.',
      ...published({ pattern: null, enum: ['json', 'csv'] }),
    }),
  ),
  language: Type.Optional(
    Type.String({
      pattern: '^(en|sv)$',
      description:
        'The language of a CSV file for people: headings, amounts, times and states as spreadsheets in that language expect them (sv: semicolons between cells and a decimal comma). Without it the file is for programs: commas, the names of the fields, and ISO 8601 times.',
      ...published({ pattern: null, enum: [...languages] }),
    }),
  ),
  zone: zoneInQuery,
});

export const catchingUp = Type.Optional(
  flag('True if records that arrived a moment ago are not in the answer yet. Ask again soon. Otherwise it is missing.'),
);

export const inPagesOnly = (description: string) => `${description} A CSV file leaves it out.`;

/** `row` is the name of the schema of a row. */
export const pageOf = ($id: string, row: string, description: string) =>
  named($id, description, {
    rows: arrayOf(Type.Ref(row), 'The rows of this page.'),
    next: Type.Optional(
      text('Send it as after for the next page. It is missing on the last one.', 'WyJudW1iZXIiLCIxMDQyIiwiMTA0MiJd'),
    ),
    catchingUp,
  });

export interface CsvQuery {
  sort?: string;
  language?: Language;
  zone?: string;
}

/** Today's date is in the name; without a language the name is for programs: supplier-invoices-2026-11-15.csv. */
export function attachmentOf(file: FileName, extension: string, { language, zone = defaultZone }: CsvQuery): string {
  const today = dayIn(Date.now(), zone);
  const name = language === undefined ? `${file}-${today}` : `${fileNames[language][file]} ${today}`;
  return disposition('attachment', `${name}.${extension}`);
}

export function sendCsv(
  reply: FastifyReply,
  name: FileName,
  list: Pick<List, 'columns'>,
  query: CsvQuery,
  pages: AsyncIterable<{ rows: ListRow[]; columns: string[] }>,
): FastifyReply {
  const { language, zone = defaultZone } = query;
  reply.header('content-disposition', attachmentOf(name, 'csv', query)).type('text/csv; charset=utf-8');
  const fileOf = (names: string[]): CsvFile =>
    language === undefined || list.columns === undefined
      ? fileForPrograms(names, list.columns)
      : fileForPeople(list.columns, language, zone);
  return reply.send(Readable.from(csv(pages, fileOf), { objectMode: false }));
}

async function* csv(
  pages: AsyncIterable<{ rows: ListRow[]; columns: string[] }>,
  fileOf: (names: string[]) => CsvFile,
): AsyncGenerator<string> {
  let file: CsvFile | undefined;
  for await (const { rows, columns } of pages) {
    if (file === undefined) {
      file = fileOf(columns);
      yield file.header;
    }
    const { line } = file;
    yield rows.map(line).join('');
  }
}

export interface ListSource {
  list: List;
  where: Sql[];
  /** Rows come in the order of the first of these conditions that they meet; those that meet none are left out. */
  groups?: readonly Sql[] | undefined;
  /** Replaces a page's rows, for what its statement does not read. CSV files do without. */
  complete?: ((rows: ListRow[]) => Promise<ListRow[]>) | undefined;
}

export async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileName,
  db: Db,
  { list, where, groups, complete }: ListSource,
) {
  const { format, ...query } = request.query as Page & CsvQuery & { format?: string };
  if (format === 'csv')
    return sendCsv(reply, file, list, query, pagesOf(db, list, where, query.sort ?? list.defaultSort, { groups }));
  const page = await readPage(db, list, where, query, groups);
  return complete === undefined ? page : { ...page, rows: await complete(page.rows) };
}

/** A header, because a CSV file has no field `catchingUp`. */
export const catchingUpHeaders = {
  'Doorway-Catching-Up': {
    type: 'string',
    description: 'true if records that arrived a moment ago are not in the answer yet; otherwise missing.',
  },
};

export const csvFormat = {
  'text/csv': {
    schema: {
      type: 'string',
      description:
        'All rows. The first line has the names of the columns, or their headings if the query has a language.',
    },
  },
};
