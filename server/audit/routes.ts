import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Deps } from '../deps.ts';
import { checkAddress, listAnswer, sendList } from '../http/operator-requests.ts';
import { operatorProblems } from '../http/operator-shapes.ts';
import { noCompany } from '../db/pool.ts';
import { AuditQuery, exampleEntry, inCompany } from './schemas.ts';
import { auditList, auditWhere, type AuditFilter } from './store.ts';

const tags = ['Audit log'];
const answer = listAnswer(Type.Ref('AuditRows'), 'A page of the audit log.', exampleEntry);

export function auditRoutes(app: FastifyInstance, { pool }: Deps): void {
  app.get('/companies/:companyId/audit', {
    config: { operation: 'listAudit', permission: 'administer' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listAudit',
      summary: 'List who did what in a company',
      description: 'Answers what operators changed in the company, newest first.',
      tags,
      params: inCompany,
      querystring: AuditQuery,
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404) },
    },
    handler: async (request, reply) => sendList(request, reply, 'audit', pool, auditList, auditWhere(request.company, request.query as AuditFilter)),
  });

  app.get('/audit', {
    config: { operation: 'listAuditOfService', permission: 'administer' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listAuditOfService',
      summary: 'List who did what outside of any company',
      description: 'Answers what was done to companies, operators and operator tokens themselves, newest first.',
      tags,
      querystring: AuditQuery,
      response: { 200: answer, ...operatorProblems(400, 401, 403) },
    },
    handler: async (request, reply) => sendList(request, reply, 'audit', pool, auditList, auditWhere(noCompany, request.query as AuditFilter)),
  });
}
