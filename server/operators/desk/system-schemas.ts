import Type, { type Static } from 'typebox';
import { systemList } from '../systems/system-store.ts';
import { pageOf, pageQuery } from '../../desk/lists.ts';
import { time, timeOrNull } from '../../desk/requests.ts';
import { requiredText, form, named, text, arrayOf } from '../../ground/http/document/fields.ts';

const expiresAt = Type.Optional(
  timeOrNull('When the token expires. Without it, the token is valid until it is revoked.'),
);

export const SystemForm = form('SystemForm', 'A system to make.', {
  name: requiredText('What the system is called, as it stands in histories and the audit log.', 'Bookkeeping'),
  expiresAt,
});
export type SystemForm = Static<typeof SystemForm>;

export const SystemTokenForm = form('SystemTokenForm', 'A token of a system to make.', {
  name: Type.Optional(requiredText('What the token is for. Without it, the system’s name.', 'From 2027 on')),
  expiresAt,
});
export type SystemTokenForm = Static<typeof SystemTokenForm>;

const SystemRow = named('SystemRow', 'A system of the company. It may read, and say what it has booked.', {
  id: text('The system’s id.'),
  name: text('The name.', 'Bookkeeping'),
  createdAt: time('When the system was made.'),
  disabledAt: timeOrNull('When the system was shut off; null where this is not so.'),
  lastUsedAt: timeOrNull('When any of its tokens was last used, to the minute; null where that never happened.'),
  tokens: arrayOf(
    Type.Ref('OperatorTokenRow'),
    'Its tokens, the latest first, at most 50; revoked and expired ones too. A CSV file leaves it out.',
  ),
});

export const SystemRows = pageOf('SystemRows', 'SystemRow', 'A page of systems.');

export const SystemMade = named('SystemMade', 'The system was made.', {
  id: text('The system’s id.'),
  token: text('Its first token. It is shown only this once.', 'dwo_…'),
});

export const SystemsQuery = Type.Object(pageQuery(systemList));

export const systemSchemas = [SystemForm, SystemTokenForm, SystemRow, SystemRows, SystemMade];
