import { listOwnCalls, readOwnCall } from './actions.ts';
import { callSchemas, CallsQuery, exampleCall, OwnCall, OwnCalls } from './schemas.ts';
import type { Door } from '../../door/door.ts';
import { anyScope, operation } from '../../door/operation.ts';
import { checkedAddress } from '../../door/query.ts';
import { ApiError } from '../../errors/errors.ts';
import { problem } from '../../ground/http/document/shapes.ts';

const unknown = () => new ApiError('call.unknown');
const check = { preHandler: checkedAddress(unknown) };

const readOne = operation({
  id: 'readOwnCall',
  method: 'GET',
  path: '/doorway/v1/calls/:traceId',
  scope: anyScope,
  records: 'failures',
  summary: 'Read a call of your own',
  description:
    'Answers what became of a call, by the trace id of its answer. If several calls had this trace id, it is the newest one. Calls are kept for 30 days, unless the company has chosen otherwise. Accepted calls of this section are not kept.',
  parameters: { traceId: { pattern: '^[0-9a-fA-F]{32}$', description: 'The trace id, 32 hexadecimal digits.' } },
  check,
  answer: OwnCall,
  answerDescription: 'The call.',
  example: exampleCall,
  otherAnswers: { 404: problem('No call of yours with this trace id is kept.', unknown().message) },
  handler: ({ pool }, app) => {
    const reader = { pool, flush: app.flushCalls };
    return (request, reply) => {
      // The call may be looked for in vain for a while; that must not hold the place of one that works.
      app.leaveTurn(request);
      reply.header('cache-control', 'no-store');
      return readOwnCall(reader, request.partner, request.params.traceId.toLowerCase());
    };
  },
});

const list = operation({
  id: 'listOwnCalls',
  method: 'GET',
  path: '/doorway/v1/calls',
  scope: anyScope,
  records: 'failures',
  summary: 'List your calls that failed',
  description:
    'Answers your own calls that were answered with a status of 400 or above, the newest first. A call is in the list within a second.',
  query: CallsQuery,
  check,
  answer: OwnCalls,
  answerDescription: 'The calls.',
  example: { calls: [exampleCall] },
  invalid: { description: 'A query parameter is not valid.', message: 'limit takes a whole number from 1 to 200.' },
  handler: ({ pool }, app) => {
    const reader = { pool, flush: app.flushCalls };
    return (request, reply) => {
      const { limit = '50', status, operation: named, after } = request.query;
      reply.header('cache-control', 'no-store');
      return listOwnCalls(reader, request.partner, { limit: Number(limit), status, operation: named, after });
    };
  },
});

export const callsDoor: Door = {
  tag: { name: 'Your access' },
  scopes: {},
  schemas: callSchemas,
  operations: [readOne, list],
};
