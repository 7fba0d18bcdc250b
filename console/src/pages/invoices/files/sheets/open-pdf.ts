import {
  getDocument,
  GlobalWorkerOptions,
  TextLayer,
  version,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { consolePath } from '../../../../place.ts';
import { pdfText } from './pdf-text.ts';
import { Locked, mostPixels, type Place, type Sheets } from './sheets.ts';

GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url).href;

/** Fonts that a PDF may leave out, maps of characters, and decoders of what scanners write: served beside the console. */
const parts = new URL(`${consolePath}/assets/pdfjs-${version}/`, window.location.origin).href;

export async function openPdf(bytes: ArrayBuffer): Promise<Sheets> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    standardFontDataUrl: `${parts}standard_fonts/`,
    cMapUrl: `${parts}cmaps/`,
    cMapPacked: true,
    wasmUrl: `${parts}wasm/`,
    iccUrl: `${parts}iccs/`,
    isEvalSupported: false,
    // A form of the XFA kind could bring its own scripts; nobody fills in an invoice here.
    enableXfa: false,
  });
  try {
    const pdf = await task.promise;
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    return {
      count: pdf.numPages,
      // Points are 72 to the inch, CSS pixels 96.
      width: (width * 96) / 72,
      ratio: height / width,
      paint: (...how) => paint(pdf, ...how),
      text: (signal) => pdfText(pdf, signal),
      close: () => void task.destroy(),
    };
  } catch (error) {
    void task.destroy();
    throw (error as Error).name === 'PasswordException' ? new Locked() : error;
  }
}

async function paint(
  pdf: PDFDocumentProxy,
  number: number,
  width: number,
  { canvas, words }: Place,
  signal: AbortSignal,
): Promise<number> {
  const page = await pdf.getPage(number);
  signal.throwIfAborted();
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  const density = Math.min(window.devicePixelRatio, Math.sqrt(mostPixels / (viewport.width * viewport.height)));
  const unseen = document.createElement('canvas');
  unseen.width = Math.floor(viewport.width * density);
  unseen.height = Math.floor(viewport.height * density);
  const painting = page.render({ canvas: unseen, viewport, transform: [density, 0, 0, density, 0, 0] });
  const layer = words && new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport });
  signal.addEventListener('abort', () => {
    painting.cancel();
    layer?.cancel();
  });
  await painting.promise;
  canvas.width = unseen.width;
  canvas.height = unseen.height;
  canvas.getContext('2d')?.drawImage(unseen, 0, 0);
  words?.replaceChildren();
  words?.style.setProperty('--total-scale-factor', String(viewport.scale));
  await layer?.render();
  return viewport.height / viewport.width;
}
