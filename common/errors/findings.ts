import { notice, type None, type Text } from './entry.ts';
import { counted, quoted, thousands } from './words.ts';

/** Written-out numbers. `expected` is the nearest reading; `difference` is sent minus expected. */
type Figures = { expected: string; sent: string; difference: string };
type SentAndRecorded = { sent: string; recorded: string };
type WrongNumber = { value: string; why: 'characters' | 'length' | 'digit' };
/** `score` is the likelihood, in per cent, that both invoices are the same. */
type Earlier = { earlier: string; score: number; reasons: readonly string[] };

/** The line of a file that proves a finding. Pages are counted from 1. */
type Proof = { attachmentId: string; fileName: string; page: number; text: string };

type Likeness = 'number' | 'name' | 'organization';

const likeness = { number: 'number', name: 'name', organization: 'organisational number' };
const inWords = (words: readonly string[]) =>
  words.length === 1 ? `${words[0]} looks` : `${words.slice(0, -1).join(', ')} and ${words.at(-1)} look`;

const whyWrong = {
  characters: 'has invalid characters',
  length: 'has the wrong length',
  digit: 'has a wrong check digit',
};
const wrong = (what: string) =>
  notice(({ value, why }: WrongNumber) => `The ${what} ${quoted(value)} ${whyWrong[why]}.`);
const differs = (what: string) =>
  notice(({ sent, recorded }: SentAndRecorded) =>
    recorded === ''
      ? `The ${what} ${quoted(sent)} is not in the supplier’s record.`
      : `The ${what} ${quoted(sent)} differs from the supplier’s record, which has ${quoted(recorded)}.`,
  );
const again = (what: string) =>
  notice(
    ({ earlier, score }: Earlier) => `Invoice ${earlier} of this supplier has the same ${what} (likeness ${score} %).`,
  );

const missing = (what: string) => notice((_none: None) => `The invoice has no ${what}.`);

const moreAccounts = (more: number) =>
  more === 0 ? '' : more === 1 ? ' One more account differs.' : ` ${more} more accounts differ.`;

const accountKinds = { bankgiro: 'bank giro', postgiro: 'post giro', iban: 'IBAN', account: 'bank account' };
const whyUnread = {
  password: 'it needs a password',
  broken: 'it is damaged',
  time: 'reading it takes too long',
  memory: 'reading it takes too much memory',
  crash: 'reading it failed',
  part: 'it has a damaged page, or more pages or text than are read',
};
const instead = ({ fileName, page, text }: Partial<Proof>) =>
  fileName === undefined || text === undefined ? '' : `; ${quoted(fileName)} has ${quoted(text)} on page ${page}`;

