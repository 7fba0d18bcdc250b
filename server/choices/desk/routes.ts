import { choicesFor } from './actions.ts';
import { Choices, ChoicesQuery } from './schemas.ts';
import type { Desk } from '../../desk/desk.ts';
import { operations } from '../../desk/operation.ts';

export const choicesDesk: Desk = {
  schemas: [Choices],
  routes: (app, deps) =>
    operations(app, deps, 'Overview').get('/companies/:companyId/choices', {
      id: 'listChoices',
      permission: 'read',
      summary: 'What there is to choose from',
      description:
        'Finds suppliers, partners, projects, the operators who may enter the company, or the codes of a coding list, by a part of their name or number: for pickers.',
      query: ChoicesQuery,
      answer: Choices,
      handler: ({ company, query }) => choicesFor(deps, company, query),
    }),
};
