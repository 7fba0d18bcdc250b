import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { describeSandbox, openSandboxOf, removeSandboxOf, resetSandboxOf } from './actions.ts';
import { checklistNames } from '../../../common/names/checklist.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { Desk } from '../../desk/desk.ts';
import { operations } from '../../desk/operation.ts';
import { time, timeOrNull } from '../../desk/requests.ts';
import { count, flag, group, named, oneOf, text, textOrNull, arrayOf } from '../../ground/http/document/fields.ts';

const suppliers = count('The number of suppliers that were copied.', 120);
const projects = count('The number of projects that were copied.', 12);

const SandboxItem = named('SandboxItem', 'An item of the checklist of a sandbox.', {
  code: oneOf(Object.keys(checklistNames.en), 'What it is about.'),
  title: text('The same in words.', 'The first invoice was sent'),
  done: flag('Whether the partner has done it.'),
  at: timeOrNull('When it was done; null if it is not.'),
  traceId: textOrNull('The trace id of the call that did it; null if there is none.'),
});

const fieldNames = (description: string) => arrayOf(Type.String(), description);

const SandboxCopies = named('SandboxCopies', 'What a sandbox has of the real company.', {
  suppliers: count('The number of suppliers that are copied, at most 50,000.', 120),
  projects: count('The number of projects that are copied, at most 10,000.', 12),
  kept: fieldNames('The fields of every supplier that are copied as they are.'),
  replaced: fieldNames('The fields that have test values instead: accounts and contact details.'),
  replacedOfPersons: fieldNames(
    'The fields that are copied as they are, but have test values if the supplier is or may be a person.',
  ),
  scopes: arrayOf(
    Type.String(),
    'The scopes that a token of the sandbox can have: those of the partner’s valid live tokens and clients.',
    ['supplierinvoices:write'],
  ),
});

const PartnerSandbox = named('PartnerSandbox', 'The sandbox of a partner.', {
  copies: Type.Ref('SandboxCopies'),
  sandbox: Type.Optional(
    group('The sandbox. Missing if the partner has none.', {
      id: text('The id of the sandbox, which is a company of its own.'),
      name: text('Its name.', 'Acme (sandbox for Scanner)'),
      createdAt: time('When it was created.'),
      items: arrayOf(Type.Ref('SandboxItem'), 'The checklist before going live.'),
    }),
  ),
});

const OpenedSandbox = named('OpenedSandbox', 'A sandbox with a new access token.', {
  id: text('The id of the sandbox.'),
  token: text('An access token of the sandbox, shown only this once.', 'dwt_…'),
  suppliers,
  projects,
});

const ResetSandbox = named('ResetSandbox', 'The copies in a sandbox that was reset.', { suppliers, projects });

const sandboxSchemas = [SandboxItem, SandboxCopies, PartnerSandbox, OpenedSandbox, ResetSandbox];

const path = '/companies/:companyId/partners/:id/sandbox';

function sandboxRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const operation = operations(app, deps, 'Access');

  operation.get(path, {
    id: 'readSandbox',
    permission: 'administer',
    summary: 'Read a partner’s sandbox',
    description:
      'Answers the sandbox of the partner, if it has one, with the checklist before going live. Also answers what creating or resetting it copies from the company.',
    answer: PartnerSandbox,
    handler: ({ company, id }) => describeSandbox(deps, company, id),
  });

  operation.post(path, {
    id: 'openSandbox',
    permission: 'administer',
    summary: 'Create a sandbox, or a token of it',
    description:
      'Creates the partner’s sandbox if it has none, copies the company’s suppliers, projects and settings of the checks into it, and creates an access token of it with at most the scopes of the partner’s valid live tokens and clients. Read the sandbox first to see what is copied. The sandbox is a company of its own, which the operators of this company may enter with their role here.',
    answer: OpenedSandbox,
    problems: [409],
    handler: (call) => openSandboxOf(deps, call),
  });

  operation.post(`${path}/reset`, {
    id: 'resetPartnerSandbox',
    permission: 'administer',
    summary: 'Reset a sandbox',
    description:
      'Removes what the partner sent to its sandbox, and copies suppliers and projects anew. Tokens and webhook endpoints stay.',
    answer: ResetSandbox,
    problems: [409],
    handler: (call) => resetSandboxOf(deps, call),
  });

  operation.delete(path, {
    id: 'removeSandbox',
    permission: 'administer',
    summary: 'Remove a sandbox',
    description: 'Removes the sandbox with everything in it, also its tokens. The company and its partner stay.',
    problems: [409],
    handler: (call) => removeSandboxOf(deps, call),
  });
}

export const sandboxDesk: Desk = { schemas: sandboxSchemas, routes: sandboxRoutes };
