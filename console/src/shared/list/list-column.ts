import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Name of the column in the reader's saved choice. */
  id?: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Value of the API's sort parameter for this column. */
  sort?: string;
  numeric?: boolean;
  /** Keeps the cell on one line, such as a time. */
  tight?: boolean;
  /**
   * Width in pixels, which is also the column's share of the whole width. If every column has one, widths do not depend
   * on the rows.
   */
  share?: number;
  /** Window width from which the column is shown by default; Infinity hides it until the reader chooses it. */
  from?: number;
}
