import { Util, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { linesOf, type Run, type TextLine } from '../find/text-lines.ts';

/** What stands further back in a long file is not looked for. */
const mostSheets = 40;
const mostCharacters = 200_000;

export async function pdfText(pdf: PDFDocumentProxy, signal: AbortSignal): Promise<TextLine[]> {
  const lines: TextLine[] = [];
  let characters = 0;
  for (let sheet = 1; sheet <= Math.min(pdf.numPages, mostSheets) && characters < mostCharacters; sheet++) {
    const page = await pdf.getPage(sheet);
    signal.throwIfAborted();
    const { width, height } = page.getViewport({ scale: 1 });
    const found = linesOf(await runsOf(page), sheet, height / width);
    signal.throwIfAborted();
    lines.push(...found);
    characters += found.reduce((sum, { text }) => sum + text.length, 0);
  }
  return lines;
}

/** The pieces of text of a page as it is shown, the turn that the page itself asks for included. */
async function runsOf(page: PDFPageProxy): Promise<Run[]> {
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  return items.flatMap((item): Run[] => {
    if (!('str' in item) || item.str === '') return [];
    const [a, b, c, d, x, y] = Util.transform(viewport.transform, item.transform) as number[] as Matrix;
    const size = Math.hypot(c, d);
    const along = Math.hypot(a, b) || 1;
    // From where the letters stand, along the line and up from it; turned text takes the box around it.
    const [dx, dy] = [(a / along) * item.width, (b / along) * item.width];
    const [ux, uy] = [(c / (size || 1)) * size * 0.8, (d / (size || 1)) * size * 0.8];
    const [lx, ly] = [-ux * 0.25, -uy * 0.25];
    const xs = [x + lx, x + ux, x + dx + lx, x + dx + ux];
    const ys = [y + ly, y + uy, y + dy + ly, y + dy + uy];
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
