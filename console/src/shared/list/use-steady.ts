import { useLayoutEffect, useRef, type RefObject } from 'react';

interface Seen {
  rows: unknown;
  /** Which list it is: other filters or another sort are another list. */
  of: string;
  /** The row in the middle of the window, and how far it is from its top. */
  row?: { name: string; top: number } | undefined;
}

function inTheMiddle(frame: HTMLElement | null): Seen['row'] {
  if (frame === null || window.scrollY === 0) return undefined;
  for (const row of frame.querySelectorAll<HTMLElement>('tr[data-row]')) {
    const { top, bottom } = row.getBoundingClientRect();
    if (bottom > window.innerHeight / 2)
      return row.dataset.index === '0' ? undefined : { name: row.dataset.row ?? '', top };
  }
  return undefined;
}

/**
 * Keeps what the reader looks at in its place when rows come in above. Browsers do that by themselves, but not where a table's header
 * sticks to the window.
 */
export function useSteady(frame: RefObject<HTMLElement | null>, rows: unknown, of: string): void {
  const seen = useRef<Seen>({ rows: undefined, of });
  // Here the page still is as the reader sees it.
  if (seen.current.rows !== rows)
    seen.current = { rows, of, row: seen.current.of === of ? inTheMiddle(frame.current) : undefined };
  useLayoutEffect(() => {
    const { row } = seen.current;
    const body = frame.current?.querySelector('tbody');
    if (row === undefined || !body) return undefined;
    let left = window.scrollY;
    const putBack = () => {
      // Who scrolls meanwhile goes where they want.
      if (window.scrollY !== left) return;
      const now = body.querySelector(`tr[data-row="${CSS.escape(row.name)}"]`)?.getBoundingClientRect().top;
      if (now !== undefined && Math.abs(now - row.top) > 1)
        window.scrollBy({ top: now - row.top, behavior: 'instant' });
      left = window.scrollY;
    };
    putBack();
    // A row that has just come in may take its height a moment later.
    const observer = new ResizeObserver(putBack);
    observer.observe(body);
    return () => observer.disconnect();
  }, [frame, rows]);
}
