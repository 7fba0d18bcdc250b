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

const cited = (text: string) => `”${visible(text)}”`;

const whyWrong = {
  characters: 'det innehåller tecken som inte hör dit',
  length: 'det har för många eller för få siffror',
  digit: 'kontrollsiffran är fel',
};
const wrong =
  (what: string) =>
  ({ value, why }: WrongNumber) =>
    `${what} ${visible(value)} är inte giltigt: ${whyWrong[why]}.`;

const apart = (comesTo: string, isSent: string, { expected, sent, difference }: Figures, amount: WriteAmount) =>
  `${comesTo} ${amount(expected)}, men ${isSent} ${amount(sent)}, alltså ${amount(difference.replace(/^-/, ''))} ${difference.startsWith('-') ? 'mindre' : 'mer'}.`;

const account =
  (what: string) =>
  ({ sent, recorded }: SentAndRecorded) =>
    recorded === ''
      ? `Fakturan ska betalas till ${what} ${visible(sent)}, som inte finns i leverantörsregistret.`
      : `Fakturan ska betalas till ${what} ${visible(sent)}, men i leverantörsregistret står ${visible(recorded)}.`;

const again =
  (what: string) =>
  ({ score }: { score: number }) =>
    `Liknar en tidigare faktura från leverantören till ${score} %: ${what}.`;

const likeness: Record<Likeness, string> = { number: 'nummer', name: 'namn', organization: 'organisationsnummer' };

const accountKinds = { bankgiro: 'bankgiro', postgiro: 'plusgiro', iban: 'IBAN', account: 'bankkonto' };
const whyUnread = {
  password: 'den är lösenordsskyddad',
  broken: 'den är skadad',
  time: 'det tar för lång tid att läsa den',
  memory: 'det krävs för mycket minne för att läsa den',
  crash: 'läsningen misslyckades',
  part: 'den har en skadad sida, eller fler sidor eller mer text än vad som läses',
};
const instead = ({ fileName, page, text }: Partial<Proof>) =>
  fileName === undefined || text === undefined ? '' : ` På sidan ${page} i ${cited(fileName)} står ${cited(text)}.`;

const moreLines = (more = 0) =>
  more === 0 ? '' : more === 1 ? ' Ytterligare en rad stämmer inte.' : ` Ytterligare ${more} rader stämmer inte.`;

const moreAccounts = (more = 0) =>
  more === 0 ? '' : more === 1 ? ' Ett konto till avviker.' : ` Ytterligare ${more} konton avviker.`;

