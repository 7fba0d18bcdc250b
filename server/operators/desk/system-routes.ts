import type { FastifyInstance } from 'fastify';
import { IssuedOperatorToken, SystemForm, SystemMade, SystemRows, SystemsQuery, SystemTokenForm } from './schemas.ts';
import {
  createSystem,
  createSystemToken,
  revokeSystemToken,
  shutOffSystem,
  systemsIn,
} from '../systems/system-actions.ts';
import type { OperatorDeps } from '../../deps.ts';
import { operations } from '../../desk/operation.ts';
import { futureTime } from '../../desk/requests.ts';

const path = '/companies/:companyId/systems';

export function systemRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const { pool } = deps;
  const operation = operations(app, deps, 'Systems');

  operation.list(path, {
    id: 'listSystems',
    permission: 'administer',
    summary: 'List systems',
    description: 'Answers the systems of the company with their tokens, including systems that were shut off.',
    query: SystemsQuery,
    answer: SystemRows,
    file: 'systems',
    source: ({ company }) => systemsIn(company),
  });

  operation.post(path, {
    id: 'createSystem',
    proof: true,
    permission: 'administer',
    summary: 'Create a system',
    description:
      'Creates a system of the company, such as its bookkeeping, with a first token. It may read everything that a viewer may, and report which invoices it has booked. The token is in this answer only; the service stores its hash.',
    body: SystemForm,
    answer: SystemMade,
    handler: ({ company, operator, body: { name, expiresAt } }) =>
      createSystem(pool, company, operator, { name: name.trim(), expiresAt: futureTime(expiresAt, new Date()) }),
  });

  operation.post(`${path}/:id/tokens`, {
    id: 'createSystemToken',
    proof: true,
    permission: 'administer',
    summary: 'Create a token of a system',
    description:
      'Creates another token, so that the one in use can be replaced without a gap. The token is in this answer only; the service stores its hash.',
    body: SystemTokenForm,
    answer: IssuedOperatorToken,
    problems: [409],
    handler: ({ company, operator, id, body: { name, expiresAt } }) => {
      const token = { name: name?.trim(), expiresAt: futureTime(expiresAt, new Date()) };
      return createSystemToken(pool, company, operator, id, token);
    },
  });

  operation.delete(`${path}/:id/tokens/:tokenId`, {
    id: 'revokeSystemToken',
    permission: 'administer',
    needsSession: false,
    summary: 'Revoke a token of a system',
    description: 'The token is refused from the next request on. Revoking it again changes nothing.',
    handler: ({ company, operator, id, tokenId }) => revokeSystemToken(pool, company, operator, id, tokenId),
  });

  operation.delete(`${path}/:id`, {
    id: 'shutOffSystem',
    permission: 'administer',
    needsSession: false,
    summary: 'Shut off a system',
    description:
      'Revokes every token of the system for good. Its past actions keep its name. Shutting it off again changes nothing.',
    handler: ({ company, operator, id }) => shutOffSystem(pool, company, operator, id),
  });
}
