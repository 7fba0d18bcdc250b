import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

const screensAhead = 2;

/** Calls back when the reader has scrolled near the end of a list, and again while the end stays near. */
export function useNearEnd(enabled: boolean, end: RefObject<HTMLElement | null>, onNear: () => void): void {
  const latest = useRef(onNear);
  latest.current = onNear;
  useEffect(() => {
    if (!enabled) return undefined;
    const check = () => {
      const scrollable = document.documentElement.scrollHeight - window.innerHeight;
      const left = (end.current?.getBoundingClientRect().top ?? Infinity) - window.innerHeight;
      // A page that is shorter than the window cannot be scrolled.
      if ((window.scrollY > 0 || scrollable <= 0) && left < screensAhead * window.innerHeight) latest.current();
    };
    check();
    window.addEventListener('scroll', check, { passive: true });
    return () => window.removeEventListener('scroll', check);
  }, [enabled, end]);
}

interface Anchor {
  rows: unknown;
  list: string;
  row?: { name: string; top: number } | undefined;
}

function rowInTheMiddle(frame: HTMLElement | null): Anchor['row'] {
  if (frame === null || window.scrollY === 0) return undefined;
  for (const row of frame.querySelectorAll<HTMLElement>('tr[data-row]')) {
    const { top, bottom } = row.getBoundingClientRect();
    if (bottom > window.innerHeight / 2)
      return row.dataset.index === '0' ? undefined : { name: row.dataset.row ?? '', top };
  }
  return undefined;
}

/**
 * Keeps the row in the middle of the window in place when rows are inserted above it. Browsers do not do that for a
 * table with a sticky header. `list` identifies the list: other filters or another sort make another list.
 */
export function useScrollAnchor(frame: RefObject<HTMLElement | null>, rows: unknown, list: string): void {
  const anchor = useRef<Anchor>({ rows: undefined, list });
  // The document still shows the rows of the previous render.
  if (anchor.current.rows !== rows)
    anchor.current = { rows, list, row: anchor.current.list === list ? rowInTheMiddle(frame.current) : undefined };
  useLayoutEffect(() => {
    const { row } = anchor.current;
    const body = frame.current?.querySelector('tbody');
    if (row === undefined || !body) return undefined;
    let position = window.scrollY;
    const restore = () => {
      // The reader has scrolled in the meantime.
      if (window.scrollY !== position) return;
      const now = body.querySelector(`tr[data-row="${CSS.escape(row.name)}"]`)?.getBoundingClientRect().top;
      if (now !== undefined && Math.abs(now - row.top) > 1)
        window.scrollBy({ top: now - row.top, behavior: 'instant' });
      position = window.scrollY;
    };
    restore();
    // A new row may get its height later.
    const observer = new ResizeObserver(restore);
    observer.observe(body);
    return () => observer.disconnect();
  }, [frame, rows]);
}

export function useTooWide(frame: RefObject<HTMLElement | null>): boolean {
  const [tooWide, setTooWide] = useState(false);
  useLayoutEffect(() => {
    const [outer, inner] = [frame.current, frame.current?.firstElementChild];
    if (outer === null || !inner) return undefined;
    const observer = new ResizeObserver(() => setTooWide(inner.scrollWidth > outer.clientWidth + 1));
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [frame]);
  return tooWide;
}
