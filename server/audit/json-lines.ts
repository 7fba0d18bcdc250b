import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Db } from '../ground/db/pool.ts';
import type { Sql } from '../ground/db/sql.ts';
import { pagesOf, type List, type Page } from '../ground/db/paging.ts';

/** No media type for JSON lines is registered; Elasticsearch, log shippers and HTTP clients know this one. */
export const jsonLinesType = 'application/x-ndjson';

/**
 * Streams a list whose rows have one column, `line`: JSON text without a line feed, made by the database so that no
 * digit is lost.
 */
export async function* linesOf(db: Db, list: List, where: Sql[], wanted = list.defaultSort): AsyncGenerator<string> {
  // Lines can be long, so a page has fewer rows than one of a CSV file.
  for await (const { rows } of pagesOf(db, list, where, wanted, 200))
    if (rows.length > 0) yield rows.map(({ line }) => `${line as string}\n`).join('');
}

/** Sends all rows as a file of JSON lines, read page by page while it is sent. */
export function sendJsonLines(
  reply: FastifyReply,
  name: string,
  db: Db,
  list: List,
  where: Sql[],
  page: Page,
): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}.jsonl"`).type(jsonLinesType);
  return reply.send(Readable.from(linesOf(db, list, where, page.sort), { objectMode: false }));
}
