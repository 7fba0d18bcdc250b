/** In points from the left and from the top of the page. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Red, green and blue in 24 bits; undefined if it is not known, such as that of an image. */
export type Colour = number | undefined;

export interface Paint {
  colour: Colour;
  alpha: number;
  /** Whether nothing under it can be seen. */
  isOpaque: boolean;
  isImage: boolean;
}

const maxCells = 512_000;
/** Cells and edges; a page of an invoice needs less than a tenth. */
const maxWork = 50_000_000;
const edgeWork = 20;
const unknown = -1;
const white = 0xffffff;

export class TooMuchPaint extends Error {}

/** A page in cells of about a point, each with the colour of the last paint and with the number of the last opaque one. */
export class Canvas {
  readonly #scale: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #colours: Int32Array;
  /** Twice the number of the last opaque paint, plus one if it was an image. */
  readonly #covers: Uint32Array;
  #paints = 0;
  #work = 0;

  constructor(width: number, height: number) {
    this.#scale = Math.min(4, Math.sqrt(maxCells / (width * height)));
    this.#columns = Math.max(1, Math.floor(width * this.#scale));
    this.#rows = Math.max(1, Math.floor(height * this.#scale));
    if (!(this.#columns * this.#rows <= maxCells)) throw new TooMuchPaint();
    this.#colours = new Int32Array(this.#columns * this.#rows).fill(white);
    this.#covers = new Uint32Array(this.#columns * this.#rows);
  }

  /** For `coverAt`: paints from now on have a higher number. */
  get paints(): number {
    return this.#paints;
  }

  #cellAt(x: number, y: number): number {
    const column = Math.min(this.#columns - 1, Math.max(0, Math.floor(x * this.#scale)));
    return Math.min(this.#rows - 1, Math.max(0, Math.floor(y * this.#scale))) * this.#columns + column;
  }

  colourAt(x: number, y: number): Colour {
    const colour = this.#colours[this.#cellAt(x, y)] as number;
    return colour === unknown ? undefined : colour;
  }

  /** The last opaque paint over a place after the first `paints`. */
  coverAt(x: number, y: number, paints: number): 'shape' | 'image' | undefined {
    const cover = this.#covers[this.#cellAt(x, y)] as number;
    if (cover >> 1 <= paints) return undefined;
    return cover % 2 === 1 ? 'image' : 'shape';
  }

  /** Polygons are lists of x and y. A place is inside if the edges around it do not cancel out, or by `isEvenOdd`. */
  fill(polygons: readonly (readonly number[])[], paint: Paint, clip: Box, isEvenOdd = false): void {
    this.#paints += 1;
    const top = Math.max(0, Math.round(clip.top * this.#scale));
    const bottom = Math.min(this.#rows, Math.round(clip.bottom * this.#scale));
    const crossings = new Map<number, { x: number; turn: number }[]>();
    for (const points of polygons)
      for (let at = 0; at < points.length; at += 2) {
        const [x, y, toX, toY] = [0, 1, 2, 3].map(
          (step) => (points[(at + step) % points.length] as number) * this.#scale,
        ) as [number, number, number, number];
        if (![x, y, toX, toY].every(Number.isFinite)) continue;
        const last = Math.min(bottom, Math.round(Math.max(y, toY)));
        const first = Math.max(top, Math.round(Math.min(y, toY)));
        this.#count(edgeWork * (1 + Math.max(0, last - first)));
        for (let row = first; row < last; row++) {
          const crossing = { x: x + ((row + 0.5 - y) / (toY - y)) * (toX - x), turn: toY > y ? 1 : -1 };
          const others = crossings.get(row);
          if (others === undefined) crossings.set(row, [crossing]);
          else others.push(crossing);
        }
      }
    for (const [row, edges] of crossings) {
      edges.sort((one, other) => one.x - other.x);
      let turns = 0;
      for (const [at, { x, turn }] of edges.entries()) {
        turns += isEvenOdd ? 1 - 2 * turns : turn;
        const next = edges[at + 1];
        if (turns !== 0 && next !== undefined) this.#fillRow(row, x, next.x, paint, clip);
      }
    }
  }

  #fillRow(row: number, from: number, to: number, { colour, alpha, isOpaque, isImage }: Paint, clip: Box): void {
    const left = Math.max(0, Math.round(Math.max(from, clip.left * this.#scale)));
    const right = Math.min(this.#columns, Math.round(Math.min(to, clip.right * this.#scale)));
    if (right <= left) return;
    this.#count(right - left);
    const start = row * this.#columns;
    if (colour === undefined || isOpaque) this.#colours.fill(colour ?? unknown, start + left, start + right);
    else
      for (let at = start + left; at < start + right; at++)
        this.#colours[at] = mixed(this.#colours[at] as number, colour, alpha);
    if (isOpaque) this.#covers.fill(2 * this.#paints + Number(isImage), start + left, start + right);
  }

  #count(work: number): void {
    this.#work += work;
    if (this.#work > maxWork) throw new TooMuchPaint();
  }
}

const mixed = (below: number, above: number, alpha: number): number => {
  if (below === unknown) return unknown;
  const channel = (shift: number) =>
    Math.round(((below >> shift) & 0xff) * (1 - alpha) + ((above >> shift) & 0xff) * alpha) << shift;
  return channel(16) | channel(8) | channel(0);
};
