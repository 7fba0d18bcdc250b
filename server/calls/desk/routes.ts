import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { findCall } from './actions.ts';
import { CompanyInPath, CompanyTraceInPath, exampleCall, RequestQuery, TraceInPath, WhichQuery } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { listAnswer, sendList } from '../../desk/lists.ts';
import { checkAddress, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { noCompany } from '../../ground/db/pool.ts';
import { callList, whereCalls } from '../store.ts';

const tags = ['Requests'];
const answer = jsonAnswer(Type.Ref('RequestTrace'), 'The call.', exampleCall);

export function callRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const checked = { attachValidation: true, preHandler: checkAddress };

  app.get('/companies/:companyId/requests', {
    config: { operation: 'listRequests', permission: 'read' },
    ...checked,
    schema: {
      operationId: 'listRequests',
      summary: 'List calls of partners',
      description:
        'Answers the calls of the company’s partners, accepted and failed, the newest first. They are kept for TRACE_DAYS days, 30 by default, or less where they take more than TRACE_MEGABYTES.',
      tags,
      params: CompanyInPath,
      querystring: RequestQuery,
      response: {
        200: listAnswer(Type.Ref('RequestList'), 'A page of calls.'),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request, reply) =>
      sendList(
        request,
        reply,
        'requests',
        pool,
        callList,
        await whereCalls(pool, request.company, request.query as RequestQuery),
      ),
  });

  app.get('/companies/:companyId/requests/:traceId', {
    config: { operation: 'readRequest', permission: 'read' },
    ...checked,
    schema: {
      operationId: 'readRequest',
      summary: 'Find a call by its trace id',
      description:
        'Answers when the call came, who sent it, what was in it and every reason why it was refused. A call can be found within a second after it was answered.',
      tags,
      params: CompanyTraceInPath,
      querystring: WhichQuery,
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404) },
    },
    handler: ({ company, params, query }) =>
      findCall(deps, company, (params as { traceId: string }).traceId, (query as { id?: string }).id),
  });

  app.get('/requests/:traceId', {
    config: { operation: 'readRequestOfNobody', permission: 'administer' },
    ...checked,
    schema: {
      operationId: 'readRequestOfNobody',
      summary: 'Find a call that belongs to no company',
      description:
        'Answers a call whose company is not known: one with a token that is missing or not valid, or to an unknown path. Only a few of them a minute are kept from each network, for 24 hours.',
      tags,
      params: TraceInPath,
      querystring: WhichQuery,
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404) },
    },
    handler: ({ params, query }) =>
      findCall(deps, noCompany, (params as { traceId: string }).traceId, (query as { id?: string }).id),
  });
}
