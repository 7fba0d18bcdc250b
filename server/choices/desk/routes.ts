import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { findChoices } from './queries.ts';
import { ChoicesQuery, CompanyInPath, exampleChoices } from './schemas.ts';
import type { OperatorDeps } from '../../deps.ts';
import { checkAddress, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';

export function choiceRoutes(app: FastifyInstance, { pool, projections }: OperatorDeps): void {
  app.get('/companies/:companyId/choices', {
    config: { operation: 'listChoices', permission: 'read' },
    attachValidation: true,
    preHandler: checkAddress,
    schema: {
      operationId: 'listChoices',
      summary: 'What there is to choose from',
      description:
        'Finds suppliers, partners, projects, or the operators who may enter the company, by a part of their name or number: for pickers.',
      tags: ['Overview'],
      params: CompanyInPath,
      querystring: ChoicesQuery,
      response: {
        200: jsonAnswer(Type.Ref('Choices'), 'What was found.', exampleChoices),
        ...operatorProblems(400, 401, 403, 404),
      },
    },
    handler: async ({ company, query }) => {
      await projections.catchUp(company);
      return { choices: await findChoices(pool, company, query as ChoicesQuery) };
    },
  });
}
