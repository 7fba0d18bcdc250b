import { useEffect, useState, type RefObject } from 'react';

/** Whether an element is on the screen, or less than a screen away from it, in the part that scrolls around it. */
export function useNear(element: RefObject<HTMLElement | null>, around = '[data-sheets]'): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: element.current.closest(around),
      rootMargin: '100%',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, around]);
  return near;
}
