import { useSyncExternalStore } from 'react';
import { usePreferences } from '../../preferences.tsx';
import type { Column } from './list-column.ts';

/** The columns that the reader chose, in their order; where none were chosen, those that there is room for. */
export function useColumnsShown<Row>(name: string | undefined, columns: Column<Row>[]): Column<Row>[] {
  const { columns: chosen } = usePreferences();
  const width = useSyncExternalStore(onResize, () => window.innerWidth);
  const ids = name === undefined ? undefined : chosen[name];
  if (ids === undefined) return columns.filter(({ from = 0 }) => width >= from);
  const [first, ...others] = columns;
  const wanted = ids.flatMap((id) => others.filter((column) => column.id === id));
  // The first leads to the record.
  return first === undefined ? [] : [first, ...wanted];
}

function onResize(told: () => void): () => void {
  window.addEventListener('resize', told);
  return () => window.removeEventListener('resize', told);
}
