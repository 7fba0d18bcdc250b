import { useLayoutEffect, useState, type RefObject } from 'react';

/** Whether what stands in a frame is wider than it, so that it has to be scrolled to the side. */
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
