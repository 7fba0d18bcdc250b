import { useEffect, useMemo, useRef } from 'react';
import { useSearch } from '../find/search.tsx';
import styles from './sheets.module.css';
import { areasOf } from '../find/text-lines.ts';

/** Marks on a sheet what was looked for, and comes into view with it. */
export function Marks({ sheet }: { sheet: number }) {
  const { hit } = useSearch();
  const first = useRef<HTMLElement>(null);
  const match = hit?.matches[hit.at];
  const here = match !== undefined && match.line.sheet === sheet ? match : undefined;
  const areas = useMemo(() => (here === undefined ? [] : areasOf(here.line, here, inUsualLetters())), [here]);
  // Each time it is asked for, also where it is the only place and the reader has gone on since.
  useEffect(() => {
    if (here !== undefined) first.current?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [here, hit]);
  return areas.map(({ x, y, width, height }, at) => (
    <mark
      key={at}
      ref={at === 0 ? first : undefined}
      className={styles.mark}
      style={{ left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` }}
    />
  ));
}

/** How wide a text is in letters of about the usual kind: enough to tell where a part of it begins. */
function inUsualLetters(): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return (text) => text.length;
  context.font = '20px Arial, Helvetica, sans-serif';
  return (text) => context.measureText(text).width;
}
