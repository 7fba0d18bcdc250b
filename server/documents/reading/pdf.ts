import { inflateSync } from 'node:zlib';
import type { PDFPageProxy, TextItem } from 'pdfjs-dist/types/src/display/api.d.ts';
import { cleaned, linesOf, type TextPiece } from './lines.ts';
import type { ReadOutcome } from './outcome.ts';
import type { DocumentPage } from '../../checks/document/text.ts';

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
export async function readPdf({ getDocument, VerbosityLevel }: Library, data: Uint8Array): Promise<ReadOutcome> {
  const opening = getDocument({
    data,
    verbosity: VerbosityLevel.ERRORS,
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
    const pages: DocumentPage[] = [];
    let room = maxLength;
    let isCut = pdf.numPages > maxPages;
    for (let number = 1; number <= Math.min(pdf.numPages, maxPages) && room > 0; number++) {
      const page = await pdf.getPage(number).then(
        (opened) => readPage(opened, Math.min(room, maxPageLength)),
        () => unreadable,
      );
      pages.push(page.lines);
      room -= page.length;
      isCut ||= page.isCut || room <= 0;
    }
    return pages.every((lines) => lines.length === 0) ? { outcome: 'empty' } : { outcome: 'read', pages, isCut };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { outcome: 'failed', reason: isLocked ? 'password' : 'broken' };
  } finally {
    await opening.destroy();
  }
}

interface ReadPage {
  lines: DocumentPage;
  length: number;
  isCut: boolean;
}

/** A broken page leaves the others readable. */
const unreadable: ReadPage = { lines: [], length: 0, isCut: true };

async function readPage(page: PDFPageProxy, maxPageLength: number): Promise<ReadPage> {
  try {
    const toPage = page.getViewport({ scale: 1 }).transform as Matrix;
    const pieces: TextPiece[] = [];
    let length = 0;
    for await (const { text: written, matrix, width, height } of textsOn(page)) {
      const text = cleaned(written);
      length += text.length;
      if (length > maxPageLength || pieces.length === maxPieces) return { lines: linesOf(pieces), length, isCut: true };
      pieces.push({ text, width, height, ...placeOf(product(toPage, matrix)) });
    }
    return { lines: linesOf(pieces), length, isCut: false };
  } catch {
    return unreadable;
  } finally {
    page.cleanup();
  }
}

interface PlacedText {
  text: string;
  matrix: Matrix;
  width: number;
  height: number;
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
  for (const { fieldValue, textContent, hidden, rect } of await page.getAnnotations()) {
    const value: unknown = fieldValue ?? textContent?.join(' ');
    if (hidden || typeof value !== 'string' || value === '') continue;
    const [left, bottom, right, top] = rect as [number, number, number, number];
    const height = Math.min(top - bottom, 12);
    for (const [line, text] of value.split('\n').entries())
      yield { text, matrix: [1, 0, 0, 1, left, top - (line + 1) * height], width: right - left, height };
  }
}

type Matrix = [number, number, number, number, number, number];

const product = ([a, b, c, d, e, f]: Matrix, [a2, b2, c2, d2, e2, f2]: Matrix): Matrix => [
  a * a2 + c * b2,
  b * a2 + d * b2,
  a * c2 + c * d2,
  b * c2 + d * d2,
  a * e2 + c * f2 + e,
  b * e2 + d * f2 + f,
];

/** The axis points down, so a positive angle turns to the right. */
const placeOf = ([a, b, , , x, baseline]: Matrix): Pick<TextPiece, 'x' | 'baseline' | 'turns'> => ({
  x,
  baseline,
  turns: (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4,
});
