import type { FastifyInstance } from 'fastify';
import { changeView, createView, listViews, removeView } from './actions.ts';
import { View, ViewForm, ViewPatch, Views, ViewsQuery } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { operations } from '../../desk/operation.ts';

const path = '/companies/:companyId/views';

function viewRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const operation = operations(app, deps, 'Views');

  operation.get(path, {
    id: 'listViews',
    permission: 'read',
    summary: 'List the saved views of a list',
    description: 'Answers one’s own views of a list and those that others share, by name.',
    query: ViewsQuery,
    answer: Views,
    handler: ({ company, operator, role, query }) => listViews(pool, company, { operator, role }, query.list),
  });

  operation.post(path, {
    id: 'createView',
    permission: 'edit',
    summary: 'Save a view',
    description:
      'Saves filters and a sort of a list under a name, for oneself or for everybody in the company. An operator has at most 100 views of a list.',
    body: ViewForm,
    answer: View,
    problems: [409],
    handler: ({ company, operator, role, body }) => createView(pool, company, { operator, role }, body),
  });

  operation.patch(`${path}/:id`, {
    id: 'changeView',
    permission: 'edit',
    summary: 'Change a view',
    description:
      'Renames a view, gives it other filters, or shares it. Only its owner or an administrator may. The audit log keeps what was done to views that are shared.',
    body: ViewPatch,
    answer: View,
    problems: [409],
    handler: ({ company, operator, role, id, body }) => changeView(pool, company, { operator, role }, id, body),
  });

  operation.delete(`${path}/:id`, {
    id: 'deleteView',
    permission: 'edit',
    summary: 'Delete a view',
    description: 'Deletes a view. Only its owner or an administrator may.',
    handler: ({ company, operator, role, id }) => removeView(pool, company, { operator, role }, id),
  });
}

export const viewsDesk: Desk = { schemas: [View, Views, ViewForm, ViewPatch], routes: viewRoutes };
