import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { listOwnCalls, readOwnCall } from './actions.ts';
import { callSchemas, CallsQuery, exampleCall, TraceParams } from './schemas.ts';
import type { DoorDeps } from '../../deps.ts';
import { lastSegment, anyScope, type Door } from '../../door/door.ts';
import { checkedAddress } from '../../door/query.ts';
import { readProblems, success } from '../../door/shapes.ts';
import { ApiError } from '../../errors/errors.ts';
import { problem } from '../../ground/http/document/shapes.ts';

const unknown = () => new ApiError('call.unknown');

function routes(app: FastifyInstance, { pool }: DoorDeps): void {
  const reader = { pool, flush: app.flushCalls };
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(`/doorway/v1/calls/${lastSegment('traceId')}`, {
    config: { operation: 'readOwnCall' },
    attachValidation: true,
    preHandler: checkedAddress(unknown),
    schema: {
      operationId: 'readOwnCall',
      summary: 'Read a call of your own',
      description:
        'Answers what became of a call, by the trace id of its answer. If several calls had this trace id, it is the newest one. Calls are kept for 30 days, unless the company has chosen otherwise. Accepted calls of this section are not kept.',
      params: TraceParams,
      response: {
        200: success(Type.Ref('OwnCall'), 'The call.', exampleCall, {}),
        ...readProblems({
          description: 'The operation takes no query parameters.',
          message: 'This operation takes no query parameters.',
        }),
        404: problem('No call of yours with this trace id is kept.', unknown().message),
      },
    },
    handler: async (request, reply) => {
      // The call may be looked for in vain for a while; that must not hold the place of one that works.
      app.leaveTurn(request);
      reply.header('cache-control', 'no-store');
      return readOwnCall(reader, request.partner, request.params.traceId.toLowerCase());
    },
  });

  routes.get('/doorway/v1/calls', {
    config: { operation: 'listOwnCalls' },
    attachValidation: true,
    preHandler: checkedAddress(),
    schema: {
      operationId: 'listOwnCalls',
      summary: 'List your calls that failed',
      description:
        'Answers your own calls that were answered with a status of 400 or above, the newest first. A call is in the list within a second.',
      querystring: CallsQuery,
      response: {
        200: success(Type.Ref('OwnCalls'), 'The calls.', { calls: [exampleCall] }, {}),
        ...readProblems({
          description: 'A query parameter is not valid.',
          message: 'limit takes a whole number from 1 to 200.',
        }),
      },
    },
    handler: async (request, reply) => {
      const { limit = '50', status, operation, after } = request.query;
      reply.header('cache-control', 'no-store');
      return listOwnCalls(reader, request.partner, { limit: Number(limit), status, operation, after });
    },
  });
}

export const callsDoor: Door = {
  tag: { name: 'Your access' },
  scopes: {},
  schemas: callSchemas,
  operations: {
    readOwnCall: { scope: anyScope, records: 'failures' },
    listOwnCalls: { scope: anyScope, records: 'failures' },
  },
  routes,
};
