import { countrySpecs } from 'ibantools';
import { isIban } from '../numbers/iban.ts';
import { ofPayer } from './giro-labels.ts';
import { cellsBelow, type DocumentLine } from './lines.ts';

export interface NamedIban {
  /** Without spaces. */
  iban: string;
  cell: string;
  line: DocumentLine;
}

const lengthOf = (country: string): number | undefined =>
  Object.hasOwn(countrySpecs, country) ? (countrySpecs[country]?.chars ?? undefined) : undefined;

/** The first letters and digits of a text, up to a length. Single spaces, dots and hyphens may group them. */
function leading(text: string, from: number, length: number): { compact: string; end: number } {
  let compact = '';
  let end = from;
  for (let isGap = false; end < text.length && compact.length < length; end++) {
    const character = text[end] as string;
    if (/[0-9A-Z]/.test(character)) {
      compact += character;
      isGap = false;
    } else if (isGap || !/[ .-]/.test(character)) break;
    else isGap = true;
  }
  return { compact, end };
}

const ibanStart = /[a-z]{2} ?[\doil]{2}/;

/** Letters that look like digits, after the country. */
const withDigits = (compact: string): string =>
  compact.slice(0, 2) + compact.slice(2).replaceAll(/[OIL]/g, (letter) => (letter === 'O' ? '0' : '1'));

const validIban = (compact: string, length: number): string | undefined =>
  compact.length === length ? [compact, withDigits(compact)].find((one) => isIban(one)) : undefined;

/** "Ert IBAN", "your account:". */
const isPayers = (before: string) => ofPayer.test(before.replace(/(?:konto|account|iban|[.: ])*$/, ' '));

/** A cell of groups, in which a number may continue. */
const isGroups = (cell: string) =>
  /^[0-9a-z]{1,8}(?:[ -][0-9a-z]{1,8})*$/.test(cell) && (/\d/.test(cell) || cell.length === 4);

/**
 * Finds valid IBANs, with or without a label. One that is broken at the end of its cell continues in the next cells or
 * below, also on the next page.
 */
export function ibansIn(lines: readonly DocumentLine[]): NamedIban[] {
  const found: NamedIban[] = [];
  for (const [at, line] of lines.entries())
    for (const [cellIndex, cell] of line.cells.entries()) {
      if (!ibanStart.test(cell)) continue;
      const capitals = cell.toUpperCase();
      for (const { index } of capitals.matchAll(/[A-Z]{2} ?[\dOIL]{2}/g)) {
        const length = lengthOf(capitals.slice(index, index + 2));
        if (length === undefined || isPayers(cell.slice(Math.max(0, index - 40), index))) continue;
        const { compact, end } = leading(capitals, index, length);
        const endings = end < capitals.length ? [] : continuations(lines, at, cellIndex, length - compact.length);
        const iban =
          validIban(compact, length) ??
          endings.map((rest) => validIban(compact + rest, length)).find((one) => one !== undefined);
        if (iban !== undefined) found.push({ iban, cell, line });
      }
    }
  return found;
}

function continuations(lines: readonly DocumentLine[], at: number, cellIndex: number, length: number): string[] {
  if (length <= 0) return [];
  const startOf = (text: string) => leading(text.toUpperCase(), 0, length).compact;
  const following = (lines[at] as DocumentLine).cells.slice(cellIndex + 1);
  const next = lines[at + 1];
  const isNextPage = next !== undefined && next.page !== lines[at]?.page && next.file === lines[at]?.file;
  const inRow = following.findIndex((cell) => !isGroups(cell));
  const row = (inRow === -1 ? following : following.slice(0, inRow)).join(' ');
  const below = cellsBelow(lines, at, cellIndex).map(({ cell }) => cell);
  return [row, ...below, below.join(' '), ...(isNextPage ? [next.cells[0] as string, next.cells.join(' ')] : [])]
    .filter((text) => text !== '')
    .map(startOf);
}
