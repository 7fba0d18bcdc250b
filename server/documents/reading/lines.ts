/** A piece of text on a page, as pdfjs finds it. */
export interface TextPiece {
  text: string;
  /** Its place on the page as a reader sees it, in points from the left and from the top. */
  x: number;
  baseline: number;
  width: number;
  /** Of the font. */
  height: number;
  /** In quarter turns to the right, as a reader sees it. */
  turns: number;
}

/** Shares of the font's height. */
const sameBaseline = 0.35;
const wordGap = 0.15;
const columnGap = 1;
const sameSpot = 0.3;

/** The lines of a page from top to bottom; text in another direction than most comes last. */
export function linesOf(pieces: readonly TextPiece[]): string[] {
  const visible = pieces.filter(isVisible);
  return [0, 1, 2, 3]
    .map((turns) => visible.filter((piece) => piece.turns === turns).map(upright))
    .toSorted((one, other) => other.length - one.length)
    .flatMap((turned) => rowsOf(turned).map(textOf))
    .filter((line) => line !== '');
}

const isVisible = ({ text, x, baseline, width, height }: TextPiece) =>
  text.trim() !== '' && [x, baseline, width, height].every(Number.isFinite);

function upright(piece: TextPiece): TextPiece {
  const { x, baseline, turns } = piece;
  if (turns === 1) return { ...piece, x: baseline, baseline: -x };
  if (turns === 2) return { ...piece, x: -x, baseline: -baseline };
  return turns === 3 ? { ...piece, x: -baseline, baseline: x } : piece;
}

function rowsOf(pieces: TextPiece[]): TextPiece[][] {
  const rows: TextPiece[][] = [];
  let first: TextPiece | undefined;
  for (const piece of pieces.toSorted((one, other) => one.baseline - other.baseline)) {
    const isSame =
      first !== undefined && piece.baseline - first.baseline <= sameBaseline * Math.min(first.height, piece.height);
    if (isSame) (rows.at(-1) as TextPiece[]).push(piece);
    else {
      rows.push([piece]);
      first = piece;
    }
  }
  return rows;
}

function textOf(row: TextPiece[]): string {
  let line = '';
  let before: TextPiece | undefined;
  for (const piece of row.toSorted((one, other) => one.x - other.x)) {
    const height = Math.max(piece.height, 1);
    if (before !== undefined) {
      // Some programs make text bold by writing it twice.
      if (piece.text === before.text && piece.x - before.x < sameSpot * height) continue;
      const gap = piece.x - before.x - before.width;
      line += gap > columnGap * height ? '  ' : gap > wordGap * height ? ' ' : '';
    }
    line += piece.text;
    before = piece;
  }
  return cleaned(line);
}

const invisible = /[\p{Cc}\p{Cf}\p{Cs}\u00AD]/gu;
/** Letters that were set apart, such as F A K T U R A. */
const setApart = /(?<!\S)\S(?: \S){3,}(?!\S)/gu;

const cleaned = (line: string): string =>
  line
    .normalize('NFKC')
    .replace(/[\t\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' ')
    .replace(invisible, '')
    .replace(/ {2,}/g, '  ')
    .trim()
    .replace(setApart, (letters) => letters.replaceAll(' ', ''));
