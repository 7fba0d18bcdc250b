import type { MouseEvent } from 'react';
import type { Column } from './list-column.ts';
import { SelectRow, type Selection } from './list-selection.tsx';
import styles from './list-table.module.css';

interface Props<Row> {
  row: Row;
  name: string;
  index: number;
  columns: Column<Row>[];
  marked: boolean;
  opens: boolean;
  selection: Selection<Row> | undefined;
  measure?: ((element: HTMLElement | null) => void) | undefined;
}

export function ListRow<Row>({ row, name, index, columns, marked, opens, selection, measure }: Props<Row>) {
  return (
    <tr
      ref={measure}
      role="row"
      // J and K focus a row that has nothing to open.
      tabIndex={-1}
      aria-rowindex={index + 2}
      data-selected={selection?.isSelected(row) || undefined}
      data-index={index}
      data-row={name}
      data-marked={marked || undefined}
      data-opens={opens || undefined}
      {...(opens && { onClick: follow, onAuxClick: followInTab })}
    >
      {selection !== undefined && <SelectRow row={row} selection={selection} />}
      {columns.map((column) => (
        <td
          role="cell"
          key={column.header}
          data-label={column.header}
          data-card={column.card}
          className={classOf(column)}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

export const classOf = <Row,>({ numeric, tight, quiet, grows }: Column<Row>): string =>
  [numeric && styles.numeric, tight && styles.tight, quiet && styles.quiet, grows && styles.grows]
    .filter(Boolean)
    .join(' ');

const interactive = 'a, button, input, label, summary, details';

const linkOf = ({ target, currentTarget }: MouseEvent<HTMLElement>): HTMLAnchorElement | null =>
  (target as Element).closest(interactive) === null ? currentTarget.querySelector('a[href]') : null;

/** A reader who has just selected text wants to copy it, not to leave. */
const hasSelectedText = () => window.getSelection()?.isCollapsed === false;

function follow(event: MouseEvent<HTMLElement>): void {
  const link = linkOf(event);
  if (link === null || hasSelectedText()) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) openTab(link);
  else link.click();
}

/** The middle button opens a new tab, as it does on a link. */
function followInTab(event: MouseEvent<HTMLElement>): void {
  const link = event.button === 1 ? linkOf(event) : null;
  if (link !== null) openTab(link);
}

const openTab = ({ href }: HTMLAnchorElement) => void window.open(href, '_blank', 'noopener');
