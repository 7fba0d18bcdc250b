import type { ReactNode } from 'react';

/** A column of a list. */
export interface Column<Row> {
  /** The name in the reader's choice of columns. */
  id?: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The name of the sort by this column in the API. */
  sort?: string;
  numeric?: boolean;
  /** Stays on one line, such as a time. */
  tight?: boolean;
  /**
   * Width in pixels, which is also its share of the whole width. If every column has one, widths do not depend on the rows.
   */
  share?: number;
  /** The width of the window from which it is shown by default; Infinity hides it until the reader chooses it. */
  from?: number;
}
