import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { InvoiceFile, InvoiceFilePath, InvoicePath } from '../../../../api/types.ts';
import { read } from '../../../../api.ts';
import { useIsSeen } from '../../../../decisions/seen.tsx';
import { fileQuery } from '../use-file.ts';
import { firstRange, hasSheets, openSheets, type Sheets } from './sheets.ts';

interface FileAhead {
  path: InvoiceFilePath;
  leaving: AbortController;
  /** Undefined until its first sheet is painted. */
  sheets?: Sheets;
}

type Slot = RefObject<FileAhead | undefined>;

const Ahead = createContext<Slot>({ current: undefined });

/** Holds the first file of the next invoice, painted, while the reader looks at this one. */
export function AheadProvider({ children }: { children: ReactNode }) {
  const slot: Slot = useRef(undefined);
  useEffect(() => () => slot.current?.leaving.abort(), []);
  return <Ahead value={slot}>{children}</Ahead>;
}

/** Returns a function that hands over the file if it is painted. Whoever takes it ends it. */
export function useTakeAhead(): (path: InvoiceFilePath) => Required<FileAhead> | undefined {
  const slot = use(Ahead);
  return (path) => {
    const { current } = slot;
    if (current?.path !== path || current.sheets === undefined) return undefined;
    slot.current = undefined;
    return { ...current, sheets: current.sheets };
  };
}

/** Used if this invoice has no sheets whose width is known. */
const usualWidth = 800;

/** Fetches the first file of the invoice and paints its first sheet, once the reader has seen the present one. */
export function NextDocument({ path }: { path: InvoicePath }) {
  const client = useQueryClient();
  const slot = use(Ahead);
  const isSeen = useIsSeen();
  // The record itself is fetched by the queue.
  const { data } = useQuery({
    queryKey: ['record', path],
    queryFn: ({ signal }) => read(path, { signal }),
    enabled: false,
  });
  const file: InvoiceFile | undefined = data?.files[0];
  useEffect(() => {
    if (!isSeen || file === undefined) return;
    const filePath = `${path}/files/${file.id}` as const;
    if (slot.current?.path === filePath) return;
    slot.current?.leaving.abort();
    const next: FileAhead = { path: filePath, leaving: new AbortController() };
    slot.current = next;
    // Without it, the file is fetched and painted when it is shown.
    paintAhead().catch(() => undefined);

    async function paintAhead(): Promise<void> {
      const { contentType, size } = file as InvoiceFile;
      const range = firstRange({ contentType, size });
      const data = await client.fetchQuery(fileQuery(filePath, range));
      if (!hasSheets(contentType) || range !== undefined) return;
      const { signal } = next.leaving;
      const whole = { size, read: () => Promise.reject(new Error('The file is whole')), fail: () => undefined, signal };
      const sheets = await openSheets(data, contentType, whole);
      const painted = document.createElement('canvas');
      const width = document.querySelector('[data-sheets] canvas')?.clientWidth || usualWidth;
      await sheets.paint(1, width, { canvas: painted }, signal);
      next.sheets = { ...sheets, painted };
    }
  }, [client, slot, isSeen, file, path]);
  return null;
}
