import Type from 'typebox';
import type { Door } from './door.ts';
import { anyScope, operation } from './operation.ts';
import { readCompanyName } from '../companies/store.ts';
import type { TokenGrant } from '../partners/store.ts';
import type { Db } from '../ground/db/pool.ts';
import { flag, group, text, arrayOf } from '../ground/http/document/fields.ts';

async function whoIs(db: Db, { partner, scopes, expiresAt }: TokenGrant) {
  const { id, name, companyId, isSandbox } = partner;
  return {
    partner: { id, name },
    company: { id: companyId, name: await readCompanyName(db, companyId) },
    scopes,
    expiresAt: expiresAt?.getTime() ?? null,
    sandbox: isSandbox,
  };
}

const named = (what: string, id: string, name: string) =>
  group(`The ${what}.`, {
    id: Type.String({ format: 'uuid', description: `The id of the ${what}.`, examples: [id] }),
    name: text(`The name of the ${what}.`, name),
  });

const Me = Type.Object(
  {
    partner: named('partner', '019a7c3e-8f00-7b11-9d3c-52f8a1c07e40', 'Scanner'),
    company: named('company', '019a7c3e-8e00-7b11-9d3c-52f8a1c07e3f', 'Example AB'),
    scopes: arrayOf(Type.String(), 'The scopes of this access token.'),
    expiresAt: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      format: 'int64',
      description: 'When this access token expires, in epoch milliseconds; null if it does not.',
    }),
    sandbox: flag('Whether this access token is for a sandbox.'),
  },
  { $id: 'Me', description: 'The partner and the company that an access token belongs to.' },
);

const readMe = operation({
  id: 'readMe',
  method: 'GET',
  path: '/doorway/v1/me',
  scope: anyScope,
  records: 'failures',
  summary: 'Read who you are',
  description:
    'Answers the partner and the company that the access token belongs to, its scopes and when it expires. Call it first, to see that the token works.',
  answer: Me,
  answerDescription: 'The token is valid.',
  example: {
    partner: { id: '019a7c3e-8f00-7b11-9d3c-52f8a1c07e40', name: 'Scanner' },
    company: { id: '019a7c3e-8e00-7b11-9d3c-52f8a1c07e3f', name: 'Example AB' },
    scopes: ['supplierinvoices:read', 'supplierinvoices:write'],
    expiresAt: null,
    sandbox: false,
  },
  handler:
    ({ pool }) =>
    ({ grant }, reply) => {
      reply.header('cache-control', 'no-store');
      return whoIs(pool, grant);
    },
});

export const meDoor: Door = {
  tag: { name: 'Your access', description: 'Who you are, what happened to your records, and your own calls.' },
  scopes: {},
  schemas: [Me],
  operations: [readMe],
};
