import type { FastifyRequest, onSendHookHandler } from 'fastify';
import type { Headers } from '../ground/http/document/shapes.ts';

/** Both are days, such as 2027-01-15, and begin at midnight UTC. */
export interface Deprecation {
  since: string;
  /** From this day on, the operation may be removed. */
  sunset: string;
}

const minMonths = 12;

export const deprecationHeaders: Headers = {
  Deprecation: {
    type: 'string',
    description: 'Since when this operation is deprecated, in seconds since 1970 after an @ (RFC 9745).',
    examples: ['@1799971200'],
  },
  Sunset: {
    type: 'string',
    description: 'The day from which this operation may be removed, as an HTTP date (RFC 8594).',
    examples: ['Sat, 15 Jan 2028 00:00:00 GMT'],
  },
  Link: {
    type: 'string',
    description: 'Where the policy and the replacement are described, with rel="deprecation".',
    examples: ['</docs/versions>; rel="deprecation"; type="text/html"'],
  },
};

/** The headers are on every answer, errors included, unless `isUsed` says otherwise. No other route pays for them. */
export function sendDeprecation(
  operation: string,
  { since, sunset }: Deprecation,
  policyPath: string,
  isUsed: (request: FastifyRequest) => boolean = () => true,
): onSendHookHandler {
  const [begin, end] = [dayOf(operation, since), dayOf(operation, sunset)];
  const earliest = new Date(begin);
  earliest.setUTCMonth(earliest.getUTCMonth() + minMonths);
  if (end < earliest)
    throw new Error(
      `${operation} is deprecated since ${since} and stays at least ${minMonths} months, not until ${sunset}.`,
    );
  const headers = {
    deprecation: `@${begin.getTime() / 1000}`,
    sunset: end.toUTCString(),
    link: `<${policyPath}>; rel="deprecation"; type="text/html"`,
  };
  return (request, reply, payload, done) => {
    if (isUsed(request)) void reply.headers(headers);
    done(null, payload);
  };
}

function dayOf(operation: string, text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) throw new Error(`${operation} is deprecated with ${text}, which is no day.`);
  return day;
}
