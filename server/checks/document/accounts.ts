import { digitsIn, fitsModulus10 } from '../../../common/numbers/digits.ts';
import { giroKey } from '../numbers/giro.ts';
import { bankAccountsIn } from './bank-accounts.ts';
import { ibansIn } from './ibans.ts';
import { giroLabelsIn, isOtherLabel, type GiroLabel } from './giro-labels.ts';
import { cellsBelow, letters, type DocumentLine } from './lines.ts';

export type DocumentAccountKind = 'bankgiro' | 'postgiro' | 'iban' | 'account';

/** An account that a file names. */
export interface NamedAccount {
  /** The kinds that it may be of; the likeliest first. */
  kinds: readonly [DocumentAccountKind, ...DocumentAccountKind[]];
  /** For comparison. */
  key: string;
  cell: string;
  line: DocumentLine;
  isLabelled: boolean;
}

export function accountsIn(lines: readonly DocumentLine[]): NamedAccount[] {
  const labelled: NamedAccount[] = [];
  const separate: NamedAccount[] = [];
  for (const { iban, ...where } of ibansIn(lines))
    labelled.push({ kinds: ['iban'], key: iban, ...where, isLabelled: true });
  for (const [at, line] of lines.entries()) {
    labelled.push(...inPaymentLine(line));
    for (const digits of bankAccountsIn(line))
      labelled.push({ kinds: ['account'], key: digits, cell: digits, line, isLabelled: true });
    for (const [cellIndex, cell] of line.cells.entries()) {
      const labels = giroLabelsIn(cell);
      if (labels.length > 0) labelled.push(...governed(lines, at, cellIndex, labels));
      else {
        labelled.push(...asked(lines, at, cellIndex));
        separate.push(...unlabelled(lines, at, cellIndex));
      }
    }
  }
  return [...labelled, ...standingOut(separate)];
}

/** The machine-readable line at the foot of a Swedish giro form: # reference # kronor öre digit > account#type#. */
function inPaymentLine(line: DocumentLine): NamedAccount[] {
  const row = line.cells.join(' ');
  if (!row.includes('#')) return [];
  const [, account, type] = /> {0,3}(\d[\d -]{1,11}?) {0,3}# {0,3}(\d\d) {0,3}#/.exec(row) ?? [];
  if (account === undefined) return [];
  const kind = type?.startsWith('4') === true ? 'bankgiro' : 'postgiro';
  return [{ kinds: [kind], key: giroKey(account), cell: account, line, isLabelled: true }];
}

/** Digits in groups: a number as it stands in a text. */
const runs = /\d(?:[ ./-]?\d)*/g;
const strict = {
  bankgiro: /^[1-9]\d{2,3}-\d{4}(?![-./]?\d)/,
  postgiro: /^[1-9][\d ]{0,8}\d?-\d(?![-./]?\d)/,
};

/** No account begins with 0, but phone numbers do. */
const isNumber = (digits: string, least: number) =>
  digits.length >= least && digits.length <= 8 && fitsModulus10(digits) && !digits.startsWith('0');

/** Right after its label an account in the usual form needs no check digit, and with one it needs no usual form. */
type Nearness = 'after label' | 'in column' | 'in row';

/** The account at the start of a text. */
function giroAt(text: string, kinds: GiroLabel['kinds'], nearness: Nearness = 'after label'): string | undefined {
  const [run = ''] = runs[Symbol.matchAll](text).next().value ?? [];
  for (const kind of kinds) {
    const [form] = strict[kind].exec(run) ?? [];
    if (form === undefined) continue;
    const digits = digitsIn(form);
    if (digits.length <= 8 && (nearness === 'after label' || isNumber(digits, 2))) return digits;
  }
  if (nearness === 'in row') return undefined;
  const least = kinds.includes('bankgiro') ? 7 : 5;
  const [first = ''] = /^\d+(?: \d{4}(?!\d))?/.exec(run) ?? [];
  return [run, first].map(digitsIn).find((digits) => isNumber(digits, least));
}

