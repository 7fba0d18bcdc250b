import {
  getDocument,
  GlobalWorkerOptions,
  PDFDataRangeTransport,
  TextLayer,
  Util,
  version,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { consolePath } from '../../../../base-path.ts';
import { linesOf, type TextLine, type TextRun } from '../find/text-lines.ts';
import { maxPixels, PasswordProtected, rangeBytes, type SheetLayers, type Sheets, type SheetSource } from './sheets.ts';

GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url).href;

/** Fonts, character maps and image decoders that pdf.js fetches by name; vite.config.ts puts them there. */
const parts = new URL(`${consolePath}/assets/pdfjs-${version}/`, window.location.origin).href;

const cssPixelsPerPoint = 96 / 72;

export async function openPdf(source: SheetSource): Promise<Sheets> {
  const bytes = new Uint8Array(source.bytes);
  const isWhole = bytes.length === source.size;
  const task = getDocument({
    ...(isWhole
      ? { data: bytes }
      : { range: new Ranges(source, bytes), rangeChunkSize: rangeBytes, disableAutoFetch: true, disableStream: true }),
    standardFontDataUrl: `${parts}standard_fonts/`,
    cMapUrl: `${parts}cmaps/`,
    cMapPacked: true,
    wasmUrl: `${parts}wasm/`,
    iccUrl: `${parts}iccs/`,
    isEvalSupported: false,
    // XFA forms may contain scripts, and nobody fills in an invoice here.
    enableXfa: false,
  });
  source.signal.addEventListener('abort', () => void task.destroy());
  try {
    const pdf = await task.promise;
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    let reportPainted: () => void = () => undefined;
    const painted = new Promise<void>((resolve) => {
      reportPainted = resolve;
    });
    return {
      count: pdf.numPages,
      width: width * cssPixelsPerPoint,
      ratio: height / width,
      paint: async (number, width, layers, signal) => {
        const ratio = await paint(pdf, number, width, layers, signal);
        reportPainted();
        return ratio;
      },
      text: async (signal) => {
        // Reading the text also loads the pictures of the pages.
        if (!isWhole) await painted;
        return readText(pdf, signal);
      },
    };
  } catch (error) {
    throw (error as Error).name === 'PasswordException' ? new PasswordProtected() : error;
  }
}

/** Parts that pdf.js needs for the pages shown. */
class Ranges extends PDFDataRangeTransport {
  readonly #source: SheetSource;

  constructor(source: SheetSource, first: Uint8Array) {
    super(source.size, first);
    this.#source = source;
  }

  override requestDataRange(begin: number, end: number): void {
    const { read, fail, signal } = this.#source;
    read(begin, end - 1).then((bytes) => signal.aborted || this.onDataRange(begin, new Uint8Array(bytes)), fail);
  }
}

async function paint(
  pdf: PDFDocumentProxy,
  number: number,
  width: number,
  { canvas, text }: SheetLayers,
  signal: AbortSignal,
): Promise<number> {
  const page = await pdf.getPage(number);
  signal.throwIfAborted();
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  const density = Math.min(window.devicePixelRatio, Math.sqrt(maxPixels / (viewport.width * viewport.height)));
  // The old picture stays on the visible canvas until the new one is complete, so that nothing flickers.
  const buffer = document.createElement('canvas');
  buffer.width = Math.floor(viewport.width * density);
  buffer.height = Math.floor(viewport.height * density);
  const painting = page.render({ canvas: buffer, viewport, transform: [density, 0, 0, density, 0, 0] });
  const layer = text && new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport });
  signal.addEventListener('abort', () => {
    painting.cancel();
    layer?.cancel();
  });
  await painting.promise;
  canvas.width = buffer.width;
  canvas.height = buffer.height;
  canvas.getContext('2d')?.drawImage(buffer, 0, 0);
  text?.replaceChildren();
  text?.style.setProperty('--total-scale-factor', String(viewport.scale));
  await layer?.render();
  return viewport.height / viewport.width;
}

/** Values are not searched for beyond these bounds. */
const maxTextSheets = 40;
const maxCharacters = 200_000;

async function readText(pdf: PDFDocumentProxy, signal: AbortSignal): Promise<TextLine[]> {
  const lines: TextLine[] = [];
  let characters = 0;
  for (let sheet = 1; sheet <= Math.min(pdf.numPages, maxTextSheets) && characters < maxCharacters; sheet++) {
    const page = await pdf.getPage(sheet);
    signal.throwIfAborted();
    const { width, height } = page.getViewport({ scale: 1 });
    const added = linesOf(await runsOf(page), sheet, height / width);
    signal.throwIfAborted();
    lines.push(...added);
    characters += added.reduce((sum, { text }) => sum + text.length, 0);
  }
  return lines;
}

/** Ascent and descent of usual letters, as parts of the font size. */
const ascent = 0.8;
const descent = 0.2;

/** Text pieces in viewport coordinates, with the page's own rotation applied. */
async function runsOf(page: PDFPageProxy): Promise<TextRun[]> {
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  return items.flatMap((item): TextRun[] => {
    if (!('str' in item) || item.str === '') return [];
    const [a, b, c, d, x, y] = Util.transform(viewport.transform, item.transform) as number[] as Matrix;
    const length = item.width / (Math.hypot(a, b) || 1);
    // Rotated text gets the box around its four corners.
    const corners = [0, length].flatMap((along) =>
      [-descent, ascent].map((up) => [x + along * a + up * c, y + along * b + up * d] as const),
    );
    const xs = corners.map(([left]) => left);
    const ys = corners.map(([, top]) => top);
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    return [
      {
        text: item.str,
        x: left / viewport.width,
        y: top / viewport.height,
        width: (Math.max(...xs) - left) / viewport.width,
        height: (Math.max(...ys) - top) / viewport.height,
      },
    ];
  });
}

type Matrix = [number, number, number, number, number, number];