export const findings = {
  'sum.line': notice(
    ({ line, expected, sent, difference }: Figures & { line: number; more?: number }) =>
      `Line ${line} comes to ${expected} by the nearest reading, but its total is ${sent}: a difference of ${difference}.`,
  ),
  'sum.total': notice(
    ({ expected, sent, difference }: Figures) =>
      `The invoice comes to ${expected} by the nearest reading, but its total is ${sent}: a difference of ${difference}.`,
  ),
  'sum.vat': notice(
    ({ expected, sent, difference }: Figures) =>
      `The VAT of the lines comes to ${expected} by the nearest reading, but the total VAT is ${sent}: a difference of ${difference}.`,
  ),
  'payee.bankgiro': differs('bank giro'),
  'payee.postgiro': differs('post giro'),
  'payee.organization': differs('organisational number'),
  'payee.name': differs('supplier name'),
  'payee.changed': notice(
    ({ on, days = 30 }: { on: string; days?: number }) =>
      `The account, name or organisational number in the supplier’s record was changed on ${on}, less than ${days} ${days === 1 ? 'day' : 'days'} before the invoice was checked.`,
  ),
  'payee.blocked': notice(({ on }: { on: string }) => `The supplier was blocked on ${on}.`),
  'payee.unknown': notice(
    ({ account }: { account: string; kind: 'bankGiro' | 'postGiro' }) =>
      `The invoice is to be paid to ${quoted(account)}, but the supplier’s record has no account.`,
  ),
  'payee.twin': notice(
    ({ number, name, account, by }: { number: string; name: string; account: string; by: readonly Likeness[] }) =>
      `A partner registered this supplier and nobody at the company has confirmed it. Its ${inWords(by.map((one) => likeness[one]))} like that of supplier ${quoted(number)}, ${quoted(name)}, which has ${account === '' ? 'no account' : `another account, ${quoted(account)}`}.`,
  ),
  'payee.unreadable': notice(
    ({ sent, kind }: { sent: string; kind: 'bankGiro' | 'postGiro' }) =>
      `${kind === 'bankGiro' ? 'The bank giro' : 'The post giro'} ${quoted(sent)} is not just an account number, so it is unclear who is paid.`,
  ),
  'payee.field': notice(
    ({ field, sent, recorded, more = 0 }: SentAndRecorded & { field: string; more?: number }) =>
      `The field ${quoted(field)} names an account, ${quoted(sent)}. The supplier’s record has ${recorded === '' ? 'none of that kind' : quoted(recorded)}.${moreAccounts(more)}`,
  ),
  'payee.unread': notice(
    (_none: None) =>
      'The invoice has more unknown fields or text than is searched for accounts, so another account may be in it.',
  ),
  'payee.first': notice(
    ({ account }: { account: string }) =>
      `A partner registered the supplier’s account, ${quoted(account)}, and nobody at the company has confirmed it.`,
  ),
  'duplicate.number': again('invoice number'),
  'duplicate.amount': again('total and date'),
  'duplicate.ocr': again('payment reference'),
  'duplicate.file': notice(
    ({ earlier, score, fileName }: Earlier & { fileName: string }) =>
      `Invoice ${earlier} of this supplier has the same file as ${quoted(fileName)} (likeness ${score} %).`,
  ),
  'document.account': notice(
    ({ kind, account, fileName, page }: Proof & { kind: keyof typeof accountKinds; account: string }) =>
      `The file ${quoted(fileName)} names ${accountKinds[kind]} ${quoted(account)} on page ${page}, which is neither the invoice’s account nor in the supplier’s record.`,
  ),
  'document.hidden': notice(
    ({ fileName, page }: Proof) =>
      `The file ${quoted(fileName)} has text on page ${page} that a person cannot see, and it concerns an account.`,
  ),
  'document.unread': notice(
    ({ fileName, why }: { attachmentId: string; fileName: string; why: keyof typeof whyUnread }) =>
      `The file ${quoted(fileName)} could not be read wholly: ${whyUnread[why]}. Compare it with the invoice by eye.`,
  ),
  'document.total': notice(
    ({ total, currency, ...proof }: Partial<Proof> & { total: string; currency?: string }) =>
      `The total ${[total, currency].filter(Boolean).join(' ')} is in none of the invoice’s files${instead(proof)}.`,
  ),
  'document.number': notice(
    ({ number, ...proof }: Partial<Proof> & { number: string }) =>
      `The invoice number ${quoted(number)} is in none of the invoice’s files${instead(proof)}.`,
  ),
  'document.ocr': notice(
    ({ ocr, ...proof }: Partial<Proof> & { ocr: string }) =>
      `The payment reference ${quoted(ocr)} is in none of the invoice’s files${instead(proof)}.`,
  ),
  'number.bankgiro': wrong('bank giro'),
  'number.postgiro': wrong('post giro'),
  'number.organization': wrong('organisational number'),
  'number.ocr': wrong('payment reference'),
  'date.due': notice(
    ({ due, dated }: { due: string; dated: string }) => `The due date ${due} is before the invoice date ${dated}.`,
  ),
  'date.time': notice(
    ({ field, sent, understood }: { field: string; sent: string; understood: string }) =>
      `${field} is ${sent}, which is midnight neither in UTC nor in the company’s time zone. It is understood as ${understood}.`,
  ),
  'credit.unknown': notice(
    ({ number }: { number: string }) => `The credited invoice ${quoted(number)} is not known for this supplier.`,
  ),
  'currency.unknown': notice(
    ({ currency }: { currency: string }) => `${quoted(currency)} is not an ISO 4217 currency code.`,
  ),
  'text.cut': notice(
    ({ field, length, most, others }: { field: string; length: number; most: number; others: number }) =>
      `${field} has ${thousands(length)} characters; the first ${thousands(most)} are used, and the document keeps the whole text${others === 0 ? '' : `; ${counted(others, 'other text is', 'other texts are')} too long, too`}.`,
  ),
  'missing.total': missing('total'),
  'missing.number': missing('invoice number'),
  'missing.date': missing('invoice date'),
  'missing.due': missing('due date'),
  'missing.currency': missing('currency'),
  'missing.lines': missing('line with an amount'),
  'missing.file': missing('file'),
} satisfies Record<string, Text<never>>;

export type FindingCode = keyof typeof findings;

export const findingCodes = Object.keys(findings) as FindingCode[];

/** In ascending order. */
export const severities = ['info', 'warning', 'hold'] as const;
export type Severity = (typeof severities)[number];

/** In the order of pages, the gravest last: a hold that a release has answered is no longer one. */
export const findingGrades = ['info', 'released', 'warning', 'hold'] as const;

export const findingFamilies = ['sum', 'payee', 'duplicate', 'document', 'number', 'date', 'missing'] as const;

/** Findings that an invoice may pay somebody else: weakening their checks takes a second administrator. */
export const concernsPayee = (code: string): boolean =>
  code.startsWith('payee.') || ['document.account', 'document.hidden', 'document.unread'].includes(code);
