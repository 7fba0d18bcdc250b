import { fitsModulus10 } from '../../common/numbers/digits.ts';
import { digitLike, type FoundIban } from './account-ibans.ts';
import type { AccountKind } from './invoice.ts';

export interface TextAccount {
  kind: AccountKind;
  value: string;
}

/** Leaves one separator between two words or digits, and joins letters that stand apart: b a n k g i r o. */
export const withSingleSeparators = (folded: string): string =>
  folded
    .replaceAll(/[^a-z0-9]{2,}/g, (run) => (/^ *- *$/.test(run) ? '-' : (/[^ ]/.exec(run)?.[0] ?? ' ')))
    .replaceAll(/(?<![a-z0-9])(?:[a-z][^a-z0-9]){3,}[a-z](?![a-z0-9])/g, (letters) =>
      letters.replaceAll(/[^a-z]/g, ''),
    );

export const digitsOf = (text: string): string => text.replaceAll(/[^0-9]/g, '');

/** No account begins with 0, but phone numbers do. */
export const isGiro = (digits: string, least: number): boolean =>
  digits.length >= least && digits.length <= 8 && digits[0] !== '0' && fitsModulus10(digits);

/** A day, with or without a time. */
export const isDate = (digits: string): boolean =>
  /^(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:[0-2][0-9]|3[01])(?:[0-9]{4}|[0-9]{6})?$/.test(digits);

/** Replaces an IBAN in a text: a word that ends the reach of a label. */
const readAlready = ' ref ';

/** Letters that may be written as digits that look like them. */
const spelled = (words: string) => words.replaceAll(/[il]/g, '[il1]').replaceAll('o', '[o0]');
const gap = '[^a-z0-9]?';
const ending = `(?:ts?|et|s)?(?:${gap}(?:nr|no|num|nummer|numret|number|konto|account)[a-z]{0,2})?(?![a-z])`;
const ofCustomer = `(?:your|customer|client|user|kund|ert|ditt|din)${gap}`;

const labels = new RegExp(
  [
    `(?<bankGiro>bank${gap}${spelled('giro')})${ending}`,
    `(?<postGiro>(?:${spelled('plus')}|post)${gap}${spelled('giro')})${ending}`,
    `(?<![a-z])(?:(?<iban>${spelled('iban')})|(?<giro>${spelled('giro')})|(?<short>[bp]${gap}g))${ending}`,
    `(?<![a-z])(?<clearing>${spelled('clearing')}|sort${gap}code)${ending}`,
    `(?<![a-z]|${ofCustomer})(?<account>(?:bank${gap})?(?:konto|account|acct|kto)|bban|tili(?:numero|nro)|rekening)${ending}`,
  ].join('|'),
  'g',
);
type Label = AccountKind | 'giro' | 'short' | 'clearing';

/** Whether a text has a word about payment, or single letters that may be one. */
export const mentionsPayment =
  /[^a-z0-9][a-z][^a-z0-9][a-z][^a-z0-9][a-z][^a-z0-9]|g[il1]r[o0]|[il1]ban|bban|konto(?!r)|kto|account|acct|clearing|sort.?code|betal|pay|remit|overfor|transfer|deposit|insatt|tilin|rekening|(?<![a-z])[bp][^a-z0-9]?g/;

/** Digits in groups: a number as it stands in a text. */
const runs = /[0-9](?:[^a-z0-9]?[0-9])*/g;
/** Words between a label and a number that belongs to them. */
const otherWord =
  /ocr|ref|order|faktura|invoice|kund|customer|tel|phone|mobil|fax|org|vat|moms|datum|date|forfall|due|kid|summa|total|belopp|amount/;
const enumeration = /^[^a-z0-9]*(?:och|eller|samt|and|or)?[^a-z0-9]*$/;
/** The number of a label follows within this many characters. */
const maxReach = 80;
/** More letters between label and number need a check digit. */
const maxNearLetters = 12;

/** The numbers in a run of digits: several accounts may be separated by commas and the like. */
function numbersIn(run: string): string[] {
  const parts = run.split(/[^0-9-]/);
  return parts.length > 1 && parts.some((part) => digitsOf(part).length > 4)
    ? parts.filter((part) => digitsOf(part).length > 4)
    : [run];
}

/** The letters of a country. Iban is also a name of persons. */
const maxIbanLetters = 2;

function fitsLabel(label: Label, number: string, lettersBefore: number): boolean {
  const digits = digitsOf(number);
  const isNear = lettersBefore <= maxNearLetters;
  if (label === 'clearing') return isNear && digits.length >= 4;
  if (label === 'short') return isGiro(digits, 5) && (digits.length > 6 || number.includes('-'));
  if (isDate(digits) && lettersBefore > 0) return false;
  if (label === 'account') return isNear && digits.length >= 7;
  if (label === 'iban') return lettersBefore <= maxIbanLetters && digits.length >= 5;
  if (isNear && digits.length >= 5) return true;
  return (
    isGiro(digits, label === 'postGiro' ? 2 : 7) && (digits.length > 4 || (isNear && /^[0-9]+-[0-9]$/.test(number)))
  );
}

/** The numbers that follow a label. After other words a number must have a check digit. */
function numbersAfter(window: string, label: Label): { numbers: string[]; end: number } {
  const numbers: string[] = [];
  let end = 0;
  for (const { 0: run, index } of window.matchAll(runs)) {
    const between = window.slice(end, index);
    if (otherWord.test(between)) break;
    const letters = numbers.length === 0 ? lettersIn(window.slice(0, index)) : enumeration.test(between) ? 0 : maxReach;
    const parts = label === 'clearing' || label === 'account' ? [run] : numbersIn(run);
    numbers.push(...parts.filter((number) => fitsLabel(label, number, letters)));
    end = index + run.length;
  }
  return { numbers, end };
}

