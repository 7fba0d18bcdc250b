import type { FastifyInstance } from 'fastify';
import { callsIn, findCall } from './actions.ts';
import { CallIdQuery, RequestList, RequestQuery, RequestRow, requestTrace, traceId } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { operations } from '../../desk/operation.ts';
import { noCompany } from '../../ground/db/pool.ts';

export function callsDesk(types: readonly string[]): Desk {
  const RequestTrace = requestTrace(types);

  function routes(app: FastifyInstance, deps: OperatorDeps): void {
    const { pool } = deps;
    const operation = operations(app, deps, 'Requests', { traceId });

    operation.list('/companies/:companyId/requests', {
      id: 'listRequests',
      permission: 'read',
      summary: 'List calls of partners',
      description:
        'Answers the calls of the company’s partners, accepted and failed, the newest first. They are kept for TRACE_DAYS days, 30 by default, or less if they take more than TRACE_MEGABYTES.',
      query: RequestQuery,
      answer: RequestList,
      file: 'requests',
      source: ({ company, query }) => callsIn(pool, company, query),
    });

    operation.get('/companies/:companyId/requests/:traceId', {
      id: 'readRequest',
      permission: 'read',
      summary: 'Find a call by its trace id',
      description:
        'Answers when the call arrived, who sent it, what was in it and every reason why it was refused. A call can be found within a second after it was answered.',
      query: CallIdQuery,
      answer: RequestTrace,
      handler: ({ company, traceId, query }) => findCall(deps, company, traceId, query.id),
    });

    operation.get('/requests/:traceId', {
      id: 'readRequestOfNobody',
      permission: 'administer',
      summary: 'Find a call that belongs to no company',
      description:
        'Answers a call whose company is not known: one with a missing or invalid token, or to an unknown path. Only a few of them per minute and network are kept, for 24 hours.',
      query: CallIdQuery,
      answer: RequestTrace,
      handler: ({ traceId, query }) => findCall(deps, noCompany, traceId, query.id),
    });
  }

  return { schemas: [RequestRow, RequestList, RequestTrace], routes };
}
