import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { InvoiceFile, InvoiceFilePath } from '../../../../api/types.ts';
import { isOutage } from '../../../../api.ts';
import { pauseBefore } from '../../../../live/recovery.ts';
import type { TextLine } from '../find/text-lines.ts';
import { fileQuery, useFile } from '../use-file.ts';

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

async function openSheets(file: Blob, contentType: string, source: Omit<SheetSource, 'bytes'>): Promise<Sheets> {
  const opener = openers[contentType];
  if (opener === undefined) throw new Error(`${contentType} has no sheets`);
  const [open, bytes] = await Promise.all([opener(), file.arrayBuffer()]);
  source.signal.throwIfAborted();
  return open({ bytes, ...source });
}

/** `opened` is an Error if the file cannot be read or opened, and undefined while it is being opened. */
export function useSheets({ contentType, size }: InvoiceFile, path: InvoiceFilePath) {
  const client = useQueryClient();
  const range = isReadInRanges({ contentType, size }) ? { start: 0, end: rangeBytes - 1 } : undefined;
  const { data, error, refetch } = useFile(path, range);
  const [result, setResult] = useState<Sheets | Error>();
  useEffect(() => {
    if (data === undefined) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const read = async (start: number, end: number) => {
      // Pages appear late after an outage; a refusal ends the reading.
      const retry = (_tries: number, failure: Error) => !signal.aborted && isOutage(failure);
      const part = await client.fetchQuery({ ...fileQuery(path, { start, end }), retry, retryDelay: pauseBefore });
      return part.arrayBuffer();
    };
    const fail = (failure: unknown) => {
      if (signal.aborted) return;
      setResult(failure instanceof Error ? failure : new Error(String(failure)));
      leaving.abort();
    };
    openSheets(data, contentType, { size, read, fail, signal }).then(
      (sheets) => signal.aborted || setResult(sheets),
      fail,
    );
    return () => leaving.abort();
  }, [client, data, path, contentType, size]);
  return { opened: error ?? result, retry: () => void refetch() };
}
