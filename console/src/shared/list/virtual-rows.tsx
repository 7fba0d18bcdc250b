import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Preferences } from '../../preferences.tsx';
import { phoneWidth } from './list-column.ts';
import styles from './list-table.module.css';

export const maxRowsDrawn = 200;

interface Props<Row> {
  rows: Row[];
  rowKey: (row: Row) => string;
  draw: (row: Row, index: number, measure: (element: HTMLElement | null) => void) => ReactNode;
  density: Preferences['density'];
}

/** Draws the rows in view and a few around them. An empty row before and after takes the height of all the others. */
export function VirtualRows<Row>({ rows, rowKey, draw, density }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (window.innerWidth <= phoneWidth ? 96 : density === 'compact' ? 25 : 37),
    getItemKey: (index) => rowKey(rows[index] as Row),
    overscan: 15,
    scrollMargin: top,
  });
  // The browser's scroll anchoring keeps the rows in view in place.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  useLayoutEffect(() => {
    const measure = () => setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    const observer = new ResizeObserver(measure);
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
