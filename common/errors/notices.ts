import { notice, type None, type Parameters, type Text } from './entry.ts';
import { findings } from './findings.ts';
import { quoted } from './short.ts';

/** What an operator did that concerns who is paid by a supplier's invoices. */
export type PayeeDeed = 'registered' | 'changed' | 'proposed' | 'confirmed' | 'blocked';

/** What is known of a duty that is another person's; a bulk, which tells of many invoices, says none of it. */
export type DutyDetails = {
  did?: PayeeDeed;
  /** The day of it. */
  on?: string;
  /** Some who may approve instead. */
  others?: readonly string[];
};

const deeds: Record<PayeeDeed, string> = {
  registered: 'You registered this supplier',
  changed: 'You changed the account, name or organisational number of this supplier',
  proposed: 'You proposed a change of the account, name or organisational number of this supplier',
  confirmed: 'You confirmed the payment details of this supplier',
  blocked: 'You blocked or unblocked this supplier',
};
const anyDeed =
  'In the last 30 days you registered this supplier, blocked or unblocked it, or changed, proposed or confirmed its payment details';

const onDay = (on: string | undefined) => (on === undefined ? '' : ` on ${on}`);

const insteadOfYou = (others: readonly string[] | undefined) =>
  others?.length === 0
    ? 'Nobody else in this company can approve it.'
    : `Ask another approver${others === undefined ? '' : `, such as ${others.join(', ')}`}.`;

const dutiesAreOff =
  'An administrator of a company with a single approver can switch this off on the page Settings, with a reason.';

/** Why something cannot be decided now. */
const obstacles = {
  'booking.held': 'This invoice is held and not approved, so it cannot be booked.',
  'booking.received': 'This invoice is received and not approved yet, so it cannot be booked.',
  'booking.rejected': 'This invoice is rejected, so it cannot be booked.',
  'duty.payee': notice(
    ({ did, on, others }: DutyDetails) =>
      `${did === undefined ? anyDeed : `${deeds[did]}${onDay(on)}, which is less than 30 days ago`}, so somebody else approves its invoices. ${insteadOfYou(others)} ${dutiesAreOff}`,
  ),
  'duty.released': notice(
    ({ on, others }: DutyDetails) =>
      `You released this invoice${onDay(on)}, so somebody else approves it. ${insteadOfYou(others)} ${dutiesAreOff}`,
  ),
  'finding.dismissed': 'This finding was dismissed before.',
  'finding.held': 'This finding holds the invoice, so it cannot be dismissed. Release the invoice, or leave it held.',
  'invoice.approved': 'This invoice is approved already.',
  'invoice.booked':
    'This invoice is booked, so nothing can be decided about it any more. Correct it in the bookkeeping.',
  'invoice.findings':
    'Something looks wrong in this invoice that nobody has dismissed. Open it, or include those with findings.',
  'invoice.held':
    'This invoice is held because something in it does not fit the supplier’s record. It can be decided once it has been released.',
  'invoice.limit':
    'This invoice is above your approval limit, or cannot be compared with it, so it takes two approvers. Approve it by itself.',
  'invoice.received': 'This invoice is not held.',
  'invoice.rejected': 'This invoice is rejected already.',
  'invoice.signed': 'You have approved this invoice. It takes a second approver.',
  'invoice.undecided': 'Nobody has decided on this invoice yet.',
  'invoice.unknown': 'There is no such invoice.',
  'invoice.worse': 'Something was found in this invoice that was not known before. Open it and decide again.',
  'proposal.gone': 'This change does not wait any more: somebody confirmed it, declined it or took it back.',
  'proposal.own': 'You proposed this change yourself. Ask another operator to confirm it.',
  'proposal.same': 'The supplier’s record says this already. Decline the change.',
  'release.changer':
    'You changed the account, name or organisational number of this supplier, proposed or confirmed such a change, or blocked or unblocked the supplier, within 30 days before the invoice arrived, or since. Ask another approver to release it.',
  'role.refused': 'Your role does not allow decisions. Ask an administrator.',
  'supplier.blocked': 'This supplier is blocked already.',
  'supplier.unblocked': 'This supplier is not blocked.',
  'supplier.confirmed': 'Somebody of the company vouches for this supplier’s account already.',
  'supplier.distinct': 'These are known to be two suppliers already.',
  'workorder.cancelled': 'This work order is cancelled already.',
  'workorder.done': 'This work order is done already.',
};

export type ObstacleCode = keyof typeof obstacles;

const refused = 'work orders for it will be refused';
type Project = { name: string; number: string };

const notSent = {
  off: 'This service sends no mail, because SMTP_URL is not set.',
  away: 'The mail server cannot be reached.',
  timeout: 'The mail server did not answer in time.',
  tls: 'The mail server has no certificate that can be trusted, or does not encrypt.',
  credentials: 'The mail server refuses the user and the password of SMTP_URL.',
  sender: 'The mail server refuses the sender, MAIL_FROM.',
  recipient: 'The mail server refuses this e-mail address.',
  refused: 'The mail server refuses the message.',
} as const;

/** `answer`: what the mail server said, in its own words; empty where it said nothing. */
export type MailFailed = { why: keyof typeof notSent; answer: string };

/** What is told of something that was accepted, or may not be done: no errors, but said in the same way. */
export const notices = {
  ...obstacles,

  ...findings,

  // What keeps partners from making work orders for a project.
  'facility.missing': notice(({ name, number }: Project) => `Project ${name} (${number}) has no facility; ${refused}.`),
  'facility.several': notice(
    ({ name, number, count }: Project & { count: number }) =>
      `Project ${name} (${number}) has ${count} facilities; ${refused}.`,
  ),
  'proposal.missing': notice(
    ({ name, number }: Project) => `Project ${name} (${number}) has no proposal id; no work order can reach it.`,
  ),
  'proposal.shared': notice(
    ({ proposalId, projects }: { proposalId: string; projects: readonly string[] }) =>
      `Proposal id ${proposalId} is on more than one project (${projects.join(', ')}); ${refused}.`,
  ),
  // Why a mail did not leave while somebody waited for it.
  'mail.failed': notice(({ why, answer }: MailFailed) =>
    answer === '' ? notSent[why] : `${notSent[why]} It said: ${quoted(answer)}.`,
  ),
  'warnings.more': notice(({ count }: { count: number }) => `There are ${count} more warnings.`),
};

export type NoticeCode = keyof typeof notices;
export type NoticeParameters<C extends NoticeCode> = (typeof notices)[C] extends string
  ? None
  : (typeof notices)[C] extends Text<infer P>
    ? P
    : never;

/** A notice with its English. */
export interface Notice {
  code: NoticeCode;
  parameters: Parameters;
  message: string;
}

export function noticeOf<C extends NoticeCode>(code: C, parameters: NoticeParameters<C>): Notice {
  const text: Text<never> = notices[code];
  return {
    code,
    parameters: parameters as Parameters,
    message: typeof text === 'string' ? text : text(parameters as never, ''),
  };
}
