import { plainText } from '../../../common/numbers/digits.ts';
import { asciiDigits } from '../../../common/text/numerals.ts';
import { skeletonOf } from '../../../common/text/skeleton.ts';
import type { DocumentPage, DocumentText } from './text.ts';

/** One line of a file, with its text in a form that rules can compare. */
export interface DocumentLine {
  file: DocumentText;
  /** Counted from 1. */
  page: number;
  /** As it stands in the file. */
  text: string;
  /** Its columns in lower case, with ASCII digits, plain spaces and hyphens. */
  cells: readonly string[];
}

/** No line of an invoice is longer. */
const maxLineLength = 2_000;

/** Characters of all files of an invoice that are compared; comparing them takes less than half a second. */
const maxLength = 300_000;
/** Each line counts as this many characters more, which bounds their number. */
const lineCost = 20;

const raisedDigits = /[\u00B2\u00B3\u00B9\u2070-\u209C]/g;
const dashes = /[\u2010-\u2015\u2212]/g;
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\uFFFD]/gu;
/** Marks of a keycap, for example. */
const marksOfDigits = /(?<=\d)\p{M}+/gu;
const isPlain = /^[\n -~\u00A0-\u00AC\u00AE-\u00FF]*$/;

export interface DocumentLines {
  lines: DocumentLine[];
  /** A file has no text, or more than was read. */
  isPartial: boolean;
  /** The files of which more was there than is compared. */
  cut: DocumentText[];
}

/** Each file has an equal share of the characters that are compared. */
export function linesOf(
  files: readonly DocumentText[],
  pagesOf = (file: DocumentText): readonly DocumentPage[] => file.pages,
): DocumentLines {
  const lines: DocumentLine[] = [];
  const cut: DocumentText[] = [];
  let isPartial = false;
  for (const file of files) {
    const before = lines.length;
    let room = maxLength / files.length;
    let isCut = file.isCut === true;
    for (const [at, page] of pagesOf(file).entries())
      for (const text of page) {
        room -= text.length + lineCost;
        if (room < 0) break;
        isCut ||= text.length > maxLineLength;
        const cells = cellsOf(text.slice(0, maxLineLength));
        if (cells.length > 0) lines.push({ file, page: at + 1, text, cells });
      }
    isCut ||= room < 0;
    if (isCut) cut.push(file);
    isPartial ||= isCut || lines.length === before;
  }
  return { lines, isPartial, cut };
}

/** For character classes: the letters of the languages that are written with Latin letters. */
export const letters = 'a-z\\u00DF-\\u024F';

/** Letters set apart, such as B a n k g i r o. */
const setApart = /(?<!\S)\p{L}(?: \p{L}){3,}(?!\S)/gu;

/** A raised digit is a mark of a footnote or of a unit, not a part of a number. */
const cellsOf = (text: string): string[] =>
  latin(plainText(text.replace(raisedDigits, '')).slice(0, 2 * text.length))
    .toLowerCase()
    .replace(dashes, '-')
    .split(/\s{2,}|[\t|]/)
    .map((cell) => cell.trim().replace(setApart, (word) => word.replaceAll(' ', '')))
    .filter((cell) => cell !== '');

/** Characters of other scripts that look like Latin letters or are digits become those. */
const latin = (text: string): string =>
  isPlain.test(text)
    ? text
    : asciiDigits(text)
        .replace(invisible, '')
        .replace(marksOfDigits, '')
        .replace(/[^\0-\u024F\P{L}]/gu, (letter) => {
          const look = skeletonOf(letter);
          return /^[a-z]$/.test(look) ? look : letter;
        });

/** The number of lines below a label in which its value may be. */
const maxLinesBelow = 2;

export interface CellBelow {
  cell: string;
  line: DocumentLine;
  /** Whether its line has as many cells as that of the label, so that they are rows of a table. */
  isInColumn: boolean;
}

/** The cells in which the value of a label may be: the one below it, or all of a line that has other columns. */
export function cellsBelow(lines: readonly DocumentLine[], at: number, cellIndex: number): CellBelow[] {
  const { cells, file, page } = lines[at] as DocumentLine;
  const below: CellBelow[] = [];
  for (let distance = 1; distance <= maxLinesBelow; distance++) {
    const line = lines[at + distance];
    if (line === undefined || line.file !== file) break;
    // The columns of the next page are others.
    const isInColumn = line.page === page && line.cells.length === cells.length;
    const own = isInColumn ? line.cells.slice(cellIndex, cellIndex + 1) : line.cells;
    for (const cell of own) below.push({ cell, line, isInColumn });
  }
  return below;
}

const maxProofLength = 200;

/** The line as it stands in the file. A long one is cut so that it keeps the part that proves the finding. */
export function proofOf(
  { file, page, text }: DocumentLine,
  part = '',
): {
  attachmentId: string;
  fileName: string;
  page: number;
  text: string;
} {
  const whole = text.trim();
  const from =
    whole.length <= maxProofLength ? 0 : Math.max(0, whole.toLowerCase().indexOf(part) + part.length - maxProofLength);
  const cut = whole.slice(from, from + maxProofLength).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return { attachmentId: file.attachmentId, fileName: file.fileName.slice(0, 255), page, text: cut };
}
