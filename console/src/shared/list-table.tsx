import { Paper, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './list-table.module.css';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** What the API calls the sort by this column. */
  sort?: string;
  numeric?: boolean;
  /** Stays on one line, such as a time. */
  tight?: boolean;
}

interface Props<Row> {
  label: string;
  rows: Row[];
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  sort?: string;
  onSort?: ((sort: string) => void) | undefined;
  stale?: boolean;
  /** False inside of a panel, which has a frame already. */
  framed?: boolean;
  /** Whether a row stands out from the others. */
  marks?: (row: Row) => boolean;
}

/** A table; on a phone each row becomes a card. The roles are named because a table that is shown as blocks loses them. */
export function ListTable<Row>({
  label,
  rows,
  columns,
  rowKey,
  sort,
  onSort,
  stale = false,
  framed = true,
  marks = () => false,
}: Props<Row>) {
  return (
    <Paper withBorder={framed} className={styles.frame} data-inside={!framed || undefined}>
      <table role="table" aria-label={label} className={styles.table} data-stale={stale || undefined}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Heading key={column.header} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr role="row" key={rowKey(row)} data-marked={marks(row) || undefined}>
              {columns.map((column) => (
                <td
                  role="cell"
                  key={column.header}
                  data-label={column.header}
                  className={column.numeric ? styles.numeric : column.tight ? styles.tight : undefined}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Paper>
  );
}

function Heading<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}) {
  const side = column.numeric ? styles.numeric : undefined;
  const by = column.sort;
  if (by === undefined || onSort === undefined)
    return (
      <th role="columnheader" scope="col" className={side}>
        {column.header}
      </th>
    );
  const direction = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none';
  return (
    <th role="columnheader" scope="col" aria-sort={direction} className={side}>
      <UnstyledButton
        className={styles.sort}
        onClick={() => onSort(direction === 'descending' ? by : direction === 'ascending' ? `-${by}` : by)}
      >
        {column.header}
        <Icon name={direction === 'ascending' ? 'up' : direction === 'descending' ? 'down' : 'both'} size={13} />
      </UnstyledButton>
    </th>
  );
}
