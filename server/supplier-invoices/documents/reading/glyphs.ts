import { type Canvas, TooMuchPaint, type Colour } from './canvas.ts';
import type { GraphicsState } from './graphics-state.ts';
import type { TextPiece } from './lines.ts';
import { pointOf, product } from './matrix.ts';

/** Glyphs of pdfjs and the distances between them. */
export type ShownText = readonly (number | { unicode: string; width: number; isSpace: boolean })[];

interface Glyph extends TextPiece {
  /** Three places that show whether it is covered. */
  points: readonly [number, number][];
  /** The number of paints before it. */
  paints: number;
  /** Unseen text is never painted, or not so that a person can read it. */
  look: 'seen' | 'unseen' | 'not painted';
  /** Glyphs of a run have no gap between them. */
  run: number;
}

const maxGlyphs = 100_000;
const minPoints = 3;
export const minAlpha = 0.1;
/** A share of the font's size. */
const runGap = 0.15;

const inks = [['fill'], ['stroke'], ['fill', 'stroke'], []] as const;

/** The text of a page, glyph by glyph, with what a person sees of it. */
export class Glyphs {
  readonly #all: Glyph[] = [];
  readonly #canvas: Canvas;
  #run = 0;

  constructor(canvas: Canvas) {
    this.#canvas = canvas;
  }

  /** Moves the place of the state to the end of the text. */
  show(text: ShownText, state: GraphicsState, isHidden: boolean): void {
    this.#run += 1;
    const gap = runGap * Math.abs(state.fontSize);
    for (const glyph of text) {
      if (typeof glyph === 'number') {
        const distance = (-glyph * state.fontSize) / 1000;
        if (distance > gap) this.#run += 1;
        advance(state, distance);
        continue;
      }
      const width = glyph.width * state.fontUnit * state.fontSize;
      const space = state.letterSpace + (glyph.isSpace ? state.wordSpace : 0);
      if (glyph.unicode.trim() === '') this.#run += 1;
      else this.#all.push(this.#glyph(glyph.unicode, width, state, isHidden));
      if (this.#all.length > maxGlyphs) throw new TooMuchPaint();
      if (space > gap) this.#run += 1;
      advance(state, width + space);
    }
  }

  #glyph(text: string, unstretched: number, state: GraphicsState, isHidden: boolean): Glyph {
    const matrix = product(state.matrix, state.textMatrix);
    const [a, b, c, d] = matrix;
    const width = unstretched * state.stretch;
    const size = Math.abs(state.fontSize);
    const bottom = state.y + state.rise;
    const [x, baseline] = pointOf(matrix, state.x, bottom);
    const height = size * Math.hypot(c, d);
    const points = [0.2, 0.5, 0.8].map((share) => pointOf(matrix, state.x + share * width, bottom + 0.3 * size));
    return {
      text,
      x,
      baseline,
      width: Math.abs(width) * Math.hypot(a, b),
      height,
      turns: (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4,
      points,
      paints: this.#canvas.paints,
      look:
        isHidden || Math.min(height, size * Math.abs(state.stretch) * Math.hypot(a, b)) < minPoints
          ? 'unseen'
          : this.#look(state, points),
      run: this.#run,
    };
  }

  /** The text modes from 4 on also clip. */
  #look(state: GraphicsState, points: Glyph['points']): Glyph['look'] {
    const used = inks[(state.textMode % 4) as 0 | 1 | 2 | 3];
    if (used.length === 0) return 'not painted';
    const [x, y] = points[1] as [number, number];
    const { left, top, right, bottom } = state.clip;
    const isInside = x >= left && x <= right && y >= top && y <= bottom;
    const isRead = used.some(
      (ink) =>
        state[`${ink}Alpha`] * state.groupAlpha >= minAlpha &&
        atMost(points, ([across, down]) => isLegible(state[ink], this.#canvas.colourAt(across, down))),
    );
    return isInside && isRead ? 'seen' : 'unseen';
  }

  /**
   * The text that a person sees, and the rest. Programs that scan paper put the text that they recognise over or under
   * the picture of the sheet, so on such a page it counts as seen unless there is more other text.
   */
  sorted(isScan: boolean): { seen: TextPiece[]; unseen: TextPiece[] } {
    const coversOf = ({ points, paints }: Glyph) => points.map(([x, y]) => this.#canvas.coverAt(x, y, paints));
    const sorts = this.#all.map((glyph) => {
      const covers = coversOf(glyph);
      const isCovered = atMost(covers, (cover) => cover !== undefined);
      const isPictured = glyph.look === 'not painted' || (isCovered && covers.includes('image'));
      if (glyph.look === 'unseen') return 'unseen';
      return isPictured ? 'pictured' : isCovered ? 'unseen' : 'seen';
    });
    const count = (sort: string) => sorts.filter((one) => one === sort).length;
    const isLayer = isScan && count('pictured') > count('seen');
    const isSeen = (at: number) => sorts[at] === 'seen' || (isLayer && sorts[at] === 'pictured');
    return {
      seen: runsOf(this.#all.filter((_, at) => isSeen(at))),
      unseen: runsOf(this.#all.filter((_, at) => !isSeen(at))),
    };
  }
}

/** Whether it is so at most of three places. */
const atMost = <T>(points: readonly T[], isSo: (point: T) => boolean): boolean => points.filter(isSo).length >= 2;

function advance(state: GraphicsState, length: number): void {
  if (state.isVertical) state.y -= length;
  else state.x += length * state.stretch;
}

function runsOf(glyphs: readonly Glyph[]): TextPiece[] {
  const runs: (TextPiece & { run: number })[] = [];
  for (const { text, x, baseline, width, height, turns, run } of glyphs) {
    const last = runs.at(-1);
    if (last?.run !== run) runs.push({ text, x, baseline, width, height, turns, run });
    else {
      last.text += text;
      last.width = Math.max(last.width, Math.hypot(x - last.x, baseline - last.baseline) + width);
    }
  }
  return runs;
}

/** White on a paler grey than E0 is not read by a person. */
const minRatio = 1.3;
/** Colours as bright as each other can still be told apart, such as yellow on white. */
const minDistance = 96;

const channelsOf = (colour: number) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];

/** The relative luminance of WCAG. */
function luminanceOf(colour: number): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Whether a person can read text on a background. Unknown colours count as different. */
function isLegible(text: Colour, background: Colour): boolean {
  if (text === undefined || background === undefined) return true;
  if (text === background) return false;
  const [one, other] = [luminanceOf(text), luminanceOf(background)].toSorted((a, b) => b - a) as [number, number];
  if ((one + 0.05) / (other + 0.05) >= minRatio) return true;
  const others = channelsOf(background);
  return channelsOf(text).some((channel, at) => Math.abs(channel - (others[at] as number)) >= minDistance);
}
