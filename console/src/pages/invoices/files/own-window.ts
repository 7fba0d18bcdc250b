import { createContext, use, useEffect } from 'react';
import type { InvoiceFilePath } from '../../../api/types.ts';
import { consolePath } from '../../../base-path.ts';

/** All files open in one window of this name. */
const windowName = 'doorway-document';
const channelName = 'doorway.document';

export interface ShownFile {
  companyId: string;
  invoiceId: string;
  file: string;
}

const inPath = /^\/companies\/([\w-]+)\/invoices\/([\w-]+)\/files\/([\w-]+)$/;

function shownFileOf(path: string): ShownFile | undefined {
  const [, companyId, invoiceId, file] = inPath.exec(path) ?? [];
  if (companyId === undefined || invoiceId === undefined || file === undefined) return undefined;
  return { companyId, invoiceId, file };
}

const OwnWindowContext = createContext(false);
export const OwnWindowProvider = OwnWindowContext.Provider;

export const useIsOwnWindow = (): boolean => use(OwnWindowContext);

export function openOwnWindow(path: InvoiceFilePath): void {
  const shown = shownFileOf(path);
  if (shown === undefined) return;
  window
    .open(
      `${consolePath}/companies/${shown.companyId}/invoices/${shown.invoiceId}/file?file=${shown.file}`,
      windowName,
      'popup,width=960,height=1100',
    )
    ?.focus();
}

export function useShareShownFile(path: InvoiceFilePath | undefined): void {
  const isOwnWindow = useIsOwnWindow();
  useEffect(() => {
    const shown = path === undefined || isOwnWindow ? undefined : shownFileOf(path);
    if (shown === undefined) return;
    const channel = new BroadcastChannel(channelName);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Only this origin receives it.
    channel.postMessage(shown);
    channel.close();
  }, [path, isOwnWindow]);
}

export function useShownElsewhere(show: (file: ShownFile) => void): void {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', ({ data }: MessageEvent<Partial<ShownFile>>) => {
      const shown = shownFileOf(`/companies/${data.companyId}/invoices/${data.invoiceId}/files/${data.file}`);
      if (shown !== undefined) show(shown);
    });
    return () => channel.close();
  }, [show]);
}
