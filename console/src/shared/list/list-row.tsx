import type { MouseEvent } from 'react';
import type { Column } from './list-column.ts';
import { SelectRow, type Selection } from './list-selection.tsx';
import styles from './list-table.module.css';

interface Props<Row> {
  row: Row;
  /** What tells it from all others. */
  name: string;
  /** Its place in the list, from 0. */
  at: number;
  columns: Column<Row>[];
  marked: boolean;
  opens: boolean;
  selection: Selection<Row> | undefined;
  measure?: ((element: HTMLElement | null) => void) | undefined;
}

export function ListRow<Row>({ row, name, at, columns, marked, opens, selection, measure }: Props<Row>) {
  return (
    <tr
      ref={measure}
      role="row"
      aria-rowindex={at + 2}
      data-selected={selection?.isSelected(row) || undefined}
      data-index={at}
      data-row={name}
      data-marked={marked || undefined}
      data-opens={opens || undefined}
      {...(opens && { onClick: follow, onAuxClick: followAside })}
    >
      {selection !== undefined && <SelectRow row={row} selection={selection} />}
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
  );
}

/** What does something of its own when it is clicked. */
const own = 'a, button, input, label, summary, details';

const linkOf = ({ target, currentTarget }: MouseEvent<HTMLElement>): HTMLAnchorElement | null =>
  (target as Element).closest(own) === null ? currentTarget.querySelector('a[href]') : null;

/** Who has just marked a text wants to copy it, not to leave. */
const hasMarked = () => window.getSelection()?.isCollapsed === false;

function follow(event: MouseEvent<HTMLElement>): void {
  const link = linkOf(event);
  if (link === null || hasMarked()) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) openAside(link);
  else link.click();
}

/** As on a link: the middle button opens it beside this page. */
function followAside(event: MouseEvent<HTMLElement>): void {
  const link = event.button === 1 ? linkOf(event) : null;
  if (link !== null) openAside(link);
}

const openAside = ({ href }: HTMLAnchorElement) => void window.open(href, '_blank', 'noopener');
