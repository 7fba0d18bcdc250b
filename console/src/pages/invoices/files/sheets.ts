/** Where a sheet is painted. */
export interface Place {
  canvas: HTMLCanvasElement;
  /** For the words on the sheet, so that they can be read aloud, selected and copied. */
  words: HTMLElement;
}

/** A file as sheets of paper, whatever kind of file it is. */
export interface Sheets {
  count: number;
  /** Height by width of the first sheet: the best guess for one that was not painted yet. */
  ratio: number;
  /** Paints a sheet at a width in CSS pixels and answers its height by width. */
  paint(number: number, width: number, place: Place, signal: AbortSignal): Promise<number>;
  close(): void;
}

/** A file that is locked with a password. */
export class Locked extends Error {}

/** More than this a browser does not paint, or only with the memory of everything else. */
export const mostPixels = 24_000_000;

const openers: Record<string, () => Promise<(bytes: ArrayBuffer) => Promise<Sheets>>> = {
  'application/pdf': async () => (await import('./open-pdf.ts')).openPdf,
  'image/tiff': async () => (await import('./open-tiff.ts')).openTiff,
};

export const hasSheets = (contentType: string): boolean => contentType in openers;

/** What reads a kind of file is large, and is loaded when the first file of that kind is looked at. */
export async function openSheets(file: Blob, contentType: string): Promise<Sheets> {
  const opener = openers[contentType];
  if (opener === undefined) throw new Error(`${contentType} has no sheets`);
  const [open, bytes] = await Promise.all([opener(), file.arrayBuffer()]);
  return open(bytes);
}
