import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { problemAt, type Problem } from '../../../common/errors/catalogue.ts';
import { pageLimit } from '../../door/reading.ts';
import { ApiError, invalidQuery } from '../../errors/errors.ts';
import { isStorable } from '../../ground/http/bodies/body.ts';
import { storable } from '../../ground/http/document/fields.ts';
import { published } from '../../ground/http/document/publish.ts';
import { faultOfIdentifier, identifierOf } from '../../identifiers.ts';
import type { SupplierEntry } from '../shape.ts';

const cursorPattern = '^[A-Za-z0-9_-]+$';

export const ListQuery = Type.Object({
  limit: pageLimit(
    'The maximum number of suppliers in a page, from 1 to 1000. Without it, every supplier is answered.',
  ),
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'The next of the previous page. Only together with limit.',
      ...published({ pattern: cursorPattern }),
    }),
  ),
  number: Type.Optional(
    Type.String({ maxLength: 255, description: 'Only the supplier with exactly this number.', ...storable }),
  ),
  organizationalNumber: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'Only suppliers with exactly this organisational number.',
      ...storable,
    }),
  ),
});
type ListQuery = Static<typeof ListQuery>;

export function readListQuery({
  query,
  validationError,
}: Pick<FastifyRequest<{ Querystring: ListQuery }>, 'query' | 'validationError'>) {
  const { limit, after, ...sent } = query;
  if (validationError || !isStorable(sent.number ?? '') || !isStorable(sent.organizationalNumber ?? ''))
    throw invalidQuery([problemOf(query)]);
  const fault = sent.number === undefined ? undefined : faultOfIdentifier(sent.number);
  if (fault !== undefined) throw invalidQuery([{ path: 'number', ...fault }]);
  const filter = { ...sent, number: sent.number === undefined ? undefined : identifierOf(sent.number) };
  if (after !== undefined && limit === undefined) throw new ApiError('query.invalid', { why: 'limit' });
  return {
    filter,
    begin: after === undefined ? '' : decodeAfter(after),
    limit: limit === undefined ? undefined : Number(limit),
  };
}

export function pageOf(entries: SupplierEntry[], limit: number) {
  const suppliers = entries.slice(0, limit);
  const last = suppliers.at(-1);
  return entries.length > limit && last !== undefined
    ? { suppliers, next: Buffer.from(last.number).toString('base64url') }
    : { suppliers };
}

/**
 * The cursor, opaque to partners, is the number of the last supplier on the previous page. One that was made up is a
 * position too: no number has U+0000, so all that follow such a text follow its beginning.
 */
function decodeAfter(after: string): string {
  if (!new RegExp(cursorPattern).test(after)) throw new ApiError('query.invalid', { why: 'after' });
  return Buffer.from(after, 'base64url').toString('utf8').split('\0', 1)[0] as string;
}

const problemOf = ({ limit }: ListQuery): Problem =>
  typeof limit === 'string' && !/^([1-9][0-9]{0,2}|1000)$/.test(limit)
    ? problemAt('limit', 'number.range', { least: 1, most: 1000 })
    : problemAt('', 'supplierlist.query');
