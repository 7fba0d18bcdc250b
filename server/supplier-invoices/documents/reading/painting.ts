import { Canvas, type Box, type Colour } from './canvas.ts';
import { Glyphs, minAlpha, type ShownText } from './glyphs.ts';
import { initialState, type GraphicsState } from './graphics-state.ts';
import type { TextPiece } from './lines.ts';
import { identity, product, type Matrix } from './matrix.ts';
import { areaOf, boxOf, common, polygonsOf, rectangle, strokesOf, type Polygon } from './paths.ts';

/** A page as pdfjs takes it apart. */
export interface PaintedPage {
  width: number;
  height: number;
  /** From the units of the file to points from the left and from the top. */
  matrix: Matrix;
  operators: Iterable<{ name: string; args: readonly unknown[] }>;
  fontOf: (name: string) => { fontMatrix?: readonly number[]; vertical?: boolean } | undefined;
  isLayerShown: (group: unknown) => boolean;
}

/** Sorts the text of a page by whether a person who looks at it can see it. */
export function sortedText(page: PaintedPage): { seen: TextPiece[]; unseen: TextPiece[] } {
  const painter = new Painter(page);
  for (const { name, args } of page.operators)
    if (Object.hasOwn(painter.operators, name)) painter.operators[name]?.(args as never);
  return painter.sorted();
}

const opaqueAlpha = 0.9;
/** Smaller images are logos and stamps. */
const scanShare = 0.6;

const fills = new Set(['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke']);
const strokes = new Set(['stroke', 'closeStroke', ...[...fills].slice(2)]);

class Painter {
  readonly #page: PaintedPage;
  readonly #sheet: Box;
  readonly #canvas: Canvas;
  readonly #glyphs: Glyphs;
  readonly #saved: GraphicsState[] = [];
  /** Whether each of the layers around is shown. */
  readonly #layers: boolean[] = [];
  /** Whether each of the groups around makes a soft mask, which is not painted. */
  readonly #groups: boolean[] = [];
  #state: GraphicsState;
  #isClipping = false;
  /** Images are left out of the operators, but not the matrix before them: nothing is painted under it. */
  #mayBeImage = false;
  #imageArea = 0;
  #isAnnotation = false;

  constructor(page: PaintedPage) {
    this.#page = page;
    this.#sheet = { left: 0, top: 0, right: page.width, bottom: page.height };
    this.#canvas = new Canvas(page.width, page.height);
    this.#glyphs = new Glyphs(this.#canvas);
    this.#state = initialState(page.matrix, this.#sheet);
  }

  sorted(): ReturnType<typeof sortedText> {
    if (this.#mayBeImage) this.#paintImage();
    return this.#glyphs.sorted(this.#imageArea >= scanShare * areaOf(this.#sheet));
  }

  #paint(polygons: readonly Polygon[], colour: Colour, alpha: number, { isImage = false, isEvenOdd = false } = {}) {
    this.#mayBeImage = false;
    const { groupAlpha, isMixed, clip } = this.#state;
    if (this.#isHidden() || alpha * groupAlpha < minAlpha) return;
    const paint = {
      colour: isMixed ? undefined : colour,
      alpha: alpha * groupAlpha,
      isOpaque: alpha * groupAlpha >= opaqueAlpha && !isMixed && (isImage || colour !== undefined),
      isImage,
    };
    this.#canvas.fill(polygons, paint, clip, isEvenOdd);
  }

  #paintImage(): void {
    const square = rectangle(0, 0, 1, 1, this.#state.matrix);
    if (!this.#isHidden()) this.#imageArea += areaOf(common(boxOf([square]), this.#sheet));
    this.#paint([square], undefined, this.#state.fillAlpha, { isImage: true });
  }

  #isHidden(): boolean {
    return this.#layers.includes(false) || this.#groups.includes(true);
  }

  #save(): void {
    this.#saved.push({ ...this.#state });
  }

  #restore(): void {
    if (this.#mayBeImage) this.#paintImage();
    this.#state = this.#saved.pop() ?? this.#state;
  }

