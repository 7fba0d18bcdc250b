import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { overviewOf, search } from './actions.ts';
import { CompanyInPath, exampleOverview, exampleResults, OverviewQuery, SearchQuery } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { catchingUpHeaders, tellCatchingUp } from '../../desk/lists.ts';
import { checkAddress, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { defaultZone } from '../../ground/db/days.ts';

const tags = ['Overview'];

export function overviewRoutes(app: FastifyInstance, { pool, projections }: OperatorDeps): void {
  const checked = { attachValidation: true, preHandler: checkAddress };

  app.get('/companies/:companyId/overview', {
    config: { operation: 'readOverview', permission: 'read' },
    ...checked,
    schema: {
      operationId: 'readOverview',
      summary: 'What arrived, failed and waits',
      description:
        'Answers what arrived by day and partner, the failed calls by what they have in common, what looks wrong in invoices by partner, what waits for a decision and for how long, what is due, what is held and why, what is the reader’s own, how long decisions took, and how many calls of each partner failed this week and the week before.',
      tags,
      params: CompanyInPath,
      querystring: OverviewQuery,
      response: {
        200: { ...jsonAnswer(Type.Ref('Overview'), 'The overview.', exampleOverview), ...catchingUpHeaders },
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async ({ company, operator, role, query }, reply) => {
      const told = tellCatchingUp(reply, await projections.catchUp(company));
      const { days = '30', zone = defaultZone } = query as { days?: string; zone?: string };
      const last = { now: new Date(), days: Number(days), zone };
      return { ...(await overviewOf(pool, company, { operatorId: operator.id, role }, last)), ...told };
    },
  });

  app.get('/companies/:companyId/search', {
    config: { operation: 'search', permission: 'read' },
    ...checked,
    schema: {
      operationId: 'search',
      summary: 'Search over everything',
      description:
        'Looks for a text in suppliers, invoices, projects with their proposal ids, work orders and partners, in any case, for an amount in the totals of invoices, and for a call by its trace id. Invoices and work orders are looked through from three characters on.',
      tags,
      params: CompanyInPath,
      querystring: SearchQuery,
      response: {
        200: { ...jsonAnswer(Type.Ref('SearchResults'), 'What was found.', exampleResults), ...catchingUpHeaders },
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async ({ company, query }, reply) => {
      const told = tellCatchingUp(reply, await projections.catchUp(company));
      return { results: await search(pool, company, (query as { q: string }).q.trim()), ...told };
    },
  });
}
