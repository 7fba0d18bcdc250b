import { numberKey } from '../keys.ts';
import { cellsBelow, letters, type DocumentLine } from './lines.ts';

/** Longer references are not compared. */
const maxKeyLength = 60;

/** `numberKey` has 0 for O, and no accents. */
const written: Readonly<Record<string, string>> = { 0: '[0oòóôõöø]', a: '[aàáâãäå]', e: '[eèéêë]', u: '[uùúûü]' };

/** Separators may be anywhere in a number. */
const anyGroups = (key: string) =>
  [...key.toLowerCase()].map((character) => written[character] ?? character).join('[ ./_-]{0,3}');

/**
 * Whether some cell has the number, however it is grouped. Zeros before its first digit count in neither, and the file
 * may write letters before it. The key is that of `numberKey`.
 */
export function mentions(lines: readonly DocumentLine[], key: string): boolean {
  if (key.length > maxKeyLength) return true;
  const [, prefix = '', digits = ''] = /^([A-Z]*)(.*)$/.exec(key) ?? [];
  const start = prefix === '' ? '(?<![0-9])' : `(?<![0-9${letters}])${anyGroups(prefix)}[ ./_-]{0,3}`;
  const number = new RegExp(`${start}[0o]*${anyGroups(digits)}(?![0-9${letters}])`);
  return lines.some(({ cells }) => cells.some((cell) => number.test(cell)));
}

/** The value follows in the same cell, in the next one, or below. */
const labels = {
  'document.number': new RegExp(
    String.raw`(?<![${letters}])(?:fakt(?:ura)?|kredit(?:fakt(?:ura)?|not[ae]?)?|invoice|credit ?(?:note|memo)|rechnungs?|gutschrifts?|laskun?|regning)` +
      String.raw`[ -]?(?:nummer|numero|number|numer|nr|no|num|n:o|id|#)(?![${letters}])`,
  ),
  'document.ocr': new RegExp(
    String.raw`(?<![${letters}])(?:ocr|kid|viite|betalnings?[ -]?(?:ref|id)|payment ref|referens ?(?:nr|nummer)|zahlungsreferenz)`,
  ),
};

const isReference = (text: string) => /\d/.test(text);

/** The lines in which files state a number or a payment reference, with the value beside the label. */
export function statedReferences(
  lines: readonly DocumentLine[],
  code: keyof typeof labels,
): { line: DocumentLine; value: string }[] {
  const stated: { line: DocumentLine; value: string }[] = [];
  for (const [at, line] of lines.entries())
    for (const [cellIndex, cell] of line.cells.entries()) {
      const match = labels[code].exec(cell);
      if (match === null) continue;
      const own = cell.slice(match.index + match[0].length);
      const next = line.cells[cellIndex + 1];
      if (isReference(own)) stated.push({ line, value: own });
      else if (next !== undefined && isReference(next)) stated.push({ line, value: next });
      else {
        const below = cellsBelow(lines, at, cellIndex).find((one) => isReference(one.cell));
        if (below !== undefined)
          stated.push({ line: below.line, value: below.isInColumn ? below.cell : below.line.cells.join(' ') });
      }
    }
  return stated;
}

/** Whether a stated value is the reference: text around it does not count. */
export const statesReference = (value: string, key: string): boolean =>
  value.split(/[\s,;()]+/).some((word) => numberKey(word) === key) || numberKey(value) === key;
