import { useEffect, useState } from 'react';
import type { TextLine } from '../find/text-lines.ts';

export interface SheetLayers {
  canvas: HTMLCanvasElement;
  /** Gets the text as invisible spans, so that it can be read aloud, selected and copied. */
  text?: HTMLElement;
}

export interface Sheets {
  count: number;
  /** Width of the first sheet at 100 per cent, in CSS pixels. */
  width: number;
  /** Height divided by width of the first sheet: the estimate for sheets that are not painted yet. */
  ratio: number;
  /** Paints a sheet at a width in CSS pixels and returns its height divided by its width. */
  paint(number: number, width: number, layers: SheetLayers, signal: AbortSignal): Promise<number>;
  /** Text of the first sheets; undefined for formats without text. */
  text?(signal: AbortSignal): Promise<TextLine[]>;
  close(): void;
}

export class PasswordProtected extends Error {}

/** Browsers fail to paint a larger canvas, or run out of memory. */
export const maxPixels = 24_000_000;

// Decoders are large: each is loaded when the first file of its kind is shown.
const openers: Record<string, () => Promise<(bytes: ArrayBuffer) => Promise<Sheets>>> = {
  'application/pdf': async () => (await import('./open-pdf.ts')).openPdf,
  'image/tiff': async () => (await import('./open-tiff.ts')).openTiff,
};

export const hasSheets = (contentType: string): boolean => contentType in openers;

async function openSheets(file: Blob, contentType: string): Promise<Sheets> {
  const opener = openers[contentType];
  if (opener === undefined) throw new Error(`${contentType} has no sheets`);
  const [open, bytes] = await Promise.all([opener(), file.arrayBuffer()]);
  return open(bytes);
}

/** Returns an Error if the file cannot be opened, and undefined while it is being opened. */
export function useSheets(file: Blob | undefined, contentType: string): Sheets | Error | undefined {
  const [result, setResult] = useState<Sheets | Error>();
  useEffect(() => {
    if (file === undefined) return undefined;
    let isLeft = false;
    const opening = openSheets(file, contentType);
    opening.then(
      (sheets) => isLeft || setResult(sheets),
      (error: unknown) => isLeft || setResult(error instanceof Error ? error : new Error(String(error))),
    );
    return () => {
      isLeft = true;
      void opening.then((sheets) => sheets.close()).catch(() => undefined);
    };
  }, [file, contentType]);
  return result;
}
