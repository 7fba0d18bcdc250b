import Type, { type Static } from 'typebox';
import { refusesOthers } from '../../ground/http/document/publish.ts';
import type { Preferences } from '../preferences.ts';
import { grantedOutside, grantedTo, permissions, roles, type Permission, type Role } from '../permissions.ts';

const email = Type.String({ minLength: 3, maxLength: 255, description: 'The e-mail address, in any case.' });
const password = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });

export const SignIn = Type.Object(
  { email, password: password('The password.') },
  {
    ...refusesOthers,
    $id: 'SignIn',
    description: 'Who signs in.',
    examples: [{ email: 'approver@example.com', password: 'correct horse battery' }],
  },
);
export type SignIn = Static<typeof SignIn>;

export const AcceptInvitation = Type.Object(
  {
    key: Type.String({ minLength: 1, maxLength: 100, description: 'The key in the one-time link.' }),
    password: password('A password of at least 12 characters.'),
    email: Type.Optional(email),
    name: Type.Optional(Type.String({ maxLength: 255, description: 'The name, for the first administrator.' })),
  },
  {
    ...refusesOthers,
    $id: 'AcceptInvitation',
    description: 'The first password of an operator, set through a one-time link.',
  },
);
export type AcceptInvitation = Static<typeof AcceptInvitation>;

export const ChangePassword = Type.Object(
  { current: password('The password until now.'), next: password('The new password, of at least 12 characters.') },
  {
    ...refusesOthers,
    $id: 'ChangePassword',
    description: 'A change of password. It ends every other session and every operator token.',
  },
);
export type ChangePassword = Static<typeof ChangePassword>;

const may = (description: string) =>
  Type.Array(Type.Unsafe<Permission>({ type: 'string', enum: [...permissions] }), { description });

export const SignedIn = Type.Object(
  {
    id: Type.String({ description: 'The operator’s id.' }),
    email: Type.String({ description: 'The e-mail address; empty for a system.' }),
    name: Type.String({ description: 'The name.' }),
    administrator: Type.Boolean({ description: 'Whether the operator may enter every company and manage access.' }),
    companies: Type.Array(
      Type.Object({
        id: Type.String({ description: 'The company’s id, as it stands in paths.' }),
        name: Type.String({ description: 'The company’s name.' }),
        role: Type.Unsafe<Role>({ type: 'string', enum: [...roles], description: 'What the operator is in it.' }),
        may: may('What the operator may do in it.'),
      }),
      { description: 'The companies that the operator may enter, by name.' },
    ),
    may: may('What the operator may do that concerns no company: administer, or nothing.'),
    preferences: Type.Unsafe<Preferences>(Type.Ref('Preferences')),
  },
  { $id: 'SignedIn', description: 'Who is signed in, and where they may go.' },
);

export const exampleSignedIn = {
  id: '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77',
  email: 'approver@example.com',
  name: 'The approver',
  administrator: false,
  companies: [
    { id: '019a7c3e-0c11-7a52-9d10-5b6c1f2b4d77', name: 'Acme', role: 'approver', may: grantedTo('approver') },
  ],
  may: grantedOutside(false),
  preferences: { language: 'sv', colours: 'dark' },
};

export const operatorSchemas = [SignIn, AcceptInvitation, ChangePassword, SignedIn];
