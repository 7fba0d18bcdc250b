import type { InvoiceFile } from '../../../../api/types.ts';
import type { ByteRange } from '../../../../api.ts';
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
  /** The first sheet, if it was painted before the file is shown. */
  painted?: HTMLCanvasElement;
  /** Text of the first sheets; undefined for formats without text. */
  text?(signal: AbortSignal): Promise<TextLine[]>;
}

export interface SheetSource {
  /** The first bytes of a file that is read in ranges, and all bytes of any other. */
  bytes: ArrayBuffer;
  size: number;
  read(start: number, end: number): Promise<ArrayBuffer>;
  /** Reports that `read` has failed, after which no further sheet can be painted. */
  fail(error: unknown): void;
  /** Aborted once the sheets are not needed any more. */
  signal: AbortSignal;
}

export class PasswordProtected extends Error {}

/** Browsers fail to paint a larger canvas, or run out of memory. */
export const maxPixels = 24_000_000;

// Decoders are large: each is loaded when the first file of its kind is shown.
const openers: Record<string, () => Promise<(source: SheetSource) => Promise<Sheets>>> = {
  'application/pdf': async () => (await import('./open-pdf.ts')).openPdf,
  'image/tiff': async () => (await import('./open-tiff.ts')).openTiff,
};

export const hasSheets = (contentType: string): boolean => contentType in openers;

/** A larger PDF is read in ranges, so that its first page shows before the rest is loaded. */
const maxWholeBytes = 1024 * 1024;
/** A flat page tree makes pdf.js read one such range per page. */
export const rangeBytes = 32 * 1024;

export const isReadInRanges = ({ contentType, size }: Pick<InvoiceFile, 'contentType' | 'size'>): boolean =>
  contentType === 'application/pdf' && size > maxWholeBytes;

/** The bytes of a file that are read first; undefined for all of them. */
export const firstRange = (file: Pick<InvoiceFile, 'contentType' | 'size'>): ByteRange | undefined =>
  isReadInRanges(file) ? { start: 0, end: rangeBytes - 1 } : undefined;

export async function openSheets(file: Blob, contentType: string, source: Omit<SheetSource, 'bytes'>): Promise<Sheets> {
  const opener = openers[contentType];
  if (opener === undefined) throw new Error(`${contentType} has no sheets`);
  const [open, bytes] = await Promise.all([opener(), file.arrayBuffer()]);
  source.signal.throwIfAborted();
  return open({ bytes, ...source });
}
