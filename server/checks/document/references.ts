import { numberKey } from '../keys.ts';
import { cellsBelow, type DocumentLine } from './lines.ts';

/**
 * The letters and digits of a text without separators, so that a number is found however it is grouped. Line feeds
 * separate cells.
 */
export interface CompactText {
  characters: string;
  /** 1 if a new word begins at the character. */
  isStart: Uint8Array;
}

export function compactText(lines: readonly DocumentLine[]): CompactText {
  const parts: string[] = [];
  const starts: number[] = [];
  let length = 0;
  const add = (part: string) => {
    parts.push(part);
    starts.push(length);
    length += part.length;
  };
  for (const { cells } of lines)
    for (const cell of cells) {
      for (const [token] of cell
        .toUpperCase()
        .replaceAll('O', '0')
        .matchAll(/[0-9A-ZÅÄÖ]+|[^0-9A-ZÅÄÖ\s\-/._]/g))
        add(/[0-9A-ZÅÄÖ]/.test(token) ? token : '\n');
      add('\n');
    }
  const isStart = new Uint8Array(length + 1);
  for (const start of starts) isStart[start] = 1;
  isStart[length] = 1;
  return { characters: parts.join(''), isStart };
}

/** Longer references are not compared. */
const maxKeyLength = 60;

const isDigit = (character: string | undefined) => character !== undefined && character >= '0' && character <= '9';

/**
 * Whether the text has the number, however it is grouped. Zeros before its first digit count in neither, and the file
 * may write letters before it. The key is that of `numberKey`.
 */
export function mentions({ characters, isStart }: CompactText, key: string): boolean {
  if (key.length > maxKeyLength) return true;
  const [, letters = '', digits = ''] = /^([A-ZÅÄÖ]*)(.*)$/.exec(key) ?? [];
  const needle = digits === '' ? letters : digits;
  for (let at = characters.indexOf(needle); at !== -1; at = characters.indexOf(needle, at + 1)) {
    if (isStart[at + needle.length] !== 1) continue;
    let from = at;
    if (digits !== '') {
      while (isStart[from] !== 1 && characters[from - 1] === '0') from -= 1;
      if (letters !== '' && !characters.endsWith(letters, from)) continue;
      from -= letters.length;
    }
    const isAfterLetter = isDigit(characters[from]) && !isDigit(characters[from - 1]);
    if (isStart[from] === 1 || isAfterLetter) return true;
  }
  return false;
}

/** Labels may be followed by more words, and by their value in the same cell, the next one, or below. */
const labels = {
  number:
    /(?<!\p{L})(?:fakt(?:ura)?|kredit(?:fakt(?:ura)?|not[ae]?)?|invoice|credit ?(?:note|memo)|rechnungs?|gutschrifts?|laskun?|regning|påminnelse)[ -]?(?:nummer|numero|number|numer|nr|no|num|n:o|id|#)(?!\p{L})/iu,
  ocr: /(?<!\p{L})(?:ocr|kid|viite(?:numero)?|betalnings?[ -]?(?:referens|ref|id|reference)|payment ref(?:erence)?|referens ?(?:nr|nummer)|zahlungsreferenz|verwendungszweck)(?!\p{L}{4})/iu,
};

const isReference = (text: string) => /\d/.test(text);

/** The lines in which files state a number or a payment reference, with the value beside the label. */
export function statedReferences(
  lines: readonly DocumentLine[],
  kind: keyof typeof labels,
): { line: DocumentLine; value: string }[] {
  const stated: { line: DocumentLine; value: string }[] = [];
  for (const [at, line] of lines.entries())
    for (const [place, cell] of line.cells.entries()) {
      const match = labels[kind].exec(cell);
      if (match === null) continue;
      const own = cell.slice(match.index + match[0].length);
      const next = line.cells[place + 1];
      if (isReference(own)) stated.push({ line, value: own });
      else if (next !== undefined && isReference(next)) stated.push({ line, value: next });
      else {
        const below = cellsBelow(lines, at, place).find((one) => isReference(one.cell));
        if (below !== undefined) stated.push({ line: below.line, value: below.cell });
      }
    }
  return stated;
}

/** Whether a stated value is the reference: text around it does not count. */
export const statesReference = (value: string, key: string): boolean =>
  value.split(/[\s,;()]+/).some((word) => numberKey(word) === key) || numberKey(value) === key;
