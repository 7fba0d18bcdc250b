import { Paper, UnstyledButton } from '@mantine/core';
import { useRef, type CSSProperties, type MouseEvent } from 'react';
import { usePreferences } from '../../preferences.tsx';
import { Icon } from '../page/icon.tsx';
import type { Column } from './list-column.ts';
import { classOf, ListRow } from './list-row.tsx';
import { SelectAll, type Selection } from './list-selection.tsx';
import styles from './list-table.module.css';
import { useTooWide } from './scrolling.ts';
import { maxRowsDrawn, VirtualRows } from './virtual-rows.tsx';

export type { Column } from './list-column.ts';

interface Props<Row> {
  label: string;
  rows: Row[];
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  sort?: string;
  onSort?: ((sort: string) => void) | undefined;
  stale?: boolean;
  /** False inside a panel, which has a frame itself. */
  framed?: boolean;
  marks?: (row: Row) => boolean;
  /** Whether a click on a row follows its first link. */
  opens?: boolean;
  /** The main list of a page: its header sticks, and a long list draws only the rows in view. */
  long?: boolean;
  /** Whether the service has more rows. */
  more?: boolean;
  selection?: Selection<Row> | undefined;
}

/** A table; on a phone each row becomes a card. Roles are explicit because a table displayed as blocks loses them. */
export function ListTable<Row>(props: Props<Row>) {
  const { label, rows, columns, rowKey, sort, onSort, selection, long = false, framed = true } = props;
  const { density } = usePreferences();
  const frame = useRef<HTMLDivElement>(null);
  const tooWide = useTooWide(frame);
  const isFixed = columns.every(({ width }) => width !== undefined);
  const { marks, opens = false } = props;
  const draw = (one: Row, index: number, measure?: (element: HTMLElement | null) => void) => (
    <ListRow
      key={rowKey(one)}
      row={one}
      name={rowKey(one)}
      index={index}
      columns={columns}
      marked={marks?.(one) ?? false}
      opens={opens}
      selection={selection}
      measure={measure}
    />
  );
  return (
    <Paper
      ref={frame}
      withBorder={framed}
      className={styles.frame}
      data-inside={!framed || undefined}
      data-long={(long && !tooWide) || undefined}
    >
      <table
        role="table"
        aria-label={label}
        aria-rowcount={props.more ? -1 : rows.length + 1}
        className={styles.table}
        data-density={density}
        data-fixed={isFixed || undefined}
        data-cards={columns.some(({ card }) => card !== undefined) || undefined}
        style={isFixed ? minWidth(columns, selection !== undefined) : undefined}
        onMouseOver={nameIfCut}
        data-stale={props.stale || undefined}
      >
        {isFixed && <Widths columns={columns} selects={selection !== undefined} />}
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {selection !== undefined && <SelectAll selection={selection} />}
            {columns.map((column) => (
              <Heading key={column.header} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {long && rows.length > maxRowsDrawn ? (
          <VirtualRows rows={rows} rowKey={rowKey} draw={draw} density={density} />
        ) : (
          <tbody role="rowgroup">{rows.map((one, index) => draw(one, index))}</tbody>
        )}
      </table>
    </Paper>
  );
}

const selectWidth = 36;

const minWidth = <Row,>(columns: Column<Row>[], selects: boolean) =>
  ({
    '--least-width': `${columns.reduce((sum, { width = 0 }) => sum + width, selects ? selectWidth : 0)}px`,
  }) as CSSProperties;

function Widths<Row>({ columns, selects }: { columns: Column<Row>[]; selects: boolean }) {
  return (
    <colgroup>
      {selects && <col style={{ width: selectWidth }} />}
      {columns.map(({ header, width, grows }) => (
        <col key={header} style={grows ? undefined : { width }} />
      ))}
    </colgroup>
  );
}

/** Text that does not fit its cell is shown whole as a tooltip. */
function nameIfCut({ target }: MouseEvent<HTMLElement>): void {
  const cell = (target as Element).closest<HTMLElement>('td, th');
  if (cell === null) return;
  const isCut = [cell, ...cell.querySelectorAll('*')].some(
    (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 4,
  );
  if (isCut) cell.title = cell.innerText;
  else cell.removeAttribute('title');
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
  const side = classOf(column);
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
        <span className={styles.words}>{column.header}</span>
        <Icon name={direction === 'ascending' ? 'up' : direction === 'descending' ? 'down' : 'both'} size={13} />
      </UnstyledButton>
    </th>
  );
}
