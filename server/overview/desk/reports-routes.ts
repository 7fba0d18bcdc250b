import type { FastifyInstance } from 'fastify';
import { reportDue, reportWaiting } from './reports-actions.ts';
import { DueQuery, DueRows, reportSchemas, WaitingQuery, WaitingRows } from './reports-schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { operations } from '../../desk/operation.ts';

function reportRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const operation = operations(app, deps, 'Reports');

  operation.list('/companies/:companyId/reports/waiting', {
    id: 'reportWaiting',
    permission: 'read',
    summary: 'How long invoices wait, by user or partner',
    description:
      'Returns for each user or partner how many invoices were decided in the period and how long that took from arrival, and how many wait now, since when and why. At most the last 50,000 decisions are counted, and the 50,000 undecided invoices that are due first.',
    query: WaitingQuery,
    answer: WaitingRows,
    file: 'report-waiting',
    projected: true,
    source: ({ company, query }) => reportWaiting(company, query),
  });

  operation.list('/companies/:companyId/reports/due', {
    id: 'reportDue',
    permission: 'read',
    summary: 'What is overdue or falls due this week, and with whom',
    description:
      'Returns the undecided invoices that are overdue or fall due until Sunday in the company’s time zone, as the list of invoices does, with the days left. Credit notes are left out.',
    query: DueQuery,
    answer: DueRows,
    file: 'report-due',
    projected: true,
    source: ({ company }) => reportDue(deps.pool, company),
  });
}

export const reportsDesk: Desk = { schemas: reportSchemas, routes: reportRoutes };
