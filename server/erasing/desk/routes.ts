import type { FastifyInstance } from 'fastify';
import { operatorErasure, supplierErasure } from './actions.ts';
import { Erasure } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { operations } from '../../desk/operation.ts';
import { supplierNumber } from '../../suppliers/desk/schemas.ts';
import { requireSupplier } from '../../suppliers/desk/answer.ts';

const supplierPath = '/companies/:companyId/suppliers/:number';
const dryRun = 'Answers what would go, what would stay and why, and whether it can be done now. It changes nothing.';
const again = 'It cannot be undone. It works in slices: after an interruption it is sent again.';

function erasingRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const operation = operations(app, deps, 'Erasing', { number: supplierNumber });

  operation.get('/operators/:id/erasure', {
    id: 'readOperatorErasure',
    permission: 'administer',
    summary: 'Read what erasing an operator would do',
    description: dryRun,
    answer: Erasure,
    handler: ({ operator, id }) => operatorErasure(deps, { operator, apply: false }, id),
  });

  operation.post('/operators/:id/erase', {
    id: 'eraseOperator',
    proof: true,
    permission: 'administer',
    summary: 'Erase an operator who left',
    description: `Replaces the name and the e-mail address of an operator who was disabled 30 days ago everywhere, and deletes what only they needed. ${again}`,
    answer: Erasure,
    problems: [409],
    handler: ({ operator, id }) => operatorErasure(deps, { operator, apply: true }, id),
  });

  operation.get(`${supplierPath}/erasure`, {
    id: 'readSupplierErasure',
    permission: 'administer',
    summary: 'Read what erasing a supplier would do',
    description: dryRun,
    answer: Erasure,
    handler: async ({ company, operator, number, traceId }) =>
      supplierErasure(deps, {
        company,
        operator,
        traceId,
        number: await requireSupplier(deps.pool, company, number),
        apply: false,
      }),
  });

  operation.post(`${supplierPath}/erase`, {
    id: 'eraseSupplier',
    proof: true,
    permission: 'administer',
    summary: 'Erase the personal data of a supplier',
    description: `For a sole trader whose invoices the law no longer asks for: empties the record and blocks it, and erases names, accounts and texts from its invoices, findings, files, events and audit entries. Numbers, sums and hashes stay. ${again}`,
    answer: Erasure,
    problems: [409],
    handler: async ({ company, operator, number, traceId }) =>
      supplierErasure(deps, {
        company,
        operator,
        traceId,
        number: await requireSupplier(deps.pool, company, number),
        apply: true,
      }),
  });
}

export const erasingDesk: Desk = { schemas: [Erasure], routes: erasingRoutes };
