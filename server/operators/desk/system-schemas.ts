import Type, { type Static } from 'typebox';
import { systemList } from '../systems/system-store.ts';
import { pageOf, pageQuery } from '../../desk/lists.ts';
import { time, timeOrNull } from '../../desk/requests.ts';
import { refusesOthers } from '../../ground/http/document/publish.ts';
import { requiredText } from '../../ground/http/document/fields.ts';

const expiresAt = Type.Optional(
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When the token expires. Without it, the token is valid until it is revoked.',
  }),
);

export const SystemForm = Type.Object(
  {
    name: requiredText({
      description: 'What the system is called, as it stands in histories and the audit log.',
      examples: ['Bookkeeping'],
    }),
    expiresAt,
  },
  { ...refusesOthers, $id: 'SystemForm', description: 'A system to make.' },
);
export type SystemForm = Static<typeof SystemForm>;

export const SystemTokenForm = Type.Object(
  {
    name: Type.Optional(
      requiredText({
        description: 'What the token is for. Without it, the system’s name.',
        examples: ['From 2027 on'],
      }),
    ),
    expiresAt,
  },
  { ...refusesOthers, $id: 'SystemTokenForm', description: 'A token of a system to make.' },
);
export type SystemTokenForm = Static<typeof SystemTokenForm>;

const SystemRow = Type.Object(
  {
    id: Type.String({ description: 'The system’s id.' }),
    name: Type.String({ description: 'The name.', examples: ['Bookkeeping'] }),
    createdAt: time('When the system was made.'),
    disabledAt: timeOrNull('When the system was shut off; null where this is not so.'),
    lastUsedAt: timeOrNull('When any of its tokens was last used, to the minute; null where that never happened.'),
    tokens: Type.Array(Type.Ref('OperatorTokenRow'), {
      description: 'Its tokens, the latest first, at most 50; revoked and expired ones too. A CSV file leaves it out.',
    }),
  },
  { $id: 'SystemRow', description: 'A system of the company. It may read, and say what it has booked.' },
);

export const SystemRows = pageOf(Type.Ref('SystemRow'), { $id: 'SystemRows', description: 'A page of systems.' });

export const SystemMade = Type.Object(
  {
    id: Type.String({ description: 'The system’s id.' }),
    token: Type.String({ description: 'Its first token. It is shown only this once.', examples: ['dwo_…'] }),
  },
  { $id: 'SystemMade', description: 'The system was made.' },
);

export const SystemsQuery = Type.Object(pageQuery(systemList));

export const systemSchemas = [SystemForm, SystemTokenForm, SystemRow, SystemRows, SystemMade];
