import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.d.ts';
import type { Matrix } from './matrix.ts';

export interface PlacedText {
  text: string;
  matrix: Matrix;
  width: number;
  height: number;
}

interface Annotation {
  rect: [number, number, number, number];
  annotationFlags?: number;
  fieldValue?: unknown;
  /** The lines that its appearance shows. */
  textContent?: readonly string[];
  contentsObj?: { str?: string };
}

const hiddenFlags = 2 | 32;
const maxLineHeight = 12;
const withoutSpaces = (text: string) => text.replace(/\s+/g, '');

/** The texts of form fields and notes. A reader sees the appearance of a field, which may differ from its value. */
export async function annotationTexts(page: PDFPageProxy): Promise<{ seen: PlacedText[]; unseen: PlacedText[] }> {
  const seen: PlacedText[] = [];
  const unseen: PlacedText[] = [];
  for (const annotation of (await page.getAnnotations()) as Annotation[]) {
    const { fieldValue, textContent, contentsObj, annotationFlags = 0 } = annotation;
    const shown = textContent?.join('\n').trim() ?? '';
    const value = [fieldValue]
      .flat()
      .filter((one) => typeof one === 'string')
      .join('\n');
    const texts = new Set([shown === '' ? value : shown, contentsObj?.str ?? '']);
    for (const text of texts) ((annotationFlags & hiddenFlags) === 0 ? seen : unseen).push(...placed(text, annotation));
    if (shown !== '' && withoutSpaces(value) !== withoutSpaces(shown)) unseen.push(...placed(value, annotation));
  }
  return { seen, unseen };
}

const placed = (text: string, { rect: [left, bottom, right, top] }: Annotation): PlacedText[] => {
  if (text === '') return [];
  const height = Math.min(top - bottom, maxLineHeight);
  return text.split(/[\n\r]+/).map((line, at) => ({
    text: line,
    matrix: [1, 0, 0, 1, left, top - (at + 1) * height],
    width: right - left,
    height,
  }));
};