/** Without spaces around hyphens, and with digits for letters that a person takes for them: 5O5O - 1O55. */
const plainNumbers = (text: string): string =>
  text
    .replaceAll(/(?<![a-zåäö\d])[\doil]{2,4}[ -]?[\doil]{4}(?![a-zåäö\d])/g, (number) =>
      digitsIn(number).length < 2 ? number : number.replaceAll(/[oil]/g, (letter) => (letter === 'o' ? '0' : '1')),
    )
    .replaceAll(/(?<=\d) ?- ?(?=\d)/g, '-');

/** Letters between a label and its number. */
const maxGap = 40;
const enumeration = /^[ ,;/&]*(?:och|eller|samt|and|or)? ?$/;

/** The accounts after a label: one, or several that only commas and the like separate. */
function girosAfter(after: string, kinds: GiroLabel['kinds']): string[] {
  const text = plainNumbers(after);
  const found: string[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(runs)) {
    const between = text.slice(end, index);
    const digits = (found.length > 0 ? enumeration.test(between) : between.length <= maxGap) && giroAt(run, kinds);
    if (!digits) break;
    found.push(digits);
    end = index + run.length;
  }
  return found;
}

/** Numbers in the form of an account, with a right check digit, that no other label is right before. */
function* formsIn(text: string): Generator<string> {
  const plain = plainNumbers(text);
  for (const { 0: run, index } of plain.matchAll(runs)) {
    const digits = digitsIn(run);
    const isForm = strict.bankgiro.test(run) || (digits.length >= minPostDigits && strict.postgiro.test(run));
    const words = plain.slice(Math.max(0, index - maxGap), index);
    if (isForm && isNumber(digits, 5) && !namesOther.test(words)) yield digits;
  }
}
/** Shorter numbers with a hyphen before the last digit may be anything. */
const minPostDigits = 6;
const namesOther = new RegExp(
  String.raw`(?:ref(?:erens|erence)?|ocr|kid|tel(?:e?fon)?|tlf|phone|mobil|fax|org|kund|customer|order|avtal|swish|artikel|art|(?:faktura|invoice)[-. ]?(?:nr|no|nummer|number)|projekt|objekt|mätar)[-. ]{0,2}(?:nr|no|nummer|number|id)?[.: #]{0,3}$`,
);

/** Words that ask to pay to the number after them. */
const asks = new RegExp(
  String.raw`(?<![${letters}])(?:i ?stället|nytt|nya|ny|byt(?:t|er)?|ändra[dst]*|ändras|hädanefter|framöver|använd|gäller|instead|new|chang(?:e|ed|es)|use|` +
    String.raw`stattdessen|neues?|neuen?|i stedet|nyt|nye|uusi|tilalle|` +
    String.raw`(?:in)?betala(?:s|r)?|betalning(?:ar|en|arna)?|betales|girera|sätt(?:s)? in|pay(?:able|ment|ments)?|überweis(?:en|ung)|zahl(?:en|ung|bar)|maksetaan|maksu|` +
    String.raw`(?:till|mottagar|inbetalnings|bank)? ?(?:konto|account|tili)(?:nr|nummer| no| number)?)(?![${letters}])`,
);

const asksAtEnd = new RegExp(String.raw`${asks.source}\D{0,25}$`);

/** Accounts without a label of their own in a sentence about payment; the sentence may begin on the line above. */
function asked(lines: readonly DocumentLine[], at: number, cellIndex: number): NamedAccount[] {
  const line = lines[at] as DocumentLine;
  const cell = line.cells[cellIndex] as string;
  const above = lines[at - 1];
  const isSentence = line.cells.length === 1 && above?.cells.length === 1 && above.page === line.page;
  const isAsked = asks.test(cell) || (isSentence && asksAtEnd.test(above.cells[0] as string));
  if (!isAsked || cell.includes('giro')) return [];
  return [...formsIn(cell)].map((digits) => ({
    kinds: ['bankgiro', 'postgiro'],
    key: giroKey(digits),
    cell,
    line,
    isLabelled: true,
  }));
}

