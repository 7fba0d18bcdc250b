import type { ReactNode } from 'react';

/** Up to here rows are cards: 48em in the styles. */
export const phoneWidth = 768;

export interface Column<Row> {
  /** Name of the column in the reader's saved choice. */
  id?: string;
  header: string;
  /** A column whose cells are all empty (null, false or '') is left out, unless the reader added it. */
  cell: (row: Row) => ReactNode;
  /** Value of the API's sort parameter for this column. */
  sort?: string;
  numeric?: boolean;
  /** Never cut, such as a time. */
  tight?: boolean;
  /** Less important: in a quieter colour. */
  quiet?: boolean;
  /** Takes the room that the other columns leave; one column of a list. */
  grows?: boolean;
  /**
   * Width in pixels; of a column that grows, the least. If every column has one, widths do not depend on the rows.
   */
  width?: number;
  /** Window width from which the column is shown by default; Infinity hides it until the reader chooses it. */
  from?: number;
  /**
   * Place on a phone, where each row is a card. If a list has such columns, its cards have no others; cards of other
   * lists have a line for each column.
   */
  card?: 'first' | 'firstEnd' | 'second' | 'third' | 'thirdEnd';
  /** The reader asked for a column that is not shown by default. */
  added?: boolean;
}

const isBlank = (content: ReactNode) =>
  content === '' || content === null || content === undefined || typeof content === 'boolean';

export const columnsWithContent = <Row>(columns: Column<Row>[], rows: Row[], sort: string | undefined) =>
  columns.filter(
    (column) =>
      column.added ||
      (column.sort !== undefined && sort?.replace('-', '') === column.sort) ||
      rows.some((row) => !isBlank(column.cell(row))),
  );
