import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import * as actions from './actions.ts';
import type { SupplierCall } from './changing.ts';
import { readSupplier, requireSupplier } from './answer.ts';
import { ProposalDecline, WaitingProposals } from './schemas.ts';
import { confirmProposal, declineProposal, readWaitingProposals } from './proposals.ts';
import * as schemas from './schemas.ts';
import { supplierImport } from '../../../common/imports/suppliers.ts';
import { reasonIn } from '../../decisions/decide.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { etagHeaders, expectedBy } from '../../desk/etag.ts';
import { addImport } from '../../desk/imports.ts';
import { operations, type OperationRequest } from '../../desk/operation.ts';
import { checkSuppliers, supplierLayout } from '../import.ts';
import { payeeFields } from '../payee.ts';

const tag = 'Suppliers';
const path = '/companies/:companyId/suppliers';
const answersSupplier = { answer: schemas.SupplierRecord, ...etagHeaders };

type CompanyRequest = Pick<
  OperationRequest<'', TSchema, TSchema>,
  'company' | 'operator' | 'role' | 'request' | 'reply'
>;
type SupplierRequest = CompanyRequest & { readonly number: string };

async function supplierRoutes(app: FastifyInstance, deps: OperatorDeps): Promise<void> {
  const { pool } = deps;
  const operation = operations(app, deps, tag, { number: schemas.supplierNumber });

  const send = async ({ company, operator, role, reply }: CompanyRequest, number: string) => {
    const { text, etag } = await readSupplier(pool, company, number, operator, role);
    return reply
      .header('etag', etag)
      .serializer((answer: unknown) => answer as string)
      .type('application/json; charset=utf-8')
      .send(text);
  };
  const callerOf = ({ company, operator, request }: CompanyRequest) => ({ company, operator, traceId: request.id });
  const callOf = async (request: SupplierRequest) => ({
    ...callerOf(request),
    number: await requireSupplier(pool, request.company, request.number),
  });

  /** Acts on the supplier, and answers it as it is then. */
  const acting =
    <Request extends SupplierRequest>(act: (call: SupplierCall, request: Request) => Promise<void>) =>
    async (request: Request) => {
      const call = await callOf(request);
      await act(call, request);
      return send(request, call.number);
    };

  operation.list(path, {
    id: 'listSuppliers',
    metric: 'listSuppliersAsOperator',
    permission: 'read',
    summary: 'List suppliers',
    description: 'Answers the company’s suppliers, page by page.',
    query: schemas.SuppliersQuery,
    answer: schemas.SupplierRows,
    projected: true,
    file: 'suppliers',
    source: ({ company, query }) => actions.listSuppliers(company, query.q),
  });

  operation.post(path, {
    id: 'registerSupplier',
    permission: 'edit',
    summary: 'Register a supplier',
    description:
      'Creates a supplier. Partners’ invoices can then refer to it. It is an event, supplier.created. A bank giro, post giro, organisational number, IBAN or BIC must be valid, and the IBAN and the BIC must belong to the same country.',
    body: schemas.SupplierForm,
    ...answersSupplier,
    problems: [409],
    handler: async (request) => send(request, await actions.registerSupplier(deps, callerOf(request), request.body)),
  });

  operation.get(`${path}/:number`, {
    id: 'readSupplier',
    permission: 'read',
    summary: 'Read a supplier',
    description: 'Answers the whole record of a supplier.',
    ...answersSupplier,
    handler: async (request) => send(request, (await callOf(request)).number),
  });

  operation.patch(`${path}/:number`, {
    id: 'changeSupplier',
    proof: (body) => payeeFields.some((field) => body[field] !== undefined),
    permission: 'edit',
    summary: 'Change a supplier',
    description:
      'Changes the fields that are sent. Each change is kept in the supplier’s history and is an event, supplier.updated; if nothing differs, nothing is recorded. A bank giro, post giro, organisational number, IBAN or BIC that is changed must be valid, and the IBAN and the BIC must belong to the same country. The organisational number of a person is answered masked; sent back masked, it stays as it is. If the company’s setting payeeTakesTwo is on, changes of the account, the name and the organisational number wait as proposals until another operator confirms them.',
    body: schemas.SupplierPatch,
    refused: { number: 'number.fixed' },
    ifMatch: true,
    ...answersSupplier,
    handler: acting((call, { body, request }) => actions.patchSupplier(deps, call, body, expectedBy(request))),
  });

  operation.get(`${path}/:number/figures`, {
    id: 'readSupplierFigures',
    permission: 'read',
    summary: 'Read the figures of a supplier',
    description:
      'Answers the number and the sums of the supplier’s invoices by year and currency. Rejected invoices do not count. If there are more than 100,000 invoices, the latest are counted.',
    answer: schemas.SupplierFigures,
    projected: true,
    handler: async (request) => actions.readFigures(pool, await callOf(request)),
  });

  operation.list(`${path}/:number/history`, {
    id: 'listSupplierChanges',
    permission: 'read',
    summary: 'List the history of a supplier',
    description:
      'Answers who registered a supplier, and the changes since by operators and imports, field by field, newest first.',
    query: schemas.ChangesQuery,
    answer: schemas.SupplierChanges,
    file: 'supplier-changes',
    source: async (request) => actions.listChanges(await callOf(request)),
  });

  const changesBlock = { permission: 'edit', ...answersSupplier, problems: [409] } as const;
  operation.post(`${path}/:number/block`, {
    ...changesBlock,
    id: 'blockSupplier',
    summary: 'Block a supplier',
    description:
      'The supplier’s invoices that arrive from now on are held, with the finding payee.blocked. Partners can use its number as before. A held invoice can be released with a reason, by another operator than the one who blocked or unblocked the supplier. It is an event, supplier.updated.',
    body: schemas.SupplierBlock,
    handler: acting((call, { body }) => actions.blockSupplier(deps, call, true, body.reason.trim())),
  });

  operation.post(`${path}/:number/unblock`, {
    ...changesBlock,
    id: 'unblockSupplier',
    summary: 'Unblock a supplier',
    description:
      'Lifts the block that blockSeq names; a later block of anybody is never lifted. Invoices that arrive from now on are no longer held for the block. Held invoices stay held until an operator releases them. It is an event, supplier.updated.',
    body: schemas.SupplierUnblock,
    handler: acting((call, { body }) => actions.blockSupplier(deps, call, false, body.reason.trim(), body.blockSeq)),
  });

  operation.post(`${path}/:number/confirm`, {
    id: 'confirmSupplier',
    proof: true,
    permission: 'edit',
    summary: 'Confirm a supplier’s account',
    description:
      'Confirms for the company the account of a supplier that a partner registered. Invoices that arrive from now on have neither payee.first nor payee.twin; held invoices stay held until an operator releases them. From now on other contact details that a partner sends wait for confirmation. It is an event, supplier.updated, and an entry of the audit log.',
    ifMatch: true,
    ...answersSupplier,
    problems: [409],
    handler: acting((call, { request }) => actions.confirmSupplier(deps, call, expectedBy(request))),
  });

  operation.post(`${path}/:number/distinguish`, {
    id: 'distinguishSuppliers',
    permission: 'edit',
    summary: 'Say that two suppliers are two',
    description:
      'States that a supplier and another one that looks like it are different. Invoices that arrive from now on have no payee.twin for this pair, and duplicates are no longer searched among the invoices of the other; held invoices stay held until an operator releases them. It is an event, supplier.updated, and an entry of the audit log.',
    body: schemas.SupplierDistinction,
    ...answersSupplier,
    problems: [409],
    handler: acting(async (call, { company, body }) =>
      actions.distinguishSuppliers(deps, call, await requireSupplier(pool, company, body.other)),
    ),
  });

  operation.get('/companies/:companyId/proposals', {
    id: 'listProposals',
    permission: 'read',
    summary: 'List proposed changes of suppliers',
    description:
      'Answers the changes of suppliers that wait for confirmation: those that partners propose, and, if the company’s setting payeeTakesTwo is or was on, those of operators of the account, name or organisational number.',
    answer: WaitingProposals,
    handler: async ({ company, operator, role }) => ({
      proposals: await readWaitingProposals(pool, company, operator, role),
    }),
  });

  operation.post(`${path}/:number/proposals/:proposalId/confirm`, {
    id: 'confirmProposal',
    proof: true,
    permission: 'edit',
    summary: 'Confirm a change of a supplier',
    description:
      'Makes a change that a partner or another operator proposed, which is an event, supplier.updated. The operator who proposed it cannot confirm it. The numbers are checked again. If it changes the account, the name or the organisational number, neither of the two can release a held invoice of the supplier in the next 30 days.',
    ...answersSupplier,
    problems: [400, 409],
    handler: acting((call, { proposalId }) => confirmProposal(deps, call, proposalId)),
  });

  operation.post(`${path}/:number/proposals/:proposalId/decline`, {
    id: 'declineProposal',
    permission: 'edit',
    summary: 'Decline a change of a supplier',
    description: 'Drops a proposed change, with a reason. The operator who proposed it may withdraw it in this way.',
    body: ProposalDecline,
    ...answersSupplier,
    problems: [409],
    handler: acting((call, { proposalId, body }) => declineProposal(deps, call, proposalId, reasonIn(body) as string)),
  });

  await addImport(app, deps, 'suppliers', {
    tag,
    id: 'importSuppliers',
    proof: true,
    summary: 'Import suppliers',
    description:
      'Registers or changes suppliers by their number. Absent fields stay as they are; an empty cell empties its field. Changed numbers must be valid, as in a change of one supplier. Each new or changed supplier is an event. If the company’s setting payeeTakesTwo is on, changes of the account, the name and the organisational number wait for a second person.',
    declaration: supplierImport,
    record: schemas.SupplierOfFile,
    answer: schemas.SuppliersImported,
    problems: [409],
    layout: supplierLayout,
    check: checkSuppliers,
    write: ({ company, operator, id }, suppliers, isExpected) =>
      actions.importSuppliersAs(deps, { company, operator, traceId: id }, suppliers, isExpected),
    preview: {
      id: 'previewSuppliersImport',
      summary: 'Preview an import of suppliers',
      answer: schemas.SuppliersPreview,
      read: ({ company, operator }, suppliers) => actions.previewSuppliersAs(deps, { company, operator }, suppliers),
    },
  });
}

export const suppliersDesk: Desk = { schemas: schemas.supplierSchemas, routes: supplierRoutes };
