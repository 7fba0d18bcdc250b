import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useDocumentShown } from '../../../../decisions/seen.tsx';
import { invoicesText } from '../../text.ts';
import { useText } from '../../../../text.ts';
import { Marked } from '../find/marked.tsx';
import { useSearch } from '../find/search.tsx';
import { PageFindings, ProofMarks } from '../proofs/page-proofs.tsx';
import viewer from '../viewer.module.css';
import { isSideways } from '../zoom.ts';
import { Paper } from '../zoomed.tsx';
import type { Sheets } from './sheets.ts';
import styles from './sheets.module.css';

interface Props {
  sheets: Sheets;
  number: number;
  width: number;
  rotation: number;
  fileName: string;
}

/** One sheet, painted while it is less than a screen away and freed when it is farther. */
export function Sheet({ sheets, number, width, rotation, fileName }: Props) {
  const t = useText(invoicesText);
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(frame, '[data-sheets]');
  const [ratio, setRatio] = useState(sheets.ratio);
  const ahead = number === 1 ? sheets.painted : undefined;
  const [state, setState] = useState<'blank' | 'painted' | 'failed'>(ahead === undefined ? 'blank' : 'painted');
  const wasNear = useRef(false);
  useLayoutEffect(() => {
    if (ahead === undefined || canvas.current === null) return;
    canvas.current.width = ahead.width;
    canvas.current.height = ahead.height;
    canvas.current.getContext('2d')?.drawImage(ahead, 0, 0);
  }, [ahead]);
  useDocumentShown(number === 1 && state !== 'blank');
  // The browser stretches the picture while the width changes; it is painted again once the width is stable.
  const [paintedWidth] = useDebouncedValue(isSideways(rotation) ? width / ratio : width, 150, { leading: true });
  useEffect(() => {
    if (paintedWidth === 0 || canvas.current === null || text.current === null) return undefined;
    const layers = { canvas: canvas.current, text: text.current };
    if (!isNear) {
      // Before it is known to be near, what was painted ahead stays.
      if (wasNear.current) {
        layers.canvas.width = 0;
        layers.text.replaceChildren();
      }
      return undefined;
    }
    wasNear.current = true;
    const leaving = new AbortController();
    sheets.paint(number, paintedWidth, layers, leaving.signal).then(
      (paintedRatio) => {
        setRatio(paintedRatio);
        setState('painted');
      },
      () => leaving.signal.aborted || setState('failed'),
    );
    return () => leaving.abort();
  }, [sheets, number, paintedWidth, isNear]);
  return (
    <>
      <PageFindings page={number} />
      <Paper ref={frame} width={width} ratio={ratio} rotation={rotation} state={state}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={t.sheet(number, sheets.count, fileName)}
          className={viewer.picture}
        />
        <div ref={text} className={styles.text} />
        <ProofMarks page={number} />
        <Marks sheet={number} />
        {state === 'failed' && (
          <Text className={styles.failed} size="sm">
            {t.sheetFailed(number)}
          </Text>
        )}
      </Paper>
    </>
  );
}

function Marks({ sheet }: { sheet: number }) {
  const { search } = useSearch();
  const first = useRef<HTMLElement>(null);
  const match = search?.matches[search.index];
  const here = match !== undefined && match.line.sheet === sheet ? match : undefined;
  // Depends on the search as well, so that asking again for the only match scrolls to it again.
  useEffect(() => {
    if (here !== undefined) first.current?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [here, search]);
  return here === undefined ? null : <Marked match={here} first={first} />;
}

/** Whether an element is on the screen or less than a screen away, inside the scrolling element that `root` selects. */
export function useIsNear(element: RefObject<HTMLElement | null>, root: string): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: element.current.closest(root),
      rootMargin: '100%',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, root]);
  return isNear;
}
