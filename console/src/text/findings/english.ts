import { visible } from '../../../../common/errors/words.ts';
import type {
  Figures,
  FindingSentences,
  Likeness,
  Proof,
  SentAndRecorded,
  WriteAmount,
  WrongNumber,
} from './sentences.ts';

const cited = (text: string) => `“${visible(text)}”`;

const whyWrong = {
  characters: 'it has characters that do not belong in it',
  length: 'it has too many or too few digits',
  digit: 'its check digit is wrong',
};
const wrong =
  (what: string) =>
  ({ value, why }: WrongNumber) =>
    `${what} ${visible(value)} is not valid: ${whyWrong[why]}.`;

const apart = (comesTo: string, isSent: string, { expected, sent, difference }: Figures, amount: WriteAmount) =>
  `${comesTo} ${amount(expected)}, but ${isSent} ${amount(sent)}, which is ${amount(difference.replace(/^-/, ''))} ${difference.startsWith('-') ? 'less' : 'more'}.`;

const account =
  (what: string) =>
  ({ sent, recorded }: SentAndRecorded) =>
    recorded === ''
      ? `The invoice is to be paid to ${what} ${visible(sent)}, which is not in the supplier’s record.`
      : `The invoice is to be paid to ${what} ${visible(sent)}, but the supplier’s record has ${visible(recorded)}.`;

const again =
  (what: string) =>
  ({ score }: { score: number }) =>
    `An earlier invoice of this supplier is ${score} % alike, with the same ${what}.`;

const likeness: Record<Likeness, string> = { number: 'number', name: 'name', organization: 'organisational number' };
const look = (by: readonly Likeness[]) => {
  const words = by.map((one) => likeness[one]);
  return words.length === 1 ? `${words[0]} looks` : `${words.slice(0, -1).join(', ')} and ${words.at(-1)} look`;
};

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
  fileName === undefined || text === undefined ? '' : ` Page ${page} of ${cited(fileName)} has ${cited(text)}.`;

const moreLines = (more = 0) =>
  more === 0 ? '' : more === 1 ? ' One more line does not add up.' : ` ${more} more lines do not add up.`;

const moreAccounts = (more = 0) =>
  more === 0 ? '' : more === 1 ? ' One more account differs.' : ` ${more} more accounts differ.`;

export const english: FindingSentences = {
  'sum.line': ({ line, more, ...figures }, amount) =>
    apart(`Line ${line} comes to`, 'its line total is', figures, amount) + moreLines(more),
  'sum.total': (figures, amount) => apart('The invoice adds up to', 'its total is', figures, amount),
  'sum.vat': (figures, amount) => apart('The VAT of the lines comes to', 'the invoice has VAT of', figures, amount),
  'payee.bankgiro': account('bank giro'),
  'payee.postgiro': account('post giro'),
  'payee.organization': ({ sent, recorded }) =>
    `The invoice has organisational number ${visible(sent)}, but the supplier’s record has ${visible(recorded) || 'none'}.`,
  'payee.name': ({ sent, recorded }) =>
    `The invoice is from ${cited(sent)}, but the supplier is ${cited(recorded)} in the record.`,
  'payee.changed': ({ on, days = 30 }) =>
    `The supplier’s account, name or organisational number was changed in the record on ${on}, less than ${days === 1 ? 'a day' : `${days} days`} before the invoice was checked.`,
  'payee.blocked': ({ on }) => `The supplier was blocked on ${on}.`,
  'payee.unknown': ({ account }) =>
    `The invoice is to be paid to ${visible(account)}, but the supplier’s record has no account.`,
  'payee.twin': ({ number, name, account, by }) =>
    `A partner registered this supplier and nobody at the company has confirmed it. Its ${look(by)} like that of supplier ${visible(number)}, ${cited(name)}, which has ${account === '' ? 'no account' : `another account, ${visible(account)}`}.`,
  'payee.unreadable': ({ sent, kind }) =>
    `${kind === 'bankGiro' ? 'Bank giro' : 'Post giro'} ${cited(sent)} is not just an account number, so it is unclear who is paid.`,
  'payee.field': ({ sent, recorded, more }) =>
    `The partner sent an account in a text or a field of its own, ${visible(sent)}. ${recorded === '' ? 'The supplier’s record has none of that kind.' : `The supplier’s record has ${visible(recorded)}.`}${moreAccounts(more)}`,
  'payee.unread': () =>
    'The partner sent more fields or text of its own than is searched for accounts, so another account may be in it.',
  'payee.first': ({ account }) =>
    `A partner registered the supplier’s account, ${visible(account)}, and nobody at the company has confirmed it.`,
  'duplicate.number': again('invoice number'),
  'duplicate.amount': again('total and date'),
  'duplicate.ocr': again('payment reference'),
  'duplicate.file': ({ score, fileName }) =>
    `An earlier invoice of this supplier is ${score} % alike, with the same file, ${cited(fileName)}.`,
  'document.account': ({ kind, account, fileName, page }) =>
    `The file ${cited(fileName)} names ${accountKinds[kind]} ${visible(account)} on page ${page}. It is neither the account of the invoice nor in the supplier’s record.`,
  'document.hidden': ({ fileName, page }) =>
    `The file ${cited(fileName)} has text on page ${page} that cannot be seen, and it concerns an account.`,
  'document.unread': ({ fileName, why }) =>
    `The file ${cited(fileName)} could not be read wholly: ${whyUnread[why]}. Compare it with the invoice yourself.`,
  'document.total': ({ total, ...proof }, amount) =>
    `The total ${amount(total)} is in none of the files.${instead(proof)}`,
  'document.number': ({ number, ...proof }) =>
    `The invoice number ${cited(number)} is in none of the files.${instead(proof)}`,
  'document.ocr': ({ ocr, ...proof }) =>
    `The payment reference ${visible(ocr)} is in none of the files.${instead(proof)}`,
  'number.bankgiro': wrong('Bank giro'),
  'number.postgiro': wrong('Post giro'),
  'number.organization': wrong('Organisational number'),
  'number.ocr': wrong('Payment reference'),
  'date.due': ({ due, dated }) => `The due date ${due} is before the invoice date ${dated}.`,
  'date.time': ({ field, understood }) =>
    `The partner sent a time with the ${field === 'paymentDueDate' ? 'due date' : 'invoice date'}; it is read as ${understood}.`,
  'credit.unknown': ({ number }) => `It credits invoice ${cited(number)}, which has not arrived from this supplier.`,
  'currency.unknown': ({ currency }) =>
    `${cited(currency)} is not a currency. A currency is written with three letters, such as SEK.`,
  'text.cut': ({ others }) =>
    `${others === 0 ? 'A text is' : 'Several texts are'} too long to be shown whole. The beginning is shown; the rest is kept with the invoice.`,
  'missing.total': () => 'The partner sent no total.',
  'missing.number': () => 'The partner sent no invoice number.',
  'missing.date': () => 'The partner sent no invoice date.',
  'missing.due': () => 'The partner sent no due date.',
  'missing.currency': () => 'The partner sent no currency.',
  'missing.lines': () => 'The partner sent no line with an amount.',
  'missing.file': () => 'No file was attached within an hour.',
};
