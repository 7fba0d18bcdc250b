import { useEffect, useRef } from 'react';

/** So many screens before the end the next rows are asked for. */
const screensAhead = 2;

/** Calls when the reader has scrolled so far that the end of the page is near, and again while it stays near. */
export function useScrolledNear(enabled: boolean, onNear: () => void): void {
  const latest = useRef(onNear);
  latest.current = onNear;
  useEffect(() => {
    if (!enabled) return undefined;
    const look = () => {
      const below = document.documentElement.scrollHeight - window.innerHeight;
      const left = below - window.scrollY;
      // A window that is higher than all that is here cannot be scrolled.
      if ((window.scrollY > 0 || below <= 0) && left < screensAhead * window.innerHeight) latest.current();
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [enabled]);
}
