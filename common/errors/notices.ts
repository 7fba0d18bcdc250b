import { amountIn } from '../amounts.ts';
import { actionNames, type ActionName } from '../names/events.ts';
import { nameOf } from '../names/names.ts';
import { callerNames } from '../names/states.ts';
import { error, notice, textOf, type None, type Parameters, type Text, plain } from './entry.ts';
import { findings, type FindingCode } from './findings.ts';
import { quoted } from './words.ts';

export type PayeeDeed = 'registered' | 'changed' | 'proposed' | 'confirmed' | 'blocked';

/** Why two accounts count as one person: the same mailbox, or one invited the other and may have chosen its password. */
export type OnePersonReason = 'email' | 'invited';

/** Somebody else must do it. A bulk decision has no details. */
export type DutyDetails = {
  did?: PayeeDeed | undefined;
  /**
   * The partner that withdrew the invoice, the operator whose link was shown, whose account is of the same person, or who
   * made an earlier or later decision.
   */
  by?: string | undefined;
  /** When that decision was made, as ISO 8601, and which. The console replaces the time by the reader's. */
  at?: string | undefined;
  action?: ActionName | undefined;
  on?: string | undefined;
  until?: string | undefined;
  because?: OnePersonReason | undefined;
  /** Some of the operators who may do it instead. */
  others?: readonly string[];
};

/** Why an approval is the first of two, and who can give the second. */
export type SecondReason = {
  because: 'limit' | 'currency' | 'unknown';
  amount?: string | undefined;
  currency?: string | undefined;
  limit: string;
  limitCurrency: string;
  others: readonly string[];
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

/** 2026-11-17T08:30:05.000Z as 2026-11-17 08:30 UTC. Other texts stay as they are. */
export const minuteOf = (at = ''): string => at.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z$/, '$1 $2 UTC');

const did: Partial<Record<ActionName, string>> = {
  'supplierinvoice.approved': 'approved this invoice',
  'supplierinvoice.signed': 'gave this invoice the first of two approvals',
  'supplierinvoice.unsigned': 'took back the first approval of this invoice',
  'supplierinvoice.rejected': 'rejected this invoice',
  'supplierinvoice.released': 'released this invoice',
  'supplierinvoice.reopened': 'reopened this invoice',
  'supplierinvoice.booked': 'booked this invoice',
  'workorder.done': 'marked this work order done',
  'workorder.cancelled': 'cancelled this work order',
  'workorder.reopened': 'reopened this work order',
};

/** Says who decided, how and when. Undefined without all of it. */
export const whoDecided = ({ by, at, action }: DutyDetails): string | undefined =>
  by === undefined || action === undefined || did[action] === undefined
    ? undefined
    : `${nameOf(callerNames, 'en', by)} ${did[action]} at ${minuteOf(at)}.`;

const onDay = (on: string | undefined) => (on === undefined ? '' : ` on ${on}`);

const anyOf = (names: readonly string[]) => names.join(', ').replace(/, (?=[^,]*$)/, ' or ');
const suchAs = (others: readonly string[] | undefined) => (others === undefined ? '' : `, such as ${anyOf(others)}`);

const insteadOfYou = (others: readonly string[] | undefined) =>
  others?.length === 0 ? 'Nobody else in this company can approve it.' : `Ask another approver${suchAs(others)}.`;

/** Nothing if somebody else can approve. */
const dutiesAreOff = (others: readonly string[] | undefined) =>
  others === undefined || others.length === 0
    ? ' If the company has a single approver, an administrator can switch this rule off under Settings, with a reason.'
    : '';

const waitsFor = (others: readonly string[] | undefined) =>
  others === undefined || others.length === 0 ? '' : `, but for ${anyOf(others)}`;

function whyTwo({ because, amount = '', currency, limit, limitCurrency }: SecondReason): string {
  const max = amountIn('en', limit, limitCurrency);
  if (because === 'limit') return `${amountIn('en', amount, currency)} is above your limit of ${max}`;
  if (because === 'unknown')
    return `an amount is missing or unreadable, so nothing can be compared with your limit of ${max}`;
  return `your limit of ${max} is in another currency than the invoice${currency === undefined ? ', which names none' : ` (${currency})`}`;
}

const onePerson: Record<OnePersonReason, string> = {
  email: 'both accounts have the same e-mail address',
  invited: 'one of you invited the other and may have chosen the password in the other’s place',
};

