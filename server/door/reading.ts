import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { beginning, cursorPatterns, decodeCursor, encodeCursor } from '../changes/cursor.ts';
import type { ChangePage, ChangePosition, RecordType } from '../changes/store.ts';
import type { ApiError } from '../errors/errors.ts';
import { etagOf, matchesEtag } from '../ground/http/answers/kept.ts';
import { published, publishedAs } from '../ground/http/document/publish.ts';
import { problem } from '../ground/http/document/shapes.ts';
import { flag } from '../ground/http/document/fields.ts';

/** Shared by operations that read a partner's own records. */

const maxLimit = 1000;
const defaultLimit = 100;

export const time = (description: string) =>
  Type.Integer({
    format: 'int64',
    description: `${description} In epoch milliseconds.`,
    examples: [1_763_114_400_000],
  });

/** As `visible`, which says why it names no more; a blank is no error in a query, it finds nothing. */
const visibleOrBlank = String.raw`^\s*[^\x00-\x1f\x7f]*\s*$`;

export const identifierInQuery = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 255, description, ...published({ pattern: visibleOrBlank }) }));

export const pageLimit = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]{0,2}|1000)$',
      description,
      ...publishedAs('integer', { minimum: 1, maximum: maxLimit, examples: [defaultLimit] }),
    }),
  );

export const pageQuery = (kind: RecordType) => ({
  limit: pageLimit(`The maximum number of records in a page, from 1 to ${maxLimit}. The default is ${defaultLimit}.`),
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The next of an earlier answer. The page begins with the change after it.',
      ...published({ pattern: cursorPatterns[kind] }),
    }),
  ),
});

export const pageEnd = {
  next: Type.String({
    description:
      'Send it as after to read on. It is always there: the next of the last page answers what has changed since.',
  }),
  hasMore: flag(
    'Whether more records have changed already. A page can be shorter than limit, even empty, although there is more.',
  ),
};

export interface PageQuery {
  limit?: string;
  after?: string;
}

export const limitOf = ({ limit = String(defaultLimit) }: PageQuery): number => Number(limit);

export const positionIn = (kind: RecordType, { after }: PageQuery): ChangePosition =>
  after === undefined ? beginning : decodeCursor(kind, after);

export const endOf = (kind: RecordType, { end, hasMore }: ChangePage<unknown>) => ({
  next: encodeCursor(kind, end),
  hasMore,
});

/** For operations that read one record by its path. Their answers have an ETag. */
export const readsRecord = (unknown: ApiError) => ({
  headers: {
    ETag: { type: 'string', description: 'Changes with the record. Send it as If-None-Match when you read it again.' },
  },
  invalid: { description: 'A query parameter was sent.', message: 'This operation takes no query parameters.' },
  otherAnswers: {
    304: { description: 'The record has not changed since the answer whose ETag was sent.', type: 'null' },
    404: problem('There is no such record that this caller may read.', unknown.message),
  },
});

/** `fixed` is a part of the text that never changes, so the ETag does without it. */
export function sendRecord(request: FastifyRequest, reply: FastifyReply, text: string, fixed = ''): FastifyReply {
  const etag = etagOf(text);
  reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'authorization');
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send(null);
  return reply.type('application/json; charset=utf-8').send(fixed === '' ? text : `${text.slice(0, -1)},${fixed}}`);
}

export const sendPage = (reply: FastifyReply, page: object): FastifyReply =>
  reply
    .header('cache-control', 'private, no-cache')
    .header('vary', 'authorization')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(page));