/** A number right before the first label of its cell: 5050-1055 (bankgiro). */
const beforeLabel = /(?<![\d./-] ?)\d[\d -]{4,12}(?= ?\(?$)/;

function governed(
  lines: readonly DocumentLine[],
  at: number,
  cellIndex: number,
  labels: readonly GiroLabel[],
): NamedAccount[] {
  const line = lines[at] as DocumentLine;
  const cell = line.cells[cellIndex] as string;
  return labels.flatMap(({ kinds, start, end }, order) => {
    const [likeliest, ...others] = kinds;
    if (likeliest === undefined) return [];
    const named = (digits: string, where = { cell, line }): NamedAccount => ({
      kinds: [likeliest, ...others],
      key: giroKey(digits),
      cell: where.cell,
      line: where.line,
      isLabelled: true,
    });
    const text = cell.slice(end, labels[order + 1]?.start);
    const nextGiro = labels.find((one) => one.start > start && one.kinds.length > 0);
    const own = new Set([...girosAfter(text, kinds), ...formsIn(cell.slice(end, nextGiro?.start))]);
    if (own.size > 0) return [...own].map((digits) => named(digits));
    const [before] = (order === 0 && beforeLabel.exec(plainNumbers(cell.slice(0, start)))) || [];
    const digitsBefore = before && giroAt(before.trim(), kinds);
    if (digitsBefore) return [named(digitsBefore)];
    if (order < labels.length - 1) return [];
    const broken = brokenNumber(text, line.cells.slice(cellIndex + 1), cellsBelow(lines, at, cellIndex));
    if (broken !== undefined) return [named(broken)];
    if (/\d/.test(text)) return [];
    const next = line.cells[cellIndex + 1] ?? '';
    const beside = /^\D{0,3}\d/.test(next) ? giroAt(next, kinds) : undefined;
    if (beside !== undefined) return [named(beside, { cell: next, line })];
    for (const below of cellsBelow(lines, at, cellIndex)) {
      const digits = /^\d/.test(below.cell) && giroAt(below.cell, kinds, below.isInColumn ? 'in column' : 'in row');
      if (digits) return [named(digits, below)];
    }
    return [];
  });
}

const maxPieces = 8;

/** A number that continues in the next cells or below: 991- in one, 2346 in the other. */
function brokenNumber(text: string, beside: readonly string[], below: readonly { cell: string }[]): string | undefined {
  const [start = ''] = /(?:\d[\d -]{0,9})?$/.exec(text) ?? [];
  const rows = [beside.slice(0, maxPieces), ...below.map(({ cell }) => [cell])];
  for (const row of rows) {
    let digits = digitsIn(start);
    for (const [pieces, cell] of row.entries()) {
      if (!/^[\d -]{1,9}$/.test(cell)) break;
      digits += digitsIn(cell);
      if ((start !== '' || pieces > 0) && isNumber(digits, 7)) return digits;
    }
  }
  return undefined;
}

const aloneForms = [
  { kinds: ['bankgiro', 'postgiro'], form: /^[1-9]\d{2,3}-\d{4}$/ },
  { kinds: ['postgiro', 'bankgiro'], form: /^[1-9]\d? \d{2} \d{2}-\d$/ },
] as const;

/** A clearing number before the rest of a bank account. */
const bankAccount = /^(?:bank)?(?:konto|clearing|account)/;

/** A number that is alone in its cell and has the form of an account, without the label of something else. */
function unlabelled(lines: readonly DocumentLine[], at: number, cellIndex: number): NamedAccount[] {
  const line = lines[at] as DocumentLine;
  const cell = line.cells[cellIndex] as string;
  const form = aloneForms.find((one) => one.form.test(cell));
  const left = line.cells[cellIndex - 1];
  if (form === undefined || isOtherLabel(left) || bankAccount.test(left ?? '')) return [];
  const above = lines[at - 1];
  if (above?.page === line.page && above.cells.length === line.cells.length && isOtherLabel(above.cells[cellIndex]))
    return [];
  return [{ kinds: form.kinds, key: giroKey(cell), cell, line, isLabelled: false }];
}

const maxAlone = 2;

/** Several numbers of one form, or one without a check digit, are a list of something else. */
function standingOut(separate: readonly NamedAccount[]): NamedAccount[] {
  const keys = new Set(separate.map(({ key }) => key));
  return keys.size <= maxAlone && [...keys].every((key) => fitsModulus10(key)) ? [...separate] : [];
}
