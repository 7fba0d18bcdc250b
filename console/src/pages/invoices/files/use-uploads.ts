import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { ApiFailure, attachFile } from '../../../api.ts';
import { useSession } from '../../../session.ts';
import { refresh } from '../../../shared/form/use-change.ts';
import { useText } from '../../../text.ts';
import { documentText } from './text.ts';

export interface Upload {
  key: number;
  name: string;
  /** From 0 to 1. */
  share: number;
  failure?: ApiFailure;
  stop: () => void;
}

let keys = 0;

/** Attaches files one after the other. Files that were refused stay listed with the reason until they are dismissed. */
export function useUploads(path: InvoicePath, onAttached: (id: string) => void) {
  const t = useText(documentText);
  const client = useQueryClient();
  const { maxFileBytes } = useSession();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const last = useRef(Promise.resolve());
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);

  const drop = (key: number) => setUploads((now) => now.filter((upload) => upload.key !== key));
  const change = (key: number, changed: Partial<Upload>) =>
    setUploads((now) => now.map((upload) => (upload.key === key ? { ...upload, ...changed } : upload)));

  async function send(file: File, key: number, signal: AbortSignal): Promise<Invoice | undefined> {
    try {
      signal.throwIfAborted();
      // The service would break off the connection of a body that is far too large, and its reason might get lost.
      if (file.size > maxFileBytes) throw tooLarge(maxFileBytes);
      const invoice = await attachFile(path, file, { signal, onProgress: (share) => change(key, { share }) });
      drop(key);
      return invoice;
    } catch (error) {
      if (!(error instanceof ApiFailure)) drop(key);
      else if (isShown.current) change(key, { failure: error });
      else notifications.show({ message: t.notAttached(file.name), color: 'red', autoClose: false });
      return undefined;
    }
  }

  async function sendAll(files: { file: File; key: number; signal: AbortSignal }[]): Promise<void> {
    let many = 0;
    for (const { file, key, signal } of files) {
      const invoice = await send(file, key, signal);
      if (invoice === undefined) continue;
      many += 1;
      client.setQueryData(['record', path], invoice);
      const attached = invoice.files.at(-1);
      if (attached !== undefined) onAttached(attached.id);
    }
    if (many === 0) return;
    notifications.show({ message: t.attached(many), color: 'teal' });
    await refresh(client);
  }

  const add = (files: readonly File[]) => {
    const added = files.map((file) => ({ file, key: (keys += 1), leaving: new AbortController() }));
    setUploads((now) => [
      ...now.filter(({ failure }) => failure === undefined),
      ...added.map(({ file, key, leaving }) => ({ key, name: file.name, share: 0, stop: () => leaving.abort() })),
    ]);
    const sending = added.map(({ leaving, ...upload }) => ({ ...upload, signal: leaving.signal }));
    last.current = last.current.then(() => sendAll(sending));
  };
  return { uploads, add, drop };
}

const tooLarge = (bytes: number) =>
  new ApiFailure(400, ' ', undefined, {
    code: 'body.invalid',
    parameters: { count: 1 },
    problems: [{ path: '', code: 'file.large', parameters: { bytes }, problem: '' }],
  });
