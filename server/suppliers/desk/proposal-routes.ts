import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { confirmProposal, declineProposal } from './proposals.ts';
import { companyParams, exampleProposal, ProposalDecline, proposalInPath } from './proposal-schemas.ts';
import { exampleRecord } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { reasonIn } from '../../decisions/decide.ts';
import { checkAddress, checkForm, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { notFound } from '../../errors/errors.ts';
import { readWaiting } from '../proposals-store.ts';
import { shownPatch } from '../rules.ts';
import { supplierNamed } from '../store.ts';

const tags = ['Suppliers'];
const path = '/companies/:companyId/suppliers/:number/proposals/:proposalId';
const answer = jsonAnswer(Type.Ref('SupplierRecord'), 'The supplier.', exampleRecord);
const mostShown = 100;

/** `send` answers a supplier's record. */
export function proposalRoutes(
  app: FastifyInstance,
  { pool, followers }: OperatorDeps,
  send: (request: FastifyRequest, reply: FastifyReply, number: string) => Promise<FastifyReply>,
): void {
  async function named({ company, params }: FastifyRequest): Promise<{ number: string; id: string }> {
    const { number: given, proposalId } = params as { number: string; proposalId: string };
    const number = await supplierNamed(pool, company, given);
    if (number === undefined) throw notFound();
    return { number, id: proposalId };
  }

  app.get('/companies/:companyId/proposals', {
    config: { operation: 'listProposals', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listProposals',
      summary: 'List changes of suppliers that wait',
      description:
        'Answers the changes of a supplier’s account, name or organisational number that wait for a second person. There are some where the company’s settings say payeeTakesTwo, or said so.',
      tags,
      params: companyParams,
      response: {
        200: jsonAnswer(Type.Ref('WaitingProposals'), 'What waits.', {
          proposals: [{ ...exampleProposal, supplierNumber: '1042', supplierName: 'Nordbygg Material AB' }],
        }),
        ...operatorProblems(401, 403, 404),
      },
    },
    handler: async ({ company }) => ({
      proposals: (await readWaiting(pool, company, mostShown)).map((one) => ({ ...one, patch: shownPatch(one.patch) })),
    }),
  });

  app.post(`${path}/confirm`, {
    config: { operation: 'confirmProposal', permission: 'edit' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'confirmProposal',
      summary: 'Confirm a change of a supplier',
      description:
        'Makes a change that another operator proposed, which is an event, supplier.updated. Whoever proposed it cannot confirm it. The numbers are checked again. Neither of the two can release an invoice of the supplier that is held in the next 30 days.',
      tags,
      params: proposalInPath,
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: async (request, reply) => {
      const { company, operator, id: traceId } = request;
      const { number, id } = await named(request);
      await confirmProposal({ pool, followers }, company, operator, traceId, number, id);
      return send(request, reply, number);
    },
  });

  app.post(`${path}/decline`, {
    config: { operation: 'declineProposal', permission: 'edit' },
    attachValidation: true,
    preHandler: checkForm(ProposalDecline),
    schema: {
      operationId: 'declineProposal',
      summary: 'Decline a change of a supplier',
      description: 'Drops a change that was proposed, with a reason. Whoever proposed it may take it back in this way.',
      tags,
      params: proposalInPath,
      body: Type.Ref('ProposalDecline'),
      response: { 200: answer, ...operatorProblems(400, 401, 403, 404, 409) },
    },
    handler: async (request, reply) => {
      const { company, operator, body } = request;
      const { number, id } = await named(request);
      await declineProposal(pool, company, operator, number, id, reasonIn(body) as string);
      return send(request, reply, number);
    },
  });
}