const obstacles = {
  'booking.held': 'This invoice is held and not approved, so it cannot be booked.',
  'booking.received': 'This invoice is received and not approved yet, so it cannot be booked.',
  'booking.rejected': 'This invoice is rejected, so it cannot be booked.',
  'coding.missing':
    'This invoice must be coded before it is approved. Choose an account or another code under Coding, or take over the proposal there.',
  'coding.unused': 'This company has no coding lists yet. Import them first.',
  'decision.later': notice(({ by, at, action }: DutyDetails) =>
    by === undefined || action === undefined
      ? 'Nothing was taken back, because the decision that was named is not the latest one. Look at the record again.'
      : `Nothing was taken back, because ${nameOf(callerNames, 'en', by)} made a later decision at ${minuteOf(at)}: ${actionNames.en[action]}.`,
  ),
  'duty.link': notice(
    ({ by, until = 'a day after it was used' }: DutyDetails) =>
      `This takes two people. ${by === undefined ? 'You' : by} chose a password through a link that was shown to someone else, because the service sends no mail, and so ${by === undefined ? 'count' : 'counts'} as one of the two only from ${until}. Ask another user, or wait.`,
  ),
  'duty.payee': notice(
    ({ did, on, others }: DutyDetails) =>
      `${did === undefined ? anyDeed : `${deeds[did]}${onDay(on)}, which is less than 30 days ago`}, so another approver must approve its invoices. ${insteadOfYou(others)}${dutiesAreOff(others)}`,
  ),
  'duty.released': notice(
    ({ on, others }: DutyDetails) =>
      `You released this invoice${onDay(on)}, so another approver must approve it. ${insteadOfYou(others)}${dutiesAreOff(others)}`,
  ),
  'duty.person': notice(
    ({ by = 'a colleague', because, until = '30 days after that' }: DutyDetails) =>
      `This takes two people. You and ${by} count as one person${because === undefined ? '' : `, because ${onePerson[because]}`}. ${because === 'invited' ? `You count as two from ${until}. Ask another user, or wait.` : 'Ask another user.'}`,
  ),
  'erase.altered':
    'An entry of the audit log was altered, and erasing would hide it. The command doorway audit verify says which.',
  'erase.enabled': 'Only a user who left can be erased. Disable the user first.',
  'erase.erased': notice(({ on = 'an earlier day' }: DutyDetails) => `This user was erased on ${on}.`),
  'erase.law': notice(
    ({ until = 'a later day' }: DutyDetails) =>
      `The law asks for the invoices of this supplier until then: it can be erased from ${until} on.`,
  ),
  'erase.meanwhile': 'The record was changed meanwhile. What was replaced so far stays so. Look at it again.',
  'erase.open': 'This supplier has invoices that nobody has decided about. Decide about them first.',
  'erase.organization':
    'The organisational number of this supplier is not a person’s. Only the data of sole traders are erased.',
  'erase.recent': notice(
    ({ until = '30 days after the user was disabled' }: DutyDetails) =>
      `This user can be erased from ${until} on: for 30 days what they did takes another person for what follows.`,
  ),
  'finding.dismissed': 'This finding is already dismissed.',
  'finding.held':
    'This finding holds the invoice, so it cannot be dismissed. Release or reject the invoice, or leave it held.',
  'invoice.approved': notice((details: DutyDetails) => whoDecided(details) ?? 'This invoice is already approved.'),
  'invoice.booked': 'This invoice is booked, so it can no longer be decided. Correct it in the bookkeeping.',
  'invoice.findings':
    'This invoice has findings that nobody has dismissed. Open it, or include invoices with findings.',
  'invoice.held': 'This invoice is held. Release it before you approve it, or reject it.',
  'invoice.limit':
    'This invoice is above your approval limit, or cannot be compared with it, so it needs two approvers. Approve it separately.',
  'invoice.received': notice((details: DutyDetails) => whoDecided(details) ?? 'This invoice is not held.'),
  'invoice.rejected': notice((details: DutyDetails) => whoDecided(details) ?? 'This invoice is already rejected.'),
  'invoice.signed': notice(
    ({ others }: DutyDetails) =>
      `You gave the first of two approvals. ${others?.length === 0 ? 'Nobody else in this company can give the second.' : `A second approver is needed${suchAs(others)}.`}`,
  ),
  'invoice.undecided': notice(
    (details: DutyDetails) => whoDecided(details) ?? 'Nobody has decided on this invoice yet.',
  ),
  'invoice.unknown': 'There is no such invoice.',
  'invoice.unread':
    'Files of this invoice wait to be compared with it, which mostly takes seconds. Try again then, or approve it by itself without waiting.',
  'invoice.withdrawn': notice(
    ({ by, on }: DutyDetails) =>
      `${by === undefined ? 'The partner' : `The partner ${by}`} withdrew this invoice${onDay(on)}, so nothing can be decided about it. If it is to be paid after all, the partner must send a new invoice.`,
  ),
  'invoice.worse': 'This invoice has a new finding. Open it and decide again.',
  'proposal.gone': 'This change no longer waits: someone confirmed it, declined it or took it back.',
  'proposal.own': 'You proposed this change yourself. Ask a colleague to confirm it.',
  'proposal.same': 'The supplier’s record already has these values. Decline the change.',
  'question.limit': 'This invoice has as many questions as it can have. Decide about it, or add a note.',
  'release.changer': notice(
    ({ others }: DutyDetails) =>
      `Shortly before this invoice arrived, or since then, you have changed, proposed or confirmed who is paid, or blocked or unblocked the supplier. ${others?.length === 0 ? 'Nobody else in this company can release it.' : `Ask another approver to release it${suchAs(others)}.`}`,
  ),
  'role.refused': 'Your role does not allow decisions. Ask an administrator.',
  'route.confirmed': notice(({ by, at }: DutyDetails) =>
    by === undefined
      ? 'Someone else has confirmed this step already.'
      : `${by} confirmed this step at ${minuteOf(at)}.`,
  ),
  'route.last': 'The last step is the approval itself. Approve the invoice.',
  'route.none': 'No rule asks for a confirmation of this invoice.',
  'route.other': notice(({ others }: DutyDetails) => `This invoice does not wait for you${waitsFor(others)}.`),
  'signature.missing': 'Nobody has given a first approval that could be taken back.',
  'signature.other': 'Someone else gave the first approval, and only they can take it back.',
  'supplier.blocked': 'This supplier is already blocked.',
  'supplier.unblocked': 'This supplier is not blocked.',
  'supplier.confirmed': 'This supplier’s account is already confirmed.',
  'supplier.distinct': 'These are already marked as two suppliers.',
  'workorder.cancelled': notice(
    (details: DutyDetails) => whoDecided(details) ?? 'This work order is already cancelled.',
  ),
  'workorder.done': notice((details: DutyDetails) => whoDecided(details) ?? 'This work order is already done.'),
  'workorder.open': notice((details: DutyDetails) => whoDecided(details) ?? 'This work order is open.'),
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

/** `answer` is the mail server's own text; empty if it gave none. */
export type MailFailed = { why: keyof typeof notSent; answer: string };

export const notices = {
  ...obstacles,

  ...findings,

  'approval.first': notice(
    (reason: SecondReason) =>
      `A second approver is needed: ${whyTwo(reason)}. ${reason.others.length === 0 ? 'Nobody else in this company can approve it.' : `After you, someone else approves it${suchAs(reason.others)}.`}`,
  ),
  'approval.second': 'Your approval is the second of two and approves the invoice.',
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
  'mail.failed': notice(({ why, answer }: MailFailed) =>
    answer === '' ? notSent[why] : `${notSent[why]} It said: ${quoted(answer)}.`,
  ),
  'route.nobody': notice(
    ({ rule, step }: { rule: string; step: number }) =>
      `Nobody in step ${step} of the rule ${quoted(rule)} may approve today, so its invoices wait in the company’s queue.`,
  ),
  'warnings.more': notice(({ count }: { count: number }) => `There are ${count} more warnings.`),
};

export type NoticeCode = keyof typeof notices;
export type NoticeParameters<C extends NoticeCode> = (typeof notices)[C] extends string
  ? None
  : (typeof notices)[C] extends Text<infer P>
    ? P
    : never;

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

/** Refusals whose sentence is a notice. */
export const decisionErrors = {
  'approval.stopped': error({
    status: 409,
    what: ({ finding, ...parameters }: { finding: FindingCode } & Parameters) =>
      `A new finding stops this approval: ${textOf(findings[finding] as Text<Parameters>, parameters)}`,
    todo: 'Look at the invoice and decide again.',
  }),
  'decision.refused': plain(409, ({ why, ...details }: { why: ObstacleCode } & DutyDetails) =>
    textOf(notices[why], details),
  ),
};
