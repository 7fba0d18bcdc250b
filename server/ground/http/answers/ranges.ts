import type { IncomingHttpHeaders } from 'node:http';
import { matchesEtag } from './kept.ts';
import { ApiError } from '../../../errors/errors.ts';
import type { ByteRange } from '../../files/store.ts';

interface RangeRequest {
  method: string;
  headers: IncomingHttpHeaders;
}

export type Selection = 'unchanged' | 'whole' | 'unsatisfiable' | ByteRange;

/**
 * The part of a file that a request asks for; conditions are judged in the order of RFC 9110, section 13.2.2. A list of
 * ranges, another unit, broken syntax, and an If-Range with a date or with another ETag all select the whole file.
 */
export function selectBytes({ method, headers }: RangeRequest, etag: string, size: number): Selection {
  if (matchesEtag(headers['if-none-match'], etag)) return 'unchanged';
  const { range, 'if-range': ifRange = etag } = headers;
  // Ranges are defined for GET alone.
  if (method !== 'GET' || range === undefined || ifRange !== etag) return 'whole';
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  if (first === '') return last === '' ? 'whole' : within(Math.max(size - Number(last), 0), size - 1, size);
  if (last !== '' && Number(last) < Number(first)) return 'whole';
  return within(Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1), size);
}

const within = (start: number, end: number, size: number): Selection =>
  start < size ? { start, end } : 'unsatisfiable';

export const rangeOutside = (size: number) =>
  new ApiError('range.outside', { size }, { headers: { 'content-range': `bytes */${size}` } });

export const lengthsOf = (range: ByteRange | undefined, size: number): Record<string, string | number> =>
  range === undefined
    ? { 'content-length': size }
    : {
        'content-length': range.end - range.start + 1,
        'content-range': `bytes ${range.start}-${range.end}/${size}`,
      };
