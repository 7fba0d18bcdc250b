import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import {
  exampleSystem,
  inCompany,
  SystemForm,
  systemInPath,
  SystemsQuery,
  SystemTokenForm,
  systemTokenInPath,
} from './system-schemas.ts';
import { createSystem, createSystemToken, revokeSystemToken, shutOffSystem } from '../systems.ts';
import { systemList, systemsWhere } from '../systems-store.ts';
import type { Deps } from '../../deps.ts';
import { listAnswer, sendList } from '../../desk/lists.ts';
import { checkAddress, checkForm, doneAnswer, futureTime, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';

const tags = ['Systems'];
const path = '/companies/:companyId/systems';
const exampleIssued = { id: exampleSystem.id, token: 'dwo_…' };

/** The company's own systems, which come with tokens and are nobody's. */
export function systemRoutes(app: FastifyInstance, { pool }: Deps): void {
  app.get(path, {
    config: { operation: 'listSystems', permission: 'administer' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listSystems',
      summary: 'List systems',
      description: 'Answers the systems of the company, those that were shut off too, with their tokens.',
      tags,
      params: inCompany,
      querystring: SystemsQuery,
      response: {
        200: listAnswer(Type.Ref('SystemRows'), 'A page of systems.', exampleSystem),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async (request, reply) =>
      sendList(request, reply, 'systems', pool, systemList, systemsWhere(request.company)),
  });

  app.post(path, {
    config: { operation: 'createSystem', permission: 'administer' },
    attachValidation: true,
    preHandler: checkForm(SystemForm),
    schema: {
      operationId: 'createSystem',
      summary: 'Create a system',
      description:
        'Makes a system of the company, such as its bookkeeping, with a first token. It may read everything that a viewer may, and say which invoices it has booked. The token is in this answer only; the service keeps its hash.',
      tags,
      params: inCompany,
      body: Type.Ref('SystemForm'),
      response: {
        200: jsonAnswer(Type.Ref('SystemMade'), 'The system, with its token, shown only this once.', exampleIssued),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async ({ company, operator, body }) => {
      const { name, expiresAt } = body as SystemForm;
      const token = { name: name.trim(), expiresAt: futureTime(expiresAt, new Date()) };
      return createSystem(pool, company, operator, token);
    },
  });

  app.post(`${path}/:id/tokens`, {
    config: { operation: 'createSystemToken', permission: 'administer' },
    attachValidation: true,
    preHandler: checkForm(SystemTokenForm),
    schema: {
      operationId: 'createSystemToken',
      summary: 'Create a token of a system',
      description:
        'Makes another token, so that the one in use can be replaced without a gap. The token is in this answer only; the service keeps its hash.',
      tags,
      params: systemInPath,
      body: Type.Ref('SystemTokenForm'),
      response: {
        200: jsonAnswer(Type.Ref('IssuedOperatorToken'), 'The token, shown only this once.', exampleIssued),
        ...operatorProblems(400, 401, 403, 404, 409),
      },
    },
    handler: async ({ company, operator, params, body }) => {
      const { name, expiresAt } = body as SystemTokenForm;
      const token = { name: name?.trim(), expiresAt: futureTime(expiresAt, new Date()) };
      return createSystemToken(pool, company, operator, (params as { id: string }).id, token);
    },
  });

  app.delete(`${path}/:id/tokens/:tokenId`, {
    config: { operation: 'revokeSystemToken', permission: 'administer', needsSession: false },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'revokeSystemToken',
      summary: 'Revoke a token of a system',
      description: 'It is refused from the next request on. One that is revoked already stays so.',
      tags,
      params: systemTokenInPath,
      response: { 204: doneAnswer, ...operatorProblems(401, 403, 404) },
    },
    handler: async ({ company, operator, params }, reply) => {
      const { id, tokenId } = params as { id: string; tokenId: string };
      await revokeSystemToken(pool, company, operator, id, tokenId);
      return reply.code(204).send();
    },
  });

  app.delete(`${path}/:id`, {
    config: { operation: 'shutOffSystem', permission: 'administer', needsSession: false },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'shutOffSystem',
      summary: 'Shut off a system',
      description:
        'Revokes every token of the system for good. What it did stays under its name. One that is shut off already stays so.',
      tags,
      params: systemInPath,
      response: { 204: doneAnswer, ...operatorProblems(401, 403, 404) },
    },
    handler: async ({ company, operator, params }, reply) => {
      await shutOffSystem(pool, company, operator, (params as { id: string }).id);
      return reply.code(204).send();
    },
  });
}
