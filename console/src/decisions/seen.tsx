import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';

/** A key decides about a record only after it has been on the screen for this long, with its document. */
const lookMs = 500;

export interface SeenTimes {
  /** When the record came on the screen, in milliseconds. */
  recordAt: number;
  /** When the first page of its file did, or the note that there is none or that it cannot be shown. */
  documentAt: number | undefined;
}

/** When keys begin to decide; undefined while the document is still loading. Buttons need not wait. */
export const seenAt = ({ recordAt, documentAt }: SeenTimes): number | undefined =>
  documentAt === undefined ? undefined : Math.max(recordAt, documentAt) + lookMs;

const Seen = createContext({ isSeen: true, isLoading: false, showDocument: () => {} });

/** `content` changes with what a person must see anew, such as the findings of the record. */
export function SeenProvider({ content, children }: { content: string; children: ReactNode }) {
  const [documentAt, setDocumentAt] = useState<number>();
  const [record, setRecord] = useState<{ content: string; at: number }>();
  const [seen, setSeen] = useState<string>();
  useEffect(() => setRecord({ content, at: performance.now() }), [content]);
  useEffect(() => {
    if (record === undefined) return undefined;
    const at = seenAt({ recordAt: record.at, documentAt });
    if (at === undefined) return undefined;
    const timer = setTimeout(() => setSeen(record.content), at - performance.now());
    return () => clearTimeout(timer);
  }, [record, documentAt]);
  const showDocument = useCallback(() => setDocumentAt((earlier) => earlier ?? performance.now()), []);
  const isLoading = documentAt === undefined;
  const value = useMemo(
    () => ({ isSeen: seen === content, isLoading, showDocument }),
    [seen, content, isLoading, showDocument],
  );
  return <Seen value={value}>{children}</Seen>;
}

/** Outside of a provider everything counts as seen. */
export const useIsSeen = (): boolean => use(Seen).isSeen;

/** Whether the record's document is still loading. */
export const useIsDocumentLoading = (): boolean => use(Seen).isLoading;

/** For whatever shows the record's document. */
export function useDocumentShown(isShown: boolean): void {
  const { showDocument } = use(Seen);
  useEffect(() => {
    if (isShown) showDocument();
  }, [isShown, showDocument]);
}
