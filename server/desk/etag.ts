import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Value } from '../../common/errors/entry.ts';
import { ApiError } from '../errors/errors.ts';

/** A strong validator of an answer, made of its content. */
export const etagOf = (content: string): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;

/** Whether a record is the one that the caller has read; undefined where the caller does not mind. */
export type Expects = ((etag: string) => boolean) | undefined;

/** What the header If-Match asks for. A weak validator never matches (RFC 9110, 13.1.1). */
export function expectedBy({ headers }: FastifyRequest): Expects {
  const header = headers['if-match'];
  if (header === undefined) return undefined;
  const tags = new Set(header.split(',').map((tag) => tag.trim()));
  return (etag) => tags.has('*') || tags.has(etag);
}

/** A 412 that says what the record is now. */
export const recordChanged = (etag: string, now: Readonly<Record<string, Value>>) =>
  new ApiError('record.changed', { ...now, etag }, { headers: { etag } });

/** For the answer of a route whose record has one. */
export const etagHeaders = {
  headers: { ETag: { type: 'string', description: 'Changes with the record. Send it as If-Match with a change.' } },
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the header If-Match is heeded. */
    ifMatch?: boolean;
  }
}
