import type { FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify';
import Type from 'typebox';
import { readProblems } from './shapes.ts';
import { beginning, decodeCursor, encodeCursor } from '../changes/cursor.ts';
import type { ChangePage, ChangePosition, RecordType } from '../changes/store.ts';
import { faultOf, type Fault, type Problem } from '../../common/errors/catalogue.ts';
import { ApiError } from '../errors/errors.ts';
import { etagOf, matchesEtag } from '../ground/http/answers/negotiate.ts';
import { isStorable } from '../ground/http/bodies/body.ts';
import { publishedAs } from '../ground/http/document/publish.ts';
import { problem, type Headers } from '../ground/http/document/shapes.ts';
import { faultOfIdentifier, identifierOf } from '../identifiers.ts';

/** Shared by operations that read a partner's own records. */

const maxLimit = 1000;
const defaultLimit = 100;

export const time = (description: string) =>
  Type.Integer({
    format: 'int64',
    description: `${description} In epoch milliseconds.`,
    examples: [1_763_114_400_000],
  });

export const identifierInQuery = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 255, description }));

export const pageQuery = {
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]{0,2}|1000)$',
      description: `The maximum number of records in a page, from 1 to ${maxLimit}. The default is ${defaultLimit}.`,
      ...publishedAs('integer', { minimum: 1, maximum: maxLimit, examples: [defaultLimit] }),
    }),
  ),
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The next of an earlier answer. The page begins with the change after it.',
    }),
  ),
};

export const pageEnd = {
  next: Type.String({
    description:
      'Send it as after to read on. It is always there: the next of the last page answers what has changed since.',
  }),
  hasMore: Type.Boolean({
    description:
      'Whether more records have changed already. A page can be shorter than limit, even empty, although there is more.',
  }),
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

/**
 * A preHandler for routes with attachValidation: every invalid query parameter is a problem. `identifiers` are
 * parameters that identify records; they are brought into normal form.
 */
export const checkedQuery =
  (identifiers: readonly string[] = []): preHandlerHookHandler =>
  (request, _reply, done) => {
    const query = request.query as Record<string, string>;
    const problems = new Map<string, Problem>();
    for (const name of Object.keys(query)) {
      const value = query[name] as string;
      const fault = isStorable(value)
        ? identifiers.includes(name) && faultOfIdentifier(value)
        : faultOf('text.characters');
      if (fault) problems.set(name, { path: name, ...fault });
      else if (identifiers.includes(name)) query[name] = identifierOf(value);
    }
    for (const { instancePath, keyword, params } of request.validationError?.validation ?? []) {
      const name = instancePath.slice(1);
      if (!problems.has(name)) problems.set(name, { path: name, ...faultIn(keyword, params, name) });
    }
    if (problems.size > 0)
      throw new ApiError(
        'query.invalid',
        { why: 'problems', count: problems.size },
        { problems: [...problems.values()] },
      );
    done();
  };

function faultIn(keyword: string, params: Record<string, unknown>, name: string): Fault {
  if (name === 'limit') return faultOf('number.range', { least: 1, most: maxLimit });
  if (keyword === 'enum') return faultOf('value.choice', { known: params.allowedValues as string[] });
  if (keyword === 'maxLength') return faultOf('text.long', { most: Number(params.limit) });
  if (keyword === 'minLength') return faultOf('text.empty');
  return faultOf('field.invalid');
}

export const etagHeader: Headers = {
  ETag: { type: 'string', description: 'Changes with the record. Send it as If-None-Match when you read it again.' },
};

export const notChanged = {
  304: { description: 'The record has not changed since the answer whose ETag was sent.', type: 'null' },
};

/** Answers of an operation that reads one record by its path. */
export const recordProblems = (unknown: ApiError) => ({
  ...readProblems({ description: 'A query parameter was sent.', message: 'This operation takes no query parameters.' }),
  404: problem('There is no such record that this caller may read.', unknown.message),
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
