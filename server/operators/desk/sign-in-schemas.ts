import Type, { type Static } from 'typebox';
import { languages } from '../../../common/names/names.ts';
import { refusesOthers } from '../../ground/http/document/publish.ts';
import { permissions, roles, type Permission } from '../../../common/permissions.ts';
import { maxColumns, maxLists, type Preferences as StoredPreferences } from '../preferences.ts';
import { count, flag, form, group, listOf, named, oneOf, text, arrayOf } from '../../ground/http/document/fields.ts';

const email = Type.String({ minLength: 3, maxLength: 255, description: 'The e-mail address, in any case.' });
const password = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });

export const SignIn = form(
  'SignIn',
  'An e-mail address and a password.',
  { email, password: password('The password.') },
  { email: 'approver@example.com', password: 'correct horse battery' },
);

export const AcceptInvitation = form(
  'AcceptInvitation',
  'The first password of an operator, set through a one-time link.',
  {
    key: Type.String({ minLength: 1, maxLength: 100, description: 'The key in the one-time link.' }),
    password: password('A password of at least 12 characters.'),
    email: Type.Optional(email),
    name: Type.Optional(Type.String({ maxLength: 255, description: 'The name, for the first administrator.' })),
  },
);

export const ChangePassword = form(
  'ChangePassword',
  'A change of password. It ends every other session and every operator token.',
  { current: password('The current password.'), next: password('The new password, of at least 12 characters.') },
);

export const ForgottenForm = form(
  'ForgottenForm',
  'The operator who has forgotten the password.',
  {
    email,
    language: Type.Optional(
      oneOf(languages, 'The language of the mail if the operator has not chosen one. The default is en.'),
    ),
  },
  { email: 'approver@example.com', language: 'sv' },
);

export const ForgottenOffer = named(
  'ForgottenOffer',
  'Whether a link can be sent to an operator who forgot the password.',
  { offered: flag('Whether the service sends mail, and so can send a link.') },
);

const name = (description: string) => Type.String({ minLength: 1, maxLength: 64, description });

const preferences = {
  language: Type.Optional(oneOf(languages, 'The language of the console.', 'sv')),
  colours: Type.Optional(oneOf(['light', 'dark', 'auto'], 'Light or dark; auto follows the operating system.', 'dark')),
  timeZone: Type.Optional(name('The time zone in which times are shown, such as Europe/Stockholm.')),
  density: Type.Optional(oneOf(['comfortable', 'compact'], 'The height of the rows of lists.', 'compact')),
  split: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'The width of a document beside its fields, in per cent of the window.',
    }),
  ),
  columns: Type.Optional(
    Type.Array(
      Type.Object(
        {
          list: name('The name of a list of the console.'),
          columns: Type.Array(name('The name of a column.'), {
            maxItems: maxColumns,
            description: 'The columns that it shows, in their order. If empty, it shows the default columns.',
          }),
        },
        refusesOthers,
      ),
      { maxItems: maxLists, description: 'The columns of the lists for which the operator chose any.' },
    ),
  ),
};

export const Preferences = named(
  'Preferences',
  'The operator’s display preferences. Those that were never chosen are missing.',
  preferences,
);

export const PreferencesForm = form(
  'PreferencesForm',
  'The preferences to change. Those that are left out stay as they are, as do the columns of other lists.',
  preferences,
  { language: 'sv' },
);

const may = (description: string, example: Permission[]) =>
  arrayOf(Type.Unsafe<Permission>({ type: 'string', enum: [...permissions] }), description, example);

export const SignedIn = named('SignedIn', 'The operator who is signed in, with companies and permissions.', {
  id: text('The operator’s id.'),
  email: text('The e-mail address; empty for a system.', 'approver@example.com'),
  name: text('The name.', 'The approver'),
  administrator: flag('Whether the operator may enter every company and manage access.', false),
  companies: listOf('The companies that the operator may enter, by name, sandboxes last.', {
    id: text('The company’s id, as in paths.'),
    name: text('The company’s name.', 'Acme'),
    role: oneOf(roles, 'The operator’s role in it.', 'approver'),
    may: may('The operator’s permissions in it.', ['read', 'edit', 'decide']),
    timeZone: text('The time zone in which today is counted for due dates, by its IANA name.', 'Europe/Stockholm'),
    sandboxOf: Type.Optional(
      group('The company and the partner that it is a sandbox for. Missing for a real company.', {
        company: text('The name of the real company.', 'Acme'),
        partner: text('The name of the partner.', 'Scanner'),
      }),
    ),
  }),
  may: may('The operator’s permissions outside of companies: administer, or none.', []),
  preferences: Type.Unsafe<StoredPreferences>(Type.Ref('Preferences')),
  maxFileBytes: count('The size of the largest file that can be attached to an invoice.', 26_214_400),
});
export type SignedIn = Static<typeof SignedIn>;

export const signInSchemas = [
  SignIn,
  AcceptInvitation,
  ChangePassword,
  SignedIn,
  Preferences,
  PreferencesForm,
  ForgottenForm,
  ForgottenOffer,
];
