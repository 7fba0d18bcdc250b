import { Text } from '@mantine/core';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { invoicesText } from '../../../text/invoices.ts';
import { useText } from '../../../text.ts';
import type { Sheets } from './sheets.ts';
import styles from './sheets.module.css';

interface Props {
  sheets: Sheets;
  number: number;
  width: number;
  fileName: string;
}

/** One sheet. It is painted when the reader comes near, and let go when the reader is far away again. */
export function Sheet({ sheets, number, width, fileName }: Props) {
  const t = useText(invoicesText);
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const near = useNear(frame);
  const [ratio, setRatio] = useState(sheets.ratio);
  const [state, setState] = useState<'blank' | 'painted' | 'failed'>('blank');
  useEffect(() => {
    const place = canvas.current !== null && words.current !== null && { canvas: canvas.current, words: words.current };
    if (width === 0 || !place) return undefined;
    if (!near) {
      place.canvas.width = 0;
      place.words.replaceChildren();
      return undefined;
    }
    const leaving = new AbortController();
    sheets.paint(number, width, place, leaving.signal).then(
      (is) => {
        setRatio(is);
        setState('painted');
      },
      () => leaving.signal.aborted || setState('failed'),
    );
    // What was painted stays until the new is ready, so that nothing flickers.
    return () => leaving.abort();
  }, [sheets, number, width, near]);
  return (
    <div ref={frame} className={styles.sheet} style={{ width, height: Math.round(width * ratio) }} data-state={state}>
      <canvas ref={canvas} role="img" aria-label={t.sheet(number, sheets.count, fileName)} className={styles.canvas} />
      <div ref={words} className={styles.words} />
      {state === 'failed' && (
        <Text className={styles.failed} size="sm">
          {t.sheetFailed(number)}
        </Text>
      )}
    </div>
  );
}

/** Whether an element is on the screen, or less than a screen away from it. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const root = element.current.closest('[data-sheets]');
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root,
      rootMargin: '100% 0px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return near;
}
