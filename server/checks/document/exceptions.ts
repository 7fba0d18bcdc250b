import { fitsModulus10 } from '../../../common/numbers/digits.ts';
import type { NamedAccount } from './accounts.ts';
import { letters, type DocumentLine } from './lines.ts';

const former =
  'tidigare|gamla|gammalt|förra|föregående|previous|former|old|alte[sn]?|bisherige[sn]?|tidligere|gamle|gammelt|entinen|vanha';
const ended =
  'upphör|upphörde|har upphört|är avslutat|avslutat|avslutas|är stängt|stängt|is closed|has been closed|closed|ist erloschen|erloschen|er lukket|lukket|ophører|opphører|on suljettu';

/** "Vårt tidigare bankgiro 8540-4994 upphör." Nothing but the end of the sentence or a date may follow. */
const formerAccount = new RegExp(
  String.raw`(?<![${letters}])(?:${former}) (?:bank|plus|post)[ -]?giro(?:nummer|nr)?:? (\d[\d -]{4,10}\d),? (?:${ended})(?: (?:den |per )?\d[\d /.-]{3,12})?(?=[.!)]|$)`,
  'g',
);

/** Whether its line only says that the account has ended. */
export function isFormer({ key, cell }: NamedAccount): boolean {
  const numbers = [...cell.matchAll(formerAccount)].map(([, number = '']) => number.replaceAll(/\D/g, ''));
  return numbers.includes(key) && cell.replaceAll(/[ -]/g, '').split(key).length === 2;
}

/** Words that may ask the reader to pay otherwise than before. */
const redirects = new RegExp(
  String.raw`(?<![${letters}])(?:ny[at]?|nytt|byt|bytt|bytet|byter|ändr[${letters}]*|överl[åä]t[${letters}]*|överta[${letters}]*|factoring|fakturaservice|inkasso|` +
    String.raw`(?:i )?stället|istället|hädanefter|framöver|from|fr\.o\.m|fortsättning[${letters}]*|endast|alltid|alla betalningar|ska|skall|måste|obs|viktigt|` +
    String.raw`betala(?:s|r)? (?:till|in)|betalning(?:ar|en)? (?:till|görs|sker)|mottagare|` +
    String.raw`new|chang[${letters}]*|instead|assign[${letters}]*|transfer[${letters}]*|only|must|please|pay to|important|notice|` +
    String.raw`neu[${letters}]*|geändert|stattdessen|abgetreten|überweis[${letters}]*|i stedet|ændr[${letters}]*|endre[${letters}]*|uusi|muut[${letters}]*)(?![${letters}])`,
);

const organisation = /(?<!\d)(\d{6})-(\d{4})(?!\d)/g;

/** The files count as one text, without the spaces and signs inside of numbers. */
export interface KnownInvoice {
  /** Digits that only this invoice has: its number, payment reference, total and accounts. */
  marks: readonly string[];
  organisationalNumber: string;
}

const minMark = 3;

/**
 * Whether a file is the receipt or the invoice of another company that the supplier passes on: it names another
 * organisation, and neither anything of this invoice nor any word that would have the reader pay otherwise.
 */
export function isEnclosure(lines: readonly DocumentLine[], { marks, organisationalNumber }: KnownInvoice): boolean {
  const rows = lines.map(({ cells }) => cells.join('  '));
  if (rows.some((row) => redirects.test(row))) return false;
  const others = rows
    .flatMap((row) => [...row.matchAll(organisation)])
    .map(([, start = '', end = '']) => start + end)
    .filter((digits) => fitsModulus10(digits));
  if (others.length === 0 || others.includes(organisationalNumber)) return false;
  const digits = rows.join(' ').replaceAll(/(?<=\d)[ .,-](?=\d)/g, '');
  return !marks.some((mark) => mark.length >= minMark && digits.includes(mark));
}
