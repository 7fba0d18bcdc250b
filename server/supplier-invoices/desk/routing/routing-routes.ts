import type { FastifyInstance } from 'fastify';
import { createAbsence, endAbsence, readAbsences } from './absence-actions.ts';
import { confirmStep } from './confirm-actions.ts';
import { changeRouting, readRouting } from './routing-actions.ts';
import {
  AbsenceForm,
  Absences,
  Routing,
  RoutingForm,
  routingSchemas,
  RoutingTrial,
  RoutingTrialForm,
  StepConfirmation,
} from './routing-schemas.ts';
import { tryRules } from './try-actions.ts';
import { sendInvoice } from '../invoice-routes.ts';
import { InvoiceRecord } from '../invoice-schemas.ts';
import type { OperatorDeps } from '../../../deps.ts';
import type { Desk } from '../../../desk/desk.ts';
import { operations } from '../../../desk/operation.ts';

const path = '/companies/:companyId/routing';
const absences = '/companies/:companyId/absences';

function routingRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const operation = operations(app, deps, 'Routing');

  operation.get(path, {
    id: 'readRouting',
    permission: 'read',
    summary: 'Read who is asked to approve',
    description:
      'Returns the rules that say who is asked to approve which invoices, the operators whom rules can name, and who is away today. Rules never decide who may approve: roles, limits and separate duties do.',
    answer: Routing,
    handler: ({ company }) => readRouting(pool, company),
  });

  operation.put(path, {
    id: 'changeRouting',
    proof: true,
    permission: 'administer',
    summary: 'Change who is asked to approve',
    description:
      'Saves all rules at once. They apply to open invoices within seconds. The first rule that fits an invoice counts; an assignment by hand counts before all rules. A step whose people may not approve is saved, with a warning, and its invoices wait in the company’s queue. Confirmations of a step count as long as the rule fits and its step has the people who confirmed. The audit log records what changed.',
    body: RoutingForm,
    answer: Routing,
    problems: [409],
    handler: async (call) => {
      await changeRouting(deps, call);
      return readRouting(pool, call.company);
    },
  });

  operation.post(`${path}/try`, {
    id: 'tryRouting',
    permission: 'administer',
    summary: 'Try rules',
    description:
      'Says whom the rules would ask first about the invoices of the last 90 days, at most the newest 10,000, as people, absences and duties are today, and how many open invoices would wait for others than now. Stores nothing.',
    body: RoutingTrialForm,
    answer: RoutingTrial,
    handler: ({ company, body }) => tryRules(deps, company, body.rules),
  });

  operation.get(absences, {
    id: 'listAbsences',
    permission: 'read',
    summary: 'List absences',
    description: 'Returns the present and coming absences, with their deputies.',
    answer: Absences,
    handler: (call) => readAbsences(pool, call),
  });

  operation.post(absences, {
    id: 'createAbsence',
    proof: true,
    permission: 'edit',
    summary: 'Enter an absence',
    description:
      'Enters days on which a deputy is asked in the place of the caller, or of another operator if an administrator of the company enters it. If the deputy is away too, the deputy’s deputy is asked. A deputy never gets more rights by it. Absences of one operator do not overlap.',
    body: AbsenceForm,
    answer: Absences,
    problems: [409],
    handler: async (call) => {
      await createAbsence(deps, call);
      return readAbsences(pool, call);
    },
  });

  operation.delete(`${absences}/:id`, {
    id: 'endAbsence',
    proof: true,
    permission: 'edit',
    summary: 'End an absence',
    description:
      'Removes a present or coming absence: one’s own, or as an administrator of the company that of anybody.',
    answer: Absences,
    handler: async (call) => {
      await endAbsence(deps, call);
      return readAbsences(pool, call);
    },
  });

  operation.post('/companies/:companyId/invoices/:id/confirm-step', {
    id: 'confirmStep',
    permission: 'decide',
    summary: 'Confirm a step of a rule',
    description:
      'Confirms a step before the last, for an operator whom the invoice waits for; it then waits for the next step. It is the event supplierinvoice.confirmed. If somebody has confirmed the step meanwhile, or the invoice waits for others, it is a 409. The confirmation is void once the invoice is reopened.',
    body: StepConfirmation,
    answer: InvoiceRecord,
    problems: [409],
    handler: async (context) => {
      await confirmStep(deps, context);
      return sendInvoice(pool, context);
    },
  });
}

export const invoiceRoutingDesk: Desk = { schemas: routingSchemas, routes: routingRoutes };
