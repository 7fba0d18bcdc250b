/** A piece of text and its place on the sheet, in parts of the sheet's width and height from the top left. */
export interface TextRun {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Pieces at the same height, from left to right. A wide gap is a tab, a narrow one a blank. */
export interface TextLine {
  /** Number of the sheet, from 1; in a text file the index of the line. */
  sheet: number;
  text: string;
  runs: { from: number; run: TextRun }[];
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** `ratio` is the sheet's height divided by its width. */
export function linesOf(runs: readonly TextRun[], sheet: number, ratio: number): TextLine[] {
  const words = runs.filter(({ text }) => text.trim() !== '').toSorted((a, b) => middleOf(a) - middleOf(b));
  const lines: TextRun[][] = [];
  for (const run of words) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (first !== undefined && middleOf(run) - middleOf(first) < 0.4 * Math.min(run.height, first.height))
      line?.push(run);
    else lines.push([run]);
  }
  return lines.map((line) => joined(line, sheet, ratio));
}

const middleOf = ({ y, height }: TextRun) => y + height / 2;

function joined(line: TextRun[], sheet: number, ratio: number): TextLine {
  let text = '';
  let end = Number.NEGATIVE_INFINITY;
  const runs = line
    .toSorted((a, b) => a.x - b.x)
    .filter((run, at, all) => !isDoubled(run, all[at - 1], ratio))
    .map((run) => {
      // The gap in letter heights; `ratio` converts from parts of the height to parts of the width.
      const gap = (run.x - end) / (run.height * ratio);
      if (text !== '' && gap > 0.08) text += gap > 0.9 ? '\t' : ' ';
      const from = text.length;
      text += run.text;
      end = run.x + run.width;
      return { from, run };
    });
  return { sheet, text, runs };
}

/** Some programs make text bold by writing it twice. */
const isDoubled = (run: TextRun, before: TextRun | undefined, ratio: number) =>
  run.text === before?.text && run.x - before.x < 0.3 * run.height * ratio;

export function areasOf(
  { runs }: TextLine,
  { from, to }: { from: number; to: number },
  widthOf: (text: string) => number = (text) => text.length,
): Area[] {
  return runs.flatMap(({ from: begin, run }) => {
    const [first, last] = [Math.max(from - begin, 0), Math.min(to - begin, run.text.length)];
    if (first >= last) return [];
    const whole = widthOf(run.text) || 1;
    const [left, right] = [first, last].map((at) => (widthOf(run.text.slice(0, at)) / whole) * run.width) as [
      number,
      number,
    ];
    return [{ x: run.x + left, y: run.y, width: right - left, height: run.height }];
  });
}
