import type { ReactNode } from 'react';

/** A column of a list. */
export interface Column<Row> {
  /** What the reader's choice of columns calls it, where columns can be chosen. */
  id?: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** What the API calls the sort by this column. */
  sort?: string;
  numeric?: boolean;
  /** Stays on one line, such as a time. */
  tight?: boolean;
  /**
   * How many pixels it takes, and how wide it is beside the others. Where every column says so, the columns stay as they are whatever rows
   * come, and the table is as wide as its frame unless that is far too narrow.
   */
  share?: number;
  /** How wide the window must be for it to be shown before the reader has chosen; Infinity: it has to be chosen. */
  from?: number;
}
