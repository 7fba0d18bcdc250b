import type { FastifyRequest } from 'fastify';
import type { Value } from '../../common/errors/entry.ts';
import { ApiError } from '../errors/errors.ts';

/** Checks that a record is the version that the caller has read; undefined without the header If-Match. */
export type EtagCheck = ((etag: string) => boolean) | undefined;

/** A weak validator never matches (RFC 9110, 13.1.1). */
export function expectedBy({ headers }: FastifyRequest): EtagCheck {
  const header = headers['if-match'];
  if (header === undefined) return undefined;
  const tags = new Set(header.split(',').map((tag) => tag.trim()));
  return (etag) => tags.has('*') || tags.has(etag);
}

export const recordChanged = (etag: string, now: Readonly<Record<string, Value>>) =>
  new ApiError('record.changed', { ...now, etag }, { headers: { etag } });

export const etagHeaders = {
  headers: { ETag: { type: 'string', description: 'Changes with the record. Send it as If-Match with a change.' } },
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the header If-Match is heeded. */
    ifMatch?: boolean;
  }
}
