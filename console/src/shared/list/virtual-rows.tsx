import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Preferences } from '../../preferences.tsx';
import styles from './list-table.module.css';

/** So many rows are drawn whole; of more, only those where one looks. */
export const mostAtOnce = 200;

interface Props<Row> {
  rows: Row[];
  rowKey: (row: Row) => string;
  draw: (row: Row, at: number, measure: (element: HTMLElement | null) => void) => ReactNode;
  density: Preferences['density'];
}

/** The rows that are in sight and a few around them; empty rows before and after are as high as all the others together. */
export function VirtualRows<Row>({ rows, rowKey, draw, density }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (density === 'compact' ? 25 : 60),
    getItemKey: (at) => rowKey(rows[at] as Row),
    overscan: 15,
    scrollMargin: top,
  });
  // The browser itself keeps what is in sight where it is.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  useLayoutEffect(() => {
    const look = () => setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const items = virtual.getVirtualItems();
  const before = (items[0]?.start ?? top) - top;
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top);
  return (
    <tbody role="rowgroup" ref={body}>
      <Space height={before} />
      {items.map(({ index }) => draw(rows[index] as Row, index, virtual.measureElement))}
      <Space height={after} />
    </tbody>
  );
}

const Space = ({ height }: { height: number }) => (
  <tr aria-hidden className={styles.space} style={{ height }}>
    <td />
  </tr>
);