export const swedish: FindingSentences = {
  'sum.line': ({ line, more, ...figures }, amount) =>
    apart(`Rad ${line} blir`, 'radsumman är', figures, amount) + moreLines(more),
  'sum.total': (figures, amount) => apart('Fakturan summerar till', 'totalbeloppet är', figures, amount),
  'sum.vat': (figures, amount) => apart('Radernas moms blir', 'fakturans moms är', figures, amount),
  'payee.bankgiro': account('bankgiro'),
  'payee.postgiro': account('plusgiro'),
  'payee.organization': ({ sent, recorded }) =>
    `Fakturan har organisationsnummer ${visible(sent)}, men i leverantörsregistret står ${visible(recorded) || 'inget'}.`,
  'payee.name': ({ sent, recorded }) =>
    `Fakturan är från ${cited(sent)}, men leverantören heter ${cited(recorded)} i registret.`,
  'payee.changed': ({ on, days = 30 }) =>
    `Leverantörens konto, namn eller organisationsnummer ändrades i registret ${on}, mindre än ${days === 1 ? 'en dag' : `${days} dagar`} innan fakturan kontrollerades.`,
  'payee.blocked': ({ on }) => `Leverantören spärrades ${on}.`,
  'payee.unknown': ({ account }) =>
    `Fakturan ska betalas till ${visible(account)}, men leverantören har inget konto i registret.`,
  'payee.twin': ({ number, name, account, by }) =>
    `En partner har lagt upp leverantören och ingen på företaget har bekräftat den. Dess ${by.map((one) => likeness[one]).join(', ')} liknar leverantör ${visible(number)}, ${cited(name)}, som har ${account === '' ? 'inget konto' : `ett annat konto, ${visible(account)}`}.`,
  'payee.unreadable': ({ sent, kind }) =>
    `${kind === 'bankGiro' ? 'Bankgiro' : 'Plusgiro'} ${cited(sent)} är inte bara ett kontonummer, så det är oklart vem som får betalt.`,
  'payee.field': ({ sent, recorded, more }) =>
    `Partnern skickade ett konto i en text eller ett eget fält, ${visible(sent)}. ${recorded === '' ? 'Leverantörsregistret har inget sådant konto.' : `I leverantörsregistret står ${visible(recorded)}.`}${moreAccounts(more)}`,
  'payee.unread': () =>
    'Partnern skickade fler egna fält eller mer text än vad som genomsöks efter konton, så det kan finnas ett annat konto där.',
  'payee.first': ({ account }) =>
    `En partner har lagt upp leverantörens konto, ${visible(account)}, och ingen på företaget har bekräftat det.`,
  'duplicate.number': again('samma fakturanummer'),
  'duplicate.amount': again('samma belopp och datum'),
  'duplicate.ocr': again('samma betalningsreferens'),
  'duplicate.file': ({ score, fileName }) =>
    `Liknar en tidigare faktura från leverantören till ${score} %: samma fil, ${cited(fileName)}.`,
  'document.account': ({ kind, account, fileName, page }) =>
    `Filen ${cited(fileName)} anger ${accountKinds[kind]} ${visible(account)} på sidan ${page}. Det är varken fakturans konto eller leverantörens konto i registret.`,
  'document.hidden': ({ fileName, page }) =>
    `Filen ${cited(fileName)} har text på sidan ${page} som inte syns och som gäller ett konto.`,
  'document.unread': ({ fileName, why }) =>
    `Filen ${cited(fileName)} kunde inte läsas helt: ${whyUnread[why]}. Jämför den själv med fakturan.`,
  'document.total': ({ total, ...proof }, amount) =>
    `Totalbeloppet ${amount(total)} finns inte i någon av filerna.${instead(proof)}`,
  'document.number': ({ number, ...proof }) =>
    `Fakturanumret ${cited(number)} finns inte i någon av filerna.${instead(proof)}`,
  'document.ocr': ({ ocr, ...proof }) =>
    `Betalningsreferensen ${visible(ocr)} finns inte i någon av filerna.${instead(proof)}`,
  'number.bankgiro': wrong('Bankgiro'),
  'number.postgiro': wrong('Plusgiro'),
  'number.organization': wrong('Organisationsnummer'),
  'number.ocr': wrong('OCR-nummer'),
  'date.due': ({ due, dated }) => `Förfallodatum ${due} ligger före fakturadatum ${dated}.`,
  'date.time': ({ field, understood }) =>
    `Partnern skickade ett klockslag med ${field === 'paymentDueDate' ? 'förfallodatumet' : 'fakturadatumet'}; det läses som ${understood}.`,
  'credit.unknown': ({ number }) =>
    `Den krediterar faktura ${cited(number)}, som inte har kommit in från leverantören.`,
  'currency.unknown': ({ currency }) =>
    `${cited(currency)} är ingen valuta. En valuta skrivs med tre bokstäver, till exempel SEK.`,
  'text.cut': ({ others }) =>
    `${others === 0 ? 'En text är för lång' : 'Flera texter är för långa'} för att visas i sin helhet. Början visas och resten sparas med fakturan.`,
  'missing.total': () => 'Partnern har inte skickat något totalbelopp.',
  'missing.number': () => 'Partnern har inte skickat något fakturanummer.',
  'missing.date': () => 'Partnern har inte skickat något fakturadatum.',
  'missing.due': () => 'Partnern har inte skickat något förfallodatum.',
  'missing.currency': () => 'Partnern har inte skickat någon valuta.',
  'missing.lines': () => 'Partnern har inte skickat några fakturarader med belopp.',
  'missing.file': () => 'Ingen fil har bifogats inom en timme.',
};
