import { createContext, use, useEffect } from 'react';
import type { InvoiceFilePath } from '../../../api/types.ts';
import { consolePath } from '../../../place.ts';

/** There is one such window, so the next file that is opened so comes into the same one. */
const windowName = 'doorway-document';
const channelName = 'doorway.document';

/** A file of an invoice, as it is told from window to window. */
export interface Told {
  companyId: string;
  invoiceId: string;
  file: string;
}

const inPath = /^\/companies\/([\w-]+)\/invoices\/([\w-]+)\/files\/([\w-]+)$/;

function toldOf(path: string): Told | undefined {
  const [, companyId, invoiceId, file] = inPath.exec(path) ?? [];
  if (companyId === undefined || invoiceId === undefined || file === undefined) return undefined;
  return { companyId, invoiceId, file };
}

const AloneContext = createContext(false);
export const AloneProvider = AloneContext.Provider;

/** Whether this is the window with nothing but the file. */
export const useIsAlone = (): boolean => use(AloneContext);

export function openOwnWindow(path: InvoiceFilePath): void {
  const told = toldOf(path);
  if (told === undefined) return;
  window
    .open(
      `${consolePath}/companies/${told.companyId}/invoices/${told.invoiceId}/file?file=${told.file}`,
      windowName,
      'popup,width=960,height=1100',
    )
    ?.focus();
}

/** Tells the file's own window, if there is one, what is looked at here. */
export function useTellWindow(path: InvoiceFilePath | undefined): void {
  const isAlone = useIsAlone();
  useEffect(() => {
    const told = path === undefined || isAlone ? undefined : toldOf(path);
    if (told === undefined) return;
    const channel = new BroadcastChannel(channelName);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel is heard by this origin only.
    channel.postMessage(told);
    channel.close();
  }, [path, isAlone]);
}

/** Follows what is looked at in the other windows. */
export function useFollow(go: (told: Told) => void): void {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', ({ data }: MessageEvent<Partial<Told>>) => {
      const told = toldOf(`/companies/${data.companyId}/invoices/${data.invoiceId}/files/${data.file}`);
      if (told !== undefined) go(told);
    });
    return () => channel.close();
  }, [go]);
}
