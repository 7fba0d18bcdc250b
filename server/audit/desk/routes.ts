import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { auditAnswer, AuditQuery, inCompany } from './schemas.ts';
import type { Deps } from '../../deps.ts';
import { sendList } from '../../desk/lists.ts';
import { checkAddress } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import type { Page } from '../../ground/db/paging.ts';
import { noCompany, type CompanyId } from '../../ground/db/pool.ts';
import { sendJsonLines } from '../json-lines.ts';
import { auditLines, auditList, auditWhere, type AuditFilter } from '../store.ts';

const tags = ['Audit log'];
const answer = auditAnswer();

export function auditRoutes(app: FastifyInstance, { pool }: Deps): void {
  const sendAudit = (request: FastifyRequest, reply: FastifyReply, company: CompanyId) => {
    const { format, ...page } = request.query as AuditFilter & Page & { format?: string };
    const where = auditWhere(company, page);
    return format === 'jsonl'
      ? sendJsonLines(reply, 'audit', pool, auditLines, where, page)
      : sendList(request, reply, 'audit', pool, auditList, where);
  };

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
    handler: async (request, reply) => sendAudit(request, reply, request.company),
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
    handler: async (request, reply) => sendAudit(request, reply, noCompany),
  });
}
