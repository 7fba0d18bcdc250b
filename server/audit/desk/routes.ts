import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { auditRows, readAuditLines } from '../actions.ts';
import { auditLinesFormat, AuditQuery, AuditRow, AuditRows, jsonLinesType } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { attachmentOf, csvFormat, sendList, type CsvQuery } from '../../desk/lists.ts';
import { operations } from '../../desk/operation.ts';
import { noCompany, type CompanyId } from '../../ground/db/pool.ts';

function auditRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const operation = operations(app, deps, 'Audit log');

  const log = (path: string, id: string, summary: string, description: string, companyOf?: () => CompanyId) =>
    operation.get(path, {
      id,
      permission: 'administer',
      summary,
      description,
      query: AuditQuery,
      answer: AuditRows,
      formats: { ...csvFormat, ...auditLinesFormat },
      handler: ({ company: inPath, query, request, reply }) => {
        const company = companyOf?.() ?? inPath;
        // Files have every entry.
        const { folded: _folded, ...unfolded } = query;
        if (query.format === undefined || query.format === 'json')
          return sendList(request, reply, 'audit', pool, auditRows(company, query));
        if (query.format === 'csv') return sendList(request, reply, 'audit', pool, auditRows(company, unfolded));
        return reply
          .header('content-disposition', attachmentOf('audit', 'jsonl', query as CsvQuery))
          .type(jsonLinesType)
          .send(Readable.from(readAuditLines(pool, company, unfolded), { objectMode: false }));
      },
    });

  log(
    '/companies/:companyId/audit',
    'listAudit',
    'List who did what in a company',
    'Answers what operators changed in the company, newest first.',
  );
  log(
    '/audit',
    'listAuditOfService',
    'List who did what outside of any company',
    'Answers what was done to companies, operators and operator tokens themselves, newest first.',
    () => noCompany,
  );
}

export const auditDesk: Desk = { schemas: [AuditRow, AuditRows], routes: auditRoutes };
