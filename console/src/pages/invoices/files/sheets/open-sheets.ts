import type { Sheets } from './sheets.ts';

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
