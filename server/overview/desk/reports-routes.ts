import type { FastifyInstance } from 'fastify';
import { listDue, reportColumns, reportRows, reportWaiting } from './reports-actions.ts';
import { DueQuery, DueRows, reportSchemas, WaitingQuery, WaitingReport } from './reports-schemas.ts';
import { defaultZone } from '../../../common/days.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { csvFormat, sendCsv, type CsvQuery } from '../../desk/lists.ts';
import { operations } from '../../desk/operation.ts';

function reportRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const operation = operations(app, deps, 'Reports');

  operation.get('/companies/:companyId/reports/waiting', {
    id: 'reportWaiting',
    permission: 'read',
    summary: 'How long invoices wait, by user and partner',
    description:
      'Answers for each user how many invoices they decided in the period, how long these took from arrival to decision, and how many wait with them; for each partner also how many arrived, and why those wait that nobody has decided on. A CSV file has the users or the partners.',
    query: WaitingQuery,
    answer: WaitingReport,
    formats: csvFormat,
    projected: true,
    handler: async ({ company, query, reply }) => {
      const { days = '30', zone = defaultZone, format } = query;
      const report = await reportWaiting(pool, company, { now: new Date(), days: Number(days), zone });
      if (format !== 'csv') return report;
      const of = query.of === 'partners' ? 'partners' : 'approvers';
      const columns = reportColumns[of];
      return sendCsv(reply, `report-${of}`, { columns }, query as CsvQuery, reportRows(report, of));
    },
  });

  operation.list('/companies/:companyId/reports/due', {
    id: 'reportDue',
    permission: 'read',
    summary: 'What is overdue or falls due this week, and with whom',
    description:
      'Returns the undecided invoices that are overdue or fall due until Sunday in the company’s time zone, page by page, by due date, with the users with whom they wait. Credit notes are left out.',
    query: DueQuery,
    answer: DueRows,
    file: 'report-due',
    projected: true,
    source: ({ company }) => listDue(pool, company, new Date()),
  });
}

export const reportsDesk: Desk = { schemas: reportSchemas, routes: reportRoutes };
