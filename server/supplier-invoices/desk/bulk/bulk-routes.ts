import type { FastifyInstance } from 'fastify';
import { changeBulk, decideNext, dropBulk, openBulks, prepareBulk, readBulk, undoBulk } from './bulk-actions.ts';
import { Bulk, BulkForm, BulkPatch, BulkUndo, Bulks, BulksQuery, bulkSchemas } from './bulk-schemas.ts';
import type { OperatorDeps } from '../../../deps.ts';
import type { Desk } from '../../../desk/desk.ts';
import { operations } from '../../../desk/operation.ts';

function bulkRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const operation = operations(app, deps, 'Bulk decisions');

  operation.post('/companies/:companyId/bulk', {
    id: 'createBulk',
    permission: 'decide',
    summary: 'Prepare one decision on many supplier invoices',
    description:
      'Stores which invoices are to be approved, rejected, assigned or asked about, at most 10,000, and does nothing yet. The answer has their sums by currency, and the invoices that are left out because they cannot be decided.',
    body: BulkForm,
    answer: Bulk,
    handler: (call) => prepareBulk(deps, call),
  });

  operation.get('/companies/:companyId/bulk', {
    id: 'listBulks',
    permission: 'read',
    summary: 'List the caller’s unfinished bulk decisions',
    description: 'Returns the bulk decisions that the caller prepared or began, and can continue or drop.',
    query: BulksQuery,
    answer: Bulks,
    handler: ({ company, operator }) => openBulks(pool, company, operator),
  });

  operation.get('/companies/:companyId/bulk/:id', {
    id: 'readBulk',
    permission: 'read',
    summary: 'Read a bulk decision',
    description: 'Returns the progress of a bulk decision of the caller. It is kept for 30 days.',
    answer: Bulk,
    handler: ({ company, operator, id }) => readBulk(pool, company, operator, id),
  });

  operation.patch('/companies/:companyId/bulk/:id', {
    id: 'changeBulk',
    permission: 'decide',
    summary: 'Change a bulk decision before it begins',
    description:
      'Changes the reason, or whether invoices with findings are included, and returns which are left out now. The chosen invoices stay the same. Once the first hundred is decided, it is a 409.',
    body: BulkPatch,
    answer: Bulk,
    problems: [409],
    handler: (call) => changeBulk(pool, call),
  });

  operation.post('/companies/:companyId/bulk/:id/next', {
    id: 'decideBulk',
    permission: 'decide',
    summary: 'Decide the next hundred invoices of a bulk decision',
    description:
      'Decides the next hundred invoices in one transaction, each as if it were decided alone: with its event and its audit entry. Invoices that can no longer be decided are left out. Call it until finished is true; it can be repeated at any time, and no invoice is decided twice.',
    answer: Bulk,
    problems: [400],
    handler: (call) => decideNext(deps, call),
  });

  operation.post('/companies/:companyId/bulk/:id/undo', {
    id: 'undoBulk',
    permission: 'decide',
    summary: 'Take a bulk decision back',
    description:
      'Prepares another bulk decision that reopens the invoices which this one has approved or rejected, and returns it. Deciding its next hundred reopens them. Invoices on which anybody has decided since are left out.',
    body: BulkUndo,
    answer: Bulk,
    handler: (call) => undoBulk(pool, call),
  });

  operation.delete('/companies/:companyId/bulk/:id', {
    id: 'dropBulk',
    permission: 'decide',
    summary: 'Drop the rest of a bulk decision',
    description: 'Removes the waiting invoices, so that the bulk decision is finished. Earlier decisions stay.',
    handler: ({ company, operator, id }) => dropBulk(pool, company, operator, id),
  });
}

export const invoiceBulkDesk: Desk = { schemas: bulkSchemas, routes: bulkRoutes };
