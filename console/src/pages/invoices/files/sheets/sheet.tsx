import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { invoicesText } from '../../../../text/invoices.ts';
import { useText } from '../../../../text.ts';
import { Marks } from './marks.tsx';
import type { Sheets } from './sheets.ts';
import styles from './sheets.module.css';
import { Turned } from '../turned.tsx';
import { useNear } from '../use-near.ts';
import { isAcross } from '../zoom.ts';

interface Props {
  sheets: Sheets;
  number: number;
  width: number;
  turned: number;
  fileName: string;
}

/** One sheet. It is painted when the reader comes near, and let go when the reader is far away again. */
export function Sheet({ sheets, number, width, turned, fileName }: Props) {
  const t = useText(invoicesText);
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const near = useNear(frame);
  const [ratio, setRatio] = useState(sheets.ratio);
  const [state, setState] = useState<'blank' | 'painted' | 'failed'>('blank');
  // While the handle is dragged what is painted is stretched; it is painted anew once the width stays.
  const [painted] = useDebouncedValue(isAcross(turned) ? width / ratio : width, 150, { leading: true });
  useEffect(() => {
    const place = canvas.current !== null && words.current !== null && { canvas: canvas.current, words: words.current };
    if (painted === 0 || !place) return undefined;
    if (!near) {
      place.canvas.width = 0;
      place.words.replaceChildren();
      return undefined;
    }
    const leaving = new AbortController();
    sheets.paint(number, painted, place, leaving.signal).then(
      (is) => {
        setRatio(is);
        setState('painted');
      },
      () => leaving.signal.aborted || setState('failed'),
    );
    // What was painted stays until the new is ready, so that nothing flickers.
    return () => leaving.abort();
  }, [sheets, number, painted, near]);
  return (
    <Turned ref={frame} width={width} ratio={ratio} turned={turned} state={state}>
      <canvas ref={canvas} role="img" aria-label={t.sheet(number, sheets.count, fileName)} className={styles.canvas} />
      <div ref={words} className={styles.words} />
      <Marks sheet={number} />
      {state === 'failed' && (
        <Text className={styles.failed} size="sm">
          {t.sheetFailed(number)}
        </Text>
      )}
    </Turned>
  );
}
