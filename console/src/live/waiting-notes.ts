import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Refusal } from '../api/types.ts';
import { ApiFailure, change } from '../api.ts';
import { useSession } from '../session.ts';
import { hasEnded, subscribeToEnd } from '../session-end.ts';
import { refresh } from '../shared/form/use-change.ts';
import { pauseBefore } from './recovery.ts';

/** A note that was written during an outage. Its id makes sure that it is written once, however often it is sent. */
export interface WaitingNote {
  operator: string;
  companyId: string;
  invoiceId: string;
  id: string;
  text: string;
  mentions: string[];
  /** Why the service has refused it, if it has. */
  refusal?: Partial<Refusal>;
}

const key = 'doorway.waiting-notes';
const listeners = new Set<() => void>();
let stored = '';
let notes: readonly WaitingNote[] = [];

/** Reads the storage each time, because other windows of the browser write it too. */
function kept(): readonly WaitingNote[] {
  let text = '[]';
  try {
    text = localStorage.getItem(key) ?? '[]';
  } catch {
    // Without storage no note can wait.
  }
  if (text !== stored) [stored, notes] = [text, JSON.parse(text) as WaitingNote[]];
  return notes;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function keep(next: readonly WaitingNote[]): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(next));
  } catch {
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}

/** False if this browser keeps nothing. */
export const keepNote = (note: WaitingNote): boolean => keep([...kept().filter(({ id }) => id !== note.id), note]);

export const dropNote = (id: string): boolean => keep(kept().filter((note) => note.id !== id));

/** The notes of this operator that are not saved yet. */
export function useWaitingNotes(): readonly WaitingNote[] {
  const { id } = useSession();
  return useSyncExternalStore(subscribe, kept, kept).filter(({ operator }) => operator === id);
}

export const pathOf = ({ companyId, invoiceId }: WaitingNote) =>
  `/companies/${encodeURIComponent(companyId)}/invoices/${encodeURIComponent(invoiceId)}` as const;

export const sendNote = (note: WaitingNote) =>
  change('POST', `${pathOf(note)}/notes`, { id: note.id, text: note.text, mentions: note.mentions });

/** Sends the notes that wait, one after the other, whenever the service answers. */
export function useSendWaitingNotes(works: boolean): void {
  const client = useQueryClient();
  const next = useWaitingNotes().find(({ refusal }) => refusal === undefined);
  const isEnded = useSyncExternalStore(subscribeToEnd, hasEnded, hasEnded);
  const [failures, setFailures] = useState(0);
  const latest = useRef(next);
  latest.current = next;
  useEffect(() => {
    if (next === undefined || !works || isEnded) return undefined;
    const send = async () => {
      const note = latest.current;
      if (note === undefined) return;
      try {
        const answer = await sendNote(note);
        dropNote(note.id);
        client.setQueryData(['record', pathOf(note)], answer);
        setFailures(0);
        await refresh(client);
      } catch (error) {
        if (isRefused(error)) keepNote({ ...note, refusal: error.body });
        else setFailures((count) => count + 1);
      }
    };
    const timer = setTimeout(() => void send(), failures === 0 ? 0 : pauseBefore(failures));
    return () => clearTimeout(timer);
  }, [client, next?.id, works, isEnded, failures]);
}

/** Whether the service would refuse the same request again. */
const isRefused = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status);

/** A random UUID. The browser's own function exists only on pages that came by HTTPS. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
