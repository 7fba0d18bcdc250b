import { inflateSync } from 'node:zlib';
import type { PDFPageProxy, TextItem } from 'pdfjs-dist/types/src/display/api.d.ts';
import type { OptionalContentConfig } from 'pdfjs-dist/types/src/display/optional_content_config.d.ts';
import { annotationTexts, type PlacedText } from './annotations.ts';
import { TooMuchPaint } from './canvas.ts';
import { cleaned, linesOf, type TextPiece } from './lines.ts';
import { product, type Matrix } from './matrix.ts';
import type { ReadOutcome } from './outcome.ts';
import { sortedText } from './painting.ts';
import type { DocumentPage } from '../../../checks/document/text.ts';

const maxPages = 30;
const maxPieces = 20_000;
const maxPageLength = 50_000;
const maxLength = 200_000;

/** A longer stream is left to pdfjs, which decompresses more slowly, and only as far as it reads. */
const maxInflatedBytes = 16 * 1024 * 1024;

/** The one of Node has no limit, and its buffers stay allocated when the thread is ended. */
class BoundedDecompression extends TransformStream<Uint8Array, Uint8Array> {
  constructor() {
    super({
      transform: (bytes, controller) => controller.enqueue(inflateSync(bytes, { maxOutputLength: maxInflatedBytes })),
    });
  }
}

/**
 * pdfjs loads a canvas library if it finds itself in Node. Text needs none, only names that browsers have. Its core runs in this
 * same thread.
 */
export async function loadLibrary() {
  Object.defineProperty(process, Symbol.toStringTag, { value: 'thread' });
  Object.assign(globalThis, { DOMMatrix: Object, DecompressionStream: BoundedDecompression });
  if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { platform: '', userAgent: '' } });
  const [library, core] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    // @ts-expect-error The core has no types.
    import('pdfjs-dist/legacy/build/pdf.worker.mjs'),
  ]);
  Object.assign(globalThis, { pdfjsWorker: core });
  return library;
}

export type Library = Awaited<ReturnType<typeof loadLibrary>>;

/** Reads the text of the first pages. Form fields count, because a reader sees them. */
export async function readPdf(library: Library, data: Uint8Array): Promise<ReadOutcome> {
  const opening = library.getDocument({
    data,
    verbosity: library.VerbosityLevel.ERRORS,
    isEvalSupported: false,
    useWasm: false,
    useSystemFonts: false,
    disableFontFace: true,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: 0,
  });
  try {
    const pdf = await opening.promise;
    const layers = await pdf.getOptionalContentConfig();
    const pages: ReadPage[] = [];
    let room = maxLength;
    let isCut = pdf.numPages > maxPages;
    for (let number = 1; number <= Math.min(pdf.numPages, maxPages) && room > 0; number++) {
      const page = await pdf.getPage(number).then(
        (opened) => readPage(opened, Math.min(room, maxPageLength), library.OPS, layers),
        () => unreadable,
      );
      pages.push(page);
      room -= page.length;
      isCut ||= page.isCut || room <= 0;
    }
    const hasUnseen = pages.some(({ unseen }) => unseen.length > 0);
    const text = { ...(hasUnseen && { unseen: pages.map(({ unseen }) => unseen) }), isCut };
    return pages.every(({ lines }) => lines.length === 0)
      ? { outcome: 'empty', ...text }
      : { outcome: 'read', pages: pages.map(({ lines }) => lines), ...text };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { outcome: 'failed', reason: isLocked ? 'password' : 'broken' };
  } finally {
    await opening.destroy();
  }
}

interface ReadPage {
  lines: DocumentPage;
  unseen: DocumentPage;
  length: number;
  isCut: boolean;
}

/** A broken page leaves the others readable. */
const unreadable: ReadPage = { lines: [], unseen: [], length: 0, isCut: true };