  #enter(matrix: readonly number[] | null | undefined, box: readonly number[] | null | undefined): void {
    const state = this.#state;
    if (matrix) state.matrix = product(state.matrix, [...matrix] as Matrix);
    if (box) {
      const [left = 0, bottom = 0, right = 0, top = 0] = box;
      state.clip = common(state.clip, boxOf([rectangle(left, bottom, right, top, state.matrix)]));
    }
    this.#mayBeImage = false;
  }

  #moveLine(x: number, y: number): void {
    const state = this.#state;
    state.x = state.lineX += x;
    state.y = state.lineY += y;
  }

  #setTextMatrix(matrix: Matrix): void {
    Object.assign(this.#state, { textMatrix: matrix, x: 0, y: 0, lineX: 0, lineY: 0 });
  }

  #setFont(name: string, size: number): void {
    const font = this.#page.fontOf(name);
    const change = { fontUnit: font?.fontMatrix?.[0] ?? 0.001, isVertical: font?.vertical === true, fontSize: size };
    Object.assign(this.#state, change);
  }

  #set(change: Partial<GraphicsState>): void {
    Object.assign(this.#state, change);
  }

  /** By the names that pdfjs gives them. */
  readonly operators: Record<string, (args: never) => void> = {
    save: () => this.#save(),
    restore: () => this.#restore(),
    transform: (matrix: Matrix) => {
      this.#state.matrix = product(this.#state.matrix, matrix);
      this.#mayBeImage = true;
    },
    setLineWidth: ([lineWidth]: [number]) => this.#set({ lineWidth }),
    setGState: ([changes]: [readonly (readonly [string, unknown])[]]) => {
      for (const [key, value] of changes)
        if (key === 'ca') this.#set({ fillAlpha: value as number });
        else if (key === 'CA') this.#set({ strokeAlpha: value as number });
        else if (key === 'BM') this.#set({ isMixed: value !== 'source-over' });
        else if (key === 'SMask') this.#set({ isMixed: Boolean(value) });
        else if (key === 'LW') this.#set({ lineWidth: value as number });
        else if (key === 'Font') this.#setFont(...(value as [string, number]));
    },
    setFillRGBColor: ([colour]: [string]) => this.#set({ fill: parseInt(colour.slice(1), 16) }),
    setStrokeRGBColor: ([colour]: [string]) => this.#set({ stroke: parseInt(colour.slice(1), 16) }),
    setFillColorN: () => this.#set({ fill: undefined }),
    setStrokeColorN: () => this.#set({ stroke: undefined }),
    clip: () => void (this.#isClipping = true),
    eoClip: () => void (this.#isClipping = true),
    constructPath: ([code, [path]]: [string, [ArrayLike<number> | null]]) => {
      const { matrix, fill, fillAlpha, stroke, strokeAlpha, lineWidth } = this.#state;
      const polygons = polygonsOf(path, matrix);
      if (fills.has(code))
        this.#paint(polygons, fill, fillAlpha, { isEvenOdd: code.includes('eo') || code.includes('EO') });
      if (strokes.has(code)) {
        const width = lineWidth * Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
        this.#paint(strokesOf(polygons, width), stroke, strokeAlpha);
      }
      if (this.#isClipping) this.#state.clip = common(this.#state.clip, boxOf(polygons));
      this.#isClipping = false;
    },
    shadingFill: () => {
      const { left, top, right, bottom } = this.#state.clip;
      const whole = rectangle(left, bottom, right, top, identity);
      this.#paint([whole], undefined, this.#state.fillAlpha, { isImage: true });
    },
    paintFormXObjectBegin: ([matrix, box]: [readonly number[] | null, readonly number[] | null]) => {
      this.#save();
      this.#enter(matrix, box);
    },
    paintFormXObjectEnd: () => this.#restore(),
    beginGroup: ([group]: [{ matrix?: readonly number[]; bbox?: readonly number[]; smask?: unknown }]) => {
      this.#save();
      this.#groups.push(Boolean(group.smask));
      this.#enter(group.matrix, group.bbox);
      const { groupAlpha, fillAlpha } = this.#state;
      this.#set({ groupAlpha: groupAlpha * fillAlpha, fillAlpha: 1, strokeAlpha: 1, isMixed: false });
    },
    endGroup: () => {
      this.#restore();
      this.#groups.pop();
    },
    beginAnnotation: ([, box, matrix, inner]: [
      string,
      readonly number[] | null,
      readonly number[],
      readonly number[],
    ]) => {
      this.#save();
      this.#state = initialState(this.#page.matrix, this.#sheet);
      this.#enter(undefined, box);
      this.#enter(matrix, undefined);
      this.#enter(inner, undefined);
      this.#isAnnotation = true;
    },
    endAnnotation: () => {
      this.#restore();
      this.#isAnnotation = false;
    },
    beginMarkedContent: () => void this.#layers.push(true),
    beginMarkedContentProps: ([name, group]: [string, unknown]) =>
      void this.#layers.push(name !== 'OC' || this.#page.isLayerShown(group)),
    endMarkedContent: () => void this.#layers.pop(),
    beginText: () => this.#setTextMatrix(identity),
    setCharSpacing: ([letterSpace]: [number]) => this.#set({ letterSpace }),
    setWordSpacing: ([wordSpace]: [number]) => this.#set({ wordSpace }),
    setHScale: ([percent]: [number]) => this.#set({ stretch: percent / 100 }),
    setLeading: ([leading]: [number]) => this.#set({ leading: -leading }),
    setTextRise: ([rise]: [number]) => this.#set({ rise }),
    setTextRenderingMode: ([textMode]: [number]) => this.#set({ textMode }),
    setFont: ([name, size]: [string, number]) => this.#setFont(name, size),
    setTextMatrix: ([matrix]: [ArrayLike<number>]) => this.#setTextMatrix(Array.from(matrix) as Matrix),
    moveText: ([x, y]: [number, number]) => this.#moveLine(x, y),
    setLeadingMoveText: ([x, y]: [number, number]) => {
      this.#set({ leading: y });
      this.#moveLine(x, y);
    },
    nextLine: () => this.#moveLine(0, this.#state.leading),
    showText: ([text]: [ShownText]) => {
      this.#mayBeImage = false;
      // The values of annotations are read separately, and soft masks are not painted.
      if (!this.#isAnnotation && !this.#groups.includes(true))
        this.#glyphs.show(text, this.#state, this.#layers.includes(false));
    },
  };
}
