import { codingColumns, lineCodings, wholeCoding } from '../coding/coding-store.ts';
import { lineColumns } from './columns.ts';
import { usedLengths, usedLengthsOfLine } from '../../../common/used-lengths.ts';
import { pagesOf, type List, type ListRow } from '../../ground/db/paging.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import type { Sql } from '../../ground/db/sql.ts';

const articles = `CASE WHEN json_typeof(document -> 'articles') = 'array' THEN (document -> 'articles')::jsonb ELSE '[]' END`;

const articleFields = [
  'articleNumber',
  'articleDescription',
  'quantity',
  'unit',
  'price',
  'discountPercentage',
  'discountValue',
  'vat',
  'totalPrice',
] as const;

const sent = (field: (typeof articleFields)[number]) =>
  field in usedLengthsOfLine
    ? `left(article.sent ->> '${field}', ${usedLengthsOfLine[field as keyof typeof usedLengthsOfLine]})`
    : `article.sent ->> '${field}'`;

// Numbers are read as text, with every digit. The fields of an invoice are read once, not again for each of its lines.
const linesText = `
  WITH invoice AS MATERIALIZED (
    SELECT wanted.ordinal, invoice.id AS "invoiceId", invoice.state, external_reference_id AS "externalReferenceId",
           supplier_number AS "supplierNumber",
           (SELECT name FROM suppliers WHERE suppliers.company_id = $1 AND suppliers.number = supplier_number) AS "supplierName",
           document ->> 'supplierInvoiceNumber' AS "supplierInvoiceNumber", nullif((document ->> 'invoiceDate')::float8, 0) AS "invoiceDate",
           left(document ->> 'projectName', ${usedLengths.projectName}) AS "projectName", document ->> 'currency' AS currency, invoice_day::text AS "invoiceDay",
           ${wholeCoding('invoice.id')} AS coding, ${lineCodings('invoice.id')} AS "lineCodings", ${articles} AS articles
    FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (id, ordinal)
    JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = wanted.id
  )
  SELECT "invoiceId", state, "externalReferenceId", "supplierNumber", "supplierName", "supplierInvoiceNumber", "invoiceDate",
         "projectName", article.ordinal::integer AS line,
         ${articleFields.map((field) => `${sent(field)} AS "${field}"`).join(', ')}, currency,
         ${codingColumns(`coalesce("lineCodings" -> article.ordinal::text, coding)`)}, "invoiceDay"
  FROM invoice CROSS JOIN LATERAL jsonb_array_elements(invoice.articles) WITH ORDINALITY AS article (sent, ordinal)
  ORDER BY invoice.ordinal, article.ordinal`;

/** The limit of one read; a single invoice may exceed it. */
const maxLines = 2_000;

export async function* linesOf(
  db: Db,
  company: CompanyId,
  list: List,
  where: Sql[],
  sort: string,
): AsyncGenerator<{ rows: ListRow[]; columns: string[] }> {
  const counted: List = {
    ...list,
    more: undefined,
    present: undefined,
    select: `page.id, jsonb_array_length(${articles})::integer AS lines`,
    joined: 'JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = page.id',
  };
  // A file without lines still has its header.
  yield {
    rows: [],
    columns: ['invoiceId', ...Object.keys(lineColumns).filter((name) => name !== 'invoiceId'), 'invoiceDay'],
  };
  for await (const { rows } of pagesOf(db, counted, where, sort))
    for (const ids of batches(rows as { id: string; lines: number }[])) {
      const read = await db.query<ListRow>({ name: 'read-invoice-lines', text: linesText, values: [company, ids] });
      yield { rows: read.rows, columns: [] };
    }
}

function* batches(invoices: { id: string; lines: number }[]): Generator<string[]> {
  let ids: string[] = [];
  let many = 0;
  for (const { id, lines } of invoices) {
    if (lines === 0) continue;
    if (many + lines > maxLines && ids.length > 0) {
      yield ids;
      [ids, many] = [[], 0];
    }
    ids.push(id);
    many += lines;
  }
  if (ids.length > 0) yield ids;
}