async function readPage(
  page: PDFPageProxy,
  maxPageLength: number,
  codes: Library['OPS'],
  layers: OptionalContentConfig,
): Promise<ReadPage> {
  const toPage = page.getViewport({ scale: 1 }).transform as Matrix;
  const pieceOf = ({ text, matrix, width, height }: PlacedText): TextPiece => ({
    text: cleaned(text),
    width,
    height,
    ...placeOf(product(toPage, matrix)),
  });
  try {
    const pieces: TextPiece[] = [];
    let length = 0;
    for await (const text of textsOn(page)) {
      const piece = pieceOf(text);
      length += piece.text.length;
      if (length > maxPageLength || pieces.length === maxPieces)
        return { lines: linesOf(pieces), unseen: [], length, isCut: true };
      pieces.push(piece);
    }
    const notes = await annotationTexts(page);
    const unseenNotes = notes.unseen.map(pieceOf);
    const seenNotes = notes.seen.map(pieceOf);
    for (const { text } of [...seenNotes, ...unseenNotes]) length += text.length;
    if (length > maxPageLength) return { lines: linesOf(pieces), unseen: [], length, isCut: true };
    const sorted = await sortedPieces(page, codes, layers);
    // The order and the spaces of pdfjs are better, so they are used if a person sees everything.
    const seen = sorted === undefined || sorted.unseen.length === 0 ? pieces : sorted.seen;
    return {
      lines: linesOf([...seen, ...seenNotes]),
      unseen: linesOf([...(sorted?.unseen ?? []), ...unseenNotes]),
      length,
      isCut: sorted === undefined,
    };
  } catch {
    return unreadable;
  } finally {
    page.cleanup();
  }
}

/** Undefined if the page paints too much to follow. */
async function sortedPieces(page: PDFPageProxy, codes: Library['OPS'], layers: OptionalContentConfig) {
  const names = new Map(Object.entries(codes).map(([name, code]) => [code, name]));
  const { fnArray, argsArray } = await page.getOperatorList();
  const { width, height, transform } = page.getViewport({ scale: 1 });
  try {
    const { seen, unseen } = sortedText({
      width,
      height,
      matrix: transform as Matrix,
      operators: operatorsOf(fnArray, argsArray, names),
      fontOf: (name) => (page.commonObjs.has(name) ? page.commonObjs.get(name) : undefined),
      isLayerShown: (group) => layers.isVisible(group) as boolean,
    });
    const clean = (pieces: TextPiece[]) => pieces.map((piece) => ({ ...piece, text: cleaned(piece.text) }));
    return { seen: clean(seen), unseen: clean(unseen) };
  } catch (error) {
    if (error instanceof TooMuchPaint) return undefined;
    throw error;
  }
}

function* operatorsOf(codes: readonly number[], args: readonly unknown[], names: ReadonlyMap<number, string>) {
  for (const [at, code] of codes.entries()) {
    const name = names.get(code) ?? '';
    const given = (args[at] ?? []) as readonly unknown[];
    yield { name, args: name === 'constructPath' ? [names.get(given[0] as number), ...given.slice(1)] : given };
  }
}

async function* textsOn(page: PDFPageProxy): AsyncGenerator<PlacedText> {
  const content = (page.streamTextContent() as ReadableStream<{ items: TextItem[] }>).getReader();
  try {
    for (let next = await content.read(); !next.done; next = await content.read())
      for (const { str, transform, width, height } of next.value.items)
        yield {
          text: str,
          matrix: transform as Matrix,
          width,
          height: height || Math.hypot(transform[2], transform[3]),
        };
  } finally {
    // Don't wait: pdfjs never answers if it has sent the whole stream.
    content.cancel(new Error('the rest is not read')).catch(() => undefined);
  }
}

/** The axis points down, so a positive angle turns to the right. */
const placeOf = ([a, b, , , x, baseline]: Matrix): Pick<TextPiece, 'x' | 'baseline' | 'turns'> => ({
  x,
  baseline,
  turns: (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4,
});
