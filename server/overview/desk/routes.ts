import type { FastifyInstance } from 'fastify';
import { overviewOf, search } from './actions.ts';
import { Overview, OverviewQuery, SearchQuery, SearchResults } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { operations } from '../../desk/operation.ts';
import { defaultZone } from '../../../common/days.ts';

function overviewRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool, config } = deps;
  const operation = operations(app, deps, 'Overview');

  operation.get('/companies/:companyId/overview', {
    id: 'readOverview',
    permission: 'read',
    summary: 'What arrived, failed and waits',
    description:
      'Answers what arrived by day and partner, failed calls by cause, findings of invoices by partner, what waits for a decision and for how long, what is due, what is held and why, what is assigned to the caller, how long decisions took, whether the attached files are whole, when the last good backup was taken, and how many calls of each partner failed this week and the week before.',
    query: OverviewQuery,
    answer: Overview,
    projected: true,
    handler: ({ company, operator, role, query: { days = '30', zone = defaultZone } }) =>
      overviewOf(pool, company, { operator, role }, { now: new Date(), days: Number(days), zone }, config.backups),
  });

  operation.get('/companies/:companyId/search', {
    id: 'search',
    permission: 'read',
    summary: 'Search over everything',
    description:
      'Searches suppliers, invoices, projects with their proposal ids, work orders and partners for all of the words, without regard to case and accents, the totals of invoices for an amount, and the calls for a trace id. Invoices and work orders are searched from three characters on.',
    query: SearchQuery,
    answer: SearchResults,
    projected: true,
    handler: async ({ company, query }) => ({ results: await search(pool, company, query.q.trim()) }),
  });
}

export const overviewDesk: Desk = { schemas: [Overview, SearchResults], routes: overviewRoutes };
