/** A piece of text on a page, cleaned. */
export interface TextPiece {
  text: string;
  /** Its place on the page as a reader sees it, in points from the left and from the top. */
  x: number;
  baseline: number;
  width: number;
  /** The size of the font. */
  height: number;
  /** In quarter turns to the right, as a reader sees it. */
  turns: number;
}

/** All are shares of the font's height. */
const sameBaseline = 0.35;
const wordGap = 0.15;
const columnGap = 1;
const sameSpot = 0.3;

/** Gaps between letters that were set apart differ by less than this factor. */
const sameGap = 1.5;

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
  const pieces = withoutRepeats(row.toSorted((one, other) => one.x - other.x));
  const gaps = pieces.map((piece, at) => (at === 0 ? 0 : gapBetween(pieces[at - 1] as TextPiece, piece)));
  const areLetters = (at: number) => at > 0 && pieces[at]?.text.length === 1 && pieces[at - 1]?.text.length === 1;
  const letterGap = medianOf(gaps.filter((_, at) => areLetters(at)));
  const separator = (before: string, text: string, at: number): string => {
    const gap = gaps[at] as number;
    if (gap <= wordGap || (areLetters(at) && gap <= sameGap * letterGap)) return '';
    if (gap > columnGap) return '  ';
    return before.endsWith(' ') || text.startsWith(' ') ? '' : ' ';
  };
  const line = pieces.reduce((before, { text }, at) => before + separator(before, text, at) + text, '');
  return line.replace(/ {2,}/g, '  ').trim();
}

/** Some programs make text bold by writing it twice. */
const withoutRepeats = (pieces: TextPiece[]) =>
  pieces.filter(({ text, x, height }, at) => {
    const before = pieces[at - 1];
    return before === undefined || before.text !== text || x - before.x >= sameSpot * height;
  });

const gapBetween = (one: TextPiece, other: TextPiece) => (other.x - one.x - one.width) / Math.max(other.height, 1);

/** Zero if there are too few letters to tell whether they were set apart. */
const medianOf = (gaps: number[]): number =>
  gaps.length < 3 ? 0 : (gaps.toSorted((one, other) => one - other)[gaps.length >> 1] as number);

const spaces = /[\t-\r\p{Z}]+/gu;
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu;
/** Letters that were set apart, such as F A K T U R A. */
const setApart = /^\S(?: \S){3,}$/u;

/** Without ligatures, soft hyphens and odd spaces. */
export function cleaned(text: string): string {
  const plain = text.normalize('NFKC').replace(spaces, ' ').replace(invisible, '');
  return setApart.test(plain.trim()) ? plain.replaceAll(' ', '') : plain;
}
