/** A piece of text where it stands on its sheet. All measures are parts of the sheet's width and height, from the top left. */
export interface Run {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What stands beside each other on a sheet, from left to right. A wide gap is a tab, a narrow one a blank. */
export interface TextLine {
  /** The sheet, from 1; of a text file the line. */
  sheet: number;
  text: string;
  runs: { from: number; run: Run }[];
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Puts the pieces of a sheet together to lines. `ratio` is the sheet's height by its width. */
export function linesOf(runs: readonly Run[], sheet: number, ratio: number): TextLine[] {
  const words = runs.filter(({ text }) => text.trim() !== '').toSorted((a, b) => middleOf(a) - middleOf(b));
  const lines: Run[][] = [];
  for (const run of words) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (first !== undefined && middleOf(run) - middleOf(first) < 0.4 * Math.min(run.height, first.height))
      line?.push(run);
    else lines.push([run]);
  }
  return lines.map((line) => joined(line, sheet, ratio));
}

const middleOf = ({ y, height }: Run) => y + height / 2;

function joined(line: Run[], sheet: number, ratio: number): TextLine {
  let text = '';
  let end = Number.NEGATIVE_INFINITY;
  const runs = line
    .toSorted((a, b) => a.x - b.x)
    .map((run) => {
      // The gap by the size of the letters, which is measured the other way round.
      const gap = (run.x - end) / (run.height * ratio);
      if (text !== '' && gap > 0.08) text += gap > 0.9 ? '\t' : ' ';
      const from = text.length;
      text += run.text;
      end = run.x + run.width;
      return { from, run };
    });
  return { sheet, text, runs };
}

/** Where some of a line's characters stand: an area for each piece that has any of them. */
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