const lettersIn = (text: string) => text.replaceAll(/[^a-z]/g, '').length;

/** No text of a person has more labels or numbers that look like accounts. */
const maxInText = 1_000;

export interface TextReading {
  accounts: TextAccount[];
  /** There is more in the text than was read. */
  isCut: boolean;
}

function labelled(text: string): TextReading {
  const found: TextAccount[] = [];
  let clearing: { value: string; end: number } | undefined;
  let count = 0;
  for (const { 0: word, index, groups = {} } of text.matchAll(labels)) {
    if (++count > maxInText) return { accounts: found, isCut: true };
    const label = Object.keys(groups).find((name) => groups[name] !== undefined) as Label;
    const from = index + word.length;
    const { numbers, end } = numbersAfter(text.slice(from, from + maxReach), label);
    const [first] = numbers;
    if (first === undefined) continue;
    if (label === 'clearing') clearing = { value: first, end: from + end };
    else if (label === 'account' && clearing !== undefined && index - clearing.end < maxReach) {
      found.pop();
      found.push({ kind: 'account', value: `${clearing.value} ${first}` });
      clearing = undefined;
      continue;
    }
    const kind = label === 'short' ? (word.startsWith('b') ? 'bankGiro' : 'postGiro') : kindOf(label);
    found.push(...numbers.map((value) => ({ kind, value })));
  }
  return { accounts: found, isCut: false };
}

const kindOf = (label: Exclude<Label, 'short'>): AccountKind =>
  label === 'giro' || label === 'clearing' ? 'account' : label;

const apart = '(?<![0-9]|[0-9][^a-z0-9])';
const atEnd = '(?![0-9]|[-./][0-9])';
const isYear = /^(?:19|20)[0-9]{2}/;
const isBankGiro = (digits: string) => isGiro(digits, 7) && !(isYear.test(digits) && isYear.test(digits.slice(4)));
const isNoYear = (digits: string) => !isYear.test(digits);

/** Forms of accounts that are unlikely to be anything else. */
const forms: readonly { kind: AccountKind; form: RegExp; fits: (digits: string) => boolean }[] = [
  {
    kind: 'bankGiro',
    form: new RegExp(`${apart}[1-9][0-9]{2,3}-[0-9]{4}${atEnd}`, 'g'),
    fits: isBankGiro,
  },
  {
    kind: 'postGiro',
    form: new RegExp(`${apart}[1-9](?: ?[0-9]){3,6}-[0-9]${atEnd}`, 'g'),
    fits: (digits) => isGiro(digits, 5),
  },
  // A clearing number and an account, as in Sweden and Denmark; Norwegian; British.
  {
    kind: 'account',
    form: new RegExp(`${apart}[1-9][0-9]{3}(?:-[0-9])?[-,][0-9](?:[ -]?[0-9]){6,9}${atEnd}`, 'g'),
    fits: isNoYear,
  },
  { kind: 'account', form: new RegExp(`${apart}[0-9]{4}[. ][0-9]{2}[. ][0-9]{5}${atEnd}`, 'g'), fits: isNoYear },
  {
    kind: 'account',
    form: new RegExp(`${apart}[0-9]{2}-[0-9]{2}-[0-9]{2}[ ,/][0-9]{8}${atEnd}`, 'g'),
    fits: () => true,
  },
];

function shapedIn(text: string): TextReading {
  const found: TextAccount[] = [];
  for (const { kind, form, fits } of forms) {
    let count = 0;
    for (const [value] of text.matchAll(form)) {
      if (++count > maxInText) return { accounts: found, isCut: true };
      if (fits(digitsOf(value))) found.push({ kind, value });
    }
  }
  return { accounts: found, isCut: false };
}

/** The account that a whole text has the shape of. */
export function shapeOf(text: string): TextAccount | undefined {
  if (text.length > 30 || !/^[0-9oil][^a-z]*(?:[oil][^a-z]*)*$/.test(text)) return undefined;
  const number = text.replaceAll(/[oil]/g, (letter) => digitLike(letter) ?? letter).replace(/[^0-9]$/, '');
  const [account] = shapedIn(number).accounts;
  if (account !== undefined && digitsOf(account.value) === digitsOf(number)) return account;
  const digits = digitsOf(number);
  return /^[0-9]{3,4}[^0-9][0-9]{4}$/.test(number) && isBankGiro(digits)
    ? { kind: 'bankGiro', value: number }
    : undefined;
}

/** The text without its IBANs. */
export function withoutIbans(text: string, ibans: readonly FoundIban[]): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of ibans) {
    rest += text.slice(from, start) + readAlready;
    from = end;
  }
  return rest + text.slice(from);
}

/** The labelled accounts in a text about a payment, and those with the shape of one. */
export function accountsInText(text: string): TextReading {
  const [byLabel, byShape] = [labelled(text), shapedIn(text)];
  return { accounts: [...byLabel.accounts, ...byShape.accounts], isCut: byLabel.isCut || byShape.isCut };
}

/** Every number in the value of a field that is named like an account, unless a word before it says otherwise. */
export function numbersInField(rest: string, kind: AccountKind): string[] {
  const all: string[] = [];
  let end = 0;
  for (const { 0: run, index } of rest.matchAll(runs)) {
    if (end === 0 || !otherWord.test(rest.slice(end, index)))
      all.push(...(kind === 'account' ? [run] : numbersIn(run)));
    end = index + run.length;
  }
  return all;
}
