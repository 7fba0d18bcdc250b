import { errorByWhy, error, type Parameters, plain } from './entry.ts';
import { quoted, thousands } from './words.ts';

type Role = 'administrator' | 'approver' | 'viewer' | 'system';

/** `atLeast`: reading stopped early, so there may be more. */
export type MistakeCount = { count: number; atLeast: boolean };

export const nothingImported = ({ count, atLeast }: MistakeCount): string =>
  atLeast
    ? `Nothing was imported. Reading stopped after ${count} mistakes; there may be more.`
    : `Nothing was imported, because the file has ${count} mistake${count === 1 ? '' : 's'}.`;

export const operatorErrors = {
  'absence.exists': error({
    status: 409,
    what: ({ from, to }: { from: string; to: string }) => `This person is already away from ${from} to ${to}.`,
    todo: 'End that absence first, or choose other days.',
  }),
  'absence.limit': plain(409, 'This person has as many coming absences as there can be.', 'End one of them first.'),
  'administrator.last': plain(409, 'This is the last administrator.', 'Make another user administrator first.'),
  'booking.exists': error({
    status: 409,
    what: ({ voucher }: { voucher: string }) => `This invoice is already booked, with the voucher ${quoted(voucher)}.`,
    todo: 'Check which of the two vouchers is right, and correct the other one in the bookkeeping.',
  }),
  'bulk.begun': plain(409, 'Some of these invoices have been decided already.', 'Go on with the rest, or drop it.'),
  'bulk.large': error({
    status: 400,
    what: ({ most }: { most: number }) => `More than ${thousands(most)} invoices are selected.`,
    todo: 'Choose fewer at a time.',
  }),
  'coding.many': error({
    status: 409,
    what: ({ most }: { most: number }) => `The lists would have more than ${thousands(most)} codes.`,
    todo: 'Leave out those that no invoice needs.',
  }),
  'company.exists': error({
    status: 409,
    what: ({ name }: { name: string }) => `A company with the name ${quoted(name)} already exists.`,
  }),
  'roles.directory': error({
    status: 409,
    what: ({ directory }: { directory: string }) => `The roles of this user come from ${quoted(directory)}.`,
    todo: 'Change the groups there, or let Doorway decide about the user’s roles first.',
  }),
  'routing.changed': plain(
    409,
    'Somebody else has saved other rules meanwhile.',
    'Look at them, and make your changes again.',
  ),
  'sandbox.scopes': error({
    status: 409,
    what: ({ partner }: { partner: string }) => `${quoted(partner)} has no valid access token and no client.`,
    todo: 'A sandbox has at most the scopes that the partner has live, so create a token or a client for it first.',
  }),
  'factor.demanded': plain(
    403,
    'This company demands a second factor.',
    'Add a passkey or an authenticator app to your account, and prove with it who you are.',
  ),
  'factor.exists': plain(409, 'This passkey is already known.', 'Choose another device or another name.'),
  'factor.missing': plain(409, 'You have no second factor.', 'Add a passkey or an authenticator app first.'),
  'factor.none': plain(409, 'This user has no second factor.'),
  'factor.wrong': plain(401, 'This passkey or code is wrong, or was used before.', 'Try again with a new one.'),
  'factors.many': error({
    status: 409,
    what: ({ most }: { most: number }) => `You already have ${most} passkeys and apps.`,
    todo: 'Remove one first.',
  }),
  'file.damaged': error({
    status: 500,
    what: 'This file is damaged on the server.',
    todo: 'Ask the people who run the service to restore it from a backup.',
  }),
  'file.erased': plain(404, 'This file was erased together with the data of a person.'),
  'file.missing': error({
    status: 500,
    what: 'This file is missing on the server.',
    todo: 'Ask the people who run the service to restore it from a backup.',
  }),
  'directory.account': errorByWhy(403, {
    disabled: ['Your account in Doorway is disabled.', 'Ask an administrator.'],
    email: ['The directory gives no verified e-mail address for you.', 'Ask the people who run the directory.'],
    companies: [
      'This directory signs in operators of some companies only, and you may enter others too.',
      'Sign in in another way.',
    ],
    factor: ['Your account has a second factor.', 'Sign in with it, and link the directory under Your account.'],
    other: ['The directory has signed in somebody else.', 'Sign in there with your own account.'],
  }),
  'directory.fixed': plain(409, 'This directory is set in the service’s configuration.', 'Change it there.'),
  'directory.noroles': error({
    status: 403,
    // Each claim is written as name=value; `missing` has the names of those that did not come.
    what: ({ directory }: { directory: string; claims: readonly string[]; missing: readonly string[] }) =>
      `${quoted(directory)} has signed you in, but nothing that it says about you gives you a role in Doorway.`,
    todo: ({ claims, missing }) =>
      claims.length + missing.length === 0
        ? 'Ask an administrator: no group of this directory has a role yet.'
        : `Show this to an administrator. What came: ${[...claims, ...missing.map((name) => `no ${name}`)].join(', ')}.`,
  }),
  'directory.notlinked': error({
    status: 403,
    what: ({ email }: { email: string }) => `A user with the e-mail address ${quoted(email)} already exists.`,
    todo: 'Open the link of your invitation and choose the directory there, or sign in with the password and link the directory under Your account.',
  }),
  'directory.refused': errorByWhy(401, {
    state: ['This sign-in has expired, was used before, or began in another browser.', 'Begin again.'],
    answer: [
      'The answer of the directory could not be verified.',
      'Try again. If it fails again, tell an administrator.',
    ],
    denied: ['The directory has not signed you in.', 'Try again, or ask the people who run the directory.'],
  }),
  'directory.unavailable': plain(
    503,
    'The directory does not answer, or not as a directory does.',
    'Try again in a while, or sign in in another way.',
  ),
  'identity.exists': errorByWhy(409, {
    taken: ['This account of the directory belongs to another user here.'],
    own: ['Another account of this directory is already linked with yours.', 'Remove that one first.'],
  }),
  'identity.needed': errorByWhy(409, {
    roles: ['Your roles come from this directory.', 'Ask an administrator to let Doorway decide about them first.'],
    password: ['You could no longer sign in.', 'Ask an administrator for a link to choose a password first.'],
  }),
  'import.changed': error({
    status: 412,
    what: 'Records that the file changes have changed since the preview, so nothing was imported.',
    todo: 'Look at a new preview.',
  }),
  'import.invalid': plain(400, (counted: MistakeCount, mistakes) => `${mistakes}\n${nothingImported(counted)}`),
  'logout.invalid': plain(400, 'This is no valid logout token, or it was used before.'),
  'link.ended': plain(
    401,
    'This link does not open the invoice: it has expired, you have decided already, or more than a link is asked of you.',
    'Sign in to open it.',
  ),
  'link.spent': plain(400, 'This link was used before or has expired.', 'Ask an administrator for a new one.'),
  'note.limit': error({
    status: 409,
    what: ({ most }: { most: number }) => `The invoice already has ${most} notes, the most that an invoice can have.`,
  }),
  'operator.erased': plain(409, 'The data of this user was erased.', 'Invite the person as a new user.'),
  'operator.disabled': plain(409, 'This user is disabled.', 'Enable the user first.'),
  'operator.exists': error({
    // Accepting the first invitation creates no record, so nothing conflicts.
    status: (taken: OperatorTaken) => (taken.why === 'email' ? 409 : 400),
    what: (taken) =>
      taken.why === 'email'
        ? `A user with the e-mail address ${quoted(taken.email)} already exists.`
        : taken.why === 'first'
          ? 'An administrator already exists.'
          : 'This e-mail address is taken.',
    todo: ({ why }) => (why === 'first' ? 'Ask them to invite you.' : ''),
  }),
  'operator.reach': errorByWhy(403, {
    operator: [
      'This user is an administrator of the installation, or works in companies that you do not administer.',
      'Ask an administrator of the installation.',
    ],
    gain: ['You may not give these rights.', 'Ask an administrator of the installation.'],
  }),
  'operatortoken.invalid': plain(401, 'This operator token is not valid.'),
  'partner.exists': error({
    status: 409,
    what: ({ name }: { name: string }) => `The company already has a partner with the name ${quoted(name)}.`,
  }),
  'partner.unknown': plain(400, 'This company has no partner with this partnerId.'),
  'password.refused': plain(
    403,
    'This company does not let in who signed in with a password.',
    'Sign in with a passkey, or through your company’s directory.',
  ),
  'password.wrong': errorByWhy(({ why }) => (why === 'signIn' ? 401 : 403), {
    signIn: ['The e-mail address or the password is wrong.'],
    current: ['The current password is wrong.'],
  }),
  'permission.missing': error({
    status: 403,
    what: ({ role }: { role?: Role }) =>
      role === undefined ? 'Only an administrator may do this.' : `Your role, ${role}, does not allow this.`,
    todo: ({ role }) => (role === undefined ? 'Ask one.' : 'Ask an administrator.'),
  }),
  'project.exists': error({
    status: 409,
    what: ({ number }: { number: string }) => `Another project has the number ${quoted(number)}.`,
    todo: 'Choose a number that is free.',
  }),
  'proof.needed': plain(401, 'Prove first that it is you.', 'Use your passkey or a code.'),
  'proposal.limit': error({
    status: 409,
    what: ({ most }: { most: number }) =>
      `${most} changes of this supplier already wait for confirmation, which is the limit.`,
    todo: 'Confirm or decline one of them first.',
  }),
  'proposals.many': error({
    status: 409,
    what: ({ most }: { most: number }) =>
      `The file changes the payment details of more than ${most} suppliers, and each change needs a second person.`,
    todo: 'Import fewer suppliers at a time.',
  }),
  'question.limit': error({
    status: 409,
    what: ({ most }: { most: number }) =>
      `The invoice already has ${most} questions to the partner, the most that an invoice can have.`,
  }),
  'range.outside': error({
    status: 416,
    what: ({ size }: { size: number }) => `The file has ${thousands(size)} bytes, and none of them lies in this range.`,
    todo: 'Ask for a range that begins before its end, or for the whole file.',
  }),
  'record.changed': error({
    status: 412,
    // `etag` is the validator to send instead; the other parameters are the record's current fields.
    what: (_now: { etag: string } & Parameters) => 'Someone has changed this record since you read it.',
    todo: 'Read it again and choose which values to keep.',
  }),
  'search.slow': error({
    status: 503,
    what: 'This search takes too long.',
    todo: 'Narrow it down: search for a longer text, or choose fewer days, one state or one partner.',
  }),
  'session.ended': plain(401, 'Your session has ended.', 'Sign in again.'),
  'session.header': plain(403, 'A request with a session must carry the header X-Doorway-Console.'),
  'session.missing': plain(401, 'You are not signed in.'),
  'session.needed': plain(403, 'An operator token cannot be used for this.', 'Sign in to do it.'),
  'step.ended': plain(401, 'This took too long, or was already done.', 'Start again.'),
  'system.disabled': plain(409, 'This system is shut off.', 'Create a new one.'),
  'view.exists': error({
    status: 409,
    what: ({ name }: { name: string }) => `You already have a view with the name ${quoted(name)}.`,
    todo: 'Choose another name, or replace that view.',
  }),
  'views.many': error({
    status: 409,
    what: ({ most }: { most: number }) => `You already have ${most} views of this list.`,
    todo: 'Delete one first.',
  }),
  'webhook.since': error({
    status: 400,
    what: ({ first, last }: { first: number; last: number }) =>
      first > last ? 'No events are kept.' : `The events from ${first} to ${last} are kept.`,
    todo: ({ first, last }) => (first > last ? '' : 'Choose a number among them.'),
  }),
  'webhook.skip': error({
    status: 409,
    what: (holding: HoldingBack) =>
      holding.why === 'other' ? `Event ${holding.seq} now delays the others.` : 'No event delays the others.',
    todo: ({ why }) => (why === 'other' ? 'Look at that one first.' : ''),
  }),
  'webhooks.many': error({
    status: 409,
    what: ({ most }: { most: number }) => `The company already has ${most} endpoints, which is the limit.`,
    todo: 'Delete one first.',
  }),
};

type HoldingBack = { why: 'nothing' } | { why: 'other'; seq: number };

type OperatorTaken = { why: 'email'; email: string } | { why: 'first' | 'taken' };
