import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { describeSandbox, openSandboxOf, removeSandboxOf, resetSandboxOf } from './actions.ts';
import { checklistNames } from '../../../../common/names/checklist.ts';
import type { OperatorDeps } from '../../../deps.ts';
import { operations } from '../../../desk/operation.ts';
import { time, timeOrNull } from '../../../desk/requests.ts';

const suppliers = Type.Integer({ description: 'The number of suppliers that were copied.', examples: [120] });
const projects = Type.Integer({ description: 'The number of projects that were copied.', examples: [12] });

const SandboxItem = Type.Object(
  {
    code: Type.Unsafe<string>({
      type: 'string',
      enum: Object.keys(checklistNames.en),
      description: 'What it is about.',
    }),
    title: Type.String({ description: 'The same in words.', examples: ['The first invoice was sent'] }),
    done: Type.Boolean({ description: 'Whether the partner has done it.' }),
    at: timeOrNull('When it was done; null if it is not.'),
    traceId: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The trace id of the call that did it; null if there is none.',
    }),
  },
  { $id: 'SandboxItem', description: 'An item of the checklist of a sandbox.' },
);

const PartnerSandbox = Type.Object(
  {
    sandbox: Type.Optional(
      Type.Object(
        {
          id: Type.String({ description: 'The id of the sandbox, which is a company of its own.' }),
          name: Type.String({ description: 'Its name.', examples: ['Acme (sandbox for Scanner)'] }),
          createdAt: time('When it was created.'),
          items: Type.Array(Type.Ref('SandboxItem'), { description: 'The checklist before going live.' }),
        },
        { description: 'The sandbox. Missing if the partner has none.' },
      ),
    ),
  },
  { $id: 'PartnerSandbox', description: 'The sandbox of a partner.' },
);

const OpenedSandbox = Type.Object(
  {
    id: Type.String({ description: 'The id of the sandbox.' }),
    token: Type.String({ description: 'An access token of the sandbox, shown only this once.', examples: ['dwt_…'] }),
    suppliers,
    projects,
  },
  { $id: 'OpenedSandbox', description: 'A sandbox with a new access token.' },
);

const ResetSandbox = Type.Object(
  { suppliers, projects },
  { $id: 'ResetSandbox', description: 'The copies in a sandbox that was reset.' },
);

export const sandboxOperatorSchemas = [SandboxItem, PartnerSandbox, OpenedSandbox, ResetSandbox];

const path = '/companies/:companyId/partners/:id/sandbox';

export function sandboxDeskRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const operation = operations(app, deps, 'Access');

  operation.get(path, {
    id: 'readSandbox',
    permission: 'administer',
    summary: 'Read a partner’s sandbox',
    description: 'Answers the sandbox of the partner, if it has one, with the checklist before going live.',
    answer: PartnerSandbox,
    handler: ({ company, id }) => describeSandbox(deps, company, id),
  });

  operation.post(path, {
    id: 'openSandbox',
    permission: 'administer',
    summary: 'Create a sandbox, or a token of it',
    description:
      'Creates the partner’s sandbox if it has none, copies the company’s suppliers, projects and settings of the checks into it, and creates an access token of it. The sandbox is a company of its own, which the operators of this company may enter with their role here.',
    answer: OpenedSandbox,
    problems: [409],
    handler: ({ company, operator, id }) => openSandboxOf(deps, company, operator, id),
  });

  operation.post(`${path}/reset`, {
    id: 'resetPartnerSandbox',
    permission: 'administer',
    summary: 'Reset a sandbox',
    description:
      'Removes what the partner sent to its sandbox, and copies suppliers and projects anew. Tokens and webhook endpoints stay.',
    answer: ResetSandbox,
    problems: [409],
    handler: ({ company, operator, id }) => resetSandboxOf(deps, company, operator, id),
  });

  operation.delete(path, {
    id: 'removeSandbox',
    permission: 'administer',
    summary: 'Remove a sandbox',
    description: 'Removes the sandbox with everything in it, also its tokens. The company and its partner stay.',
    problems: [409],
    handler: ({ company, operator, id }) => removeSandboxOf(deps, company, operator, id),
  });
}
