import styles from './list-table.module.css';

/** Which rows of a list are chosen. */
export interface Selection<Row> {
  isSelected(row: Row): boolean;
  /** `range`: everything from the row that was chosen last to this one is meant. */
  toggle(row: Row, range: boolean): void;
  all: 'none' | 'some' | 'all';
  toggleAll(): void;
  /** What the box of a row is called, and that of all rows. */
  label(row: Row): string;
  labelAll: string;
}

export function SelectAll<Row>({ selection: { all, toggleAll, labelAll } }: { selection: Selection<Row> }) {
  return (
    <th role="columnheader" scope="col" className={styles.select}>
      <label>
        <input
          ref={(box) => {
            if (box !== null) box.indeterminate = all === 'some';
          }}
          type="checkbox"
          aria-label={labelAll}
          checked={all === 'all'}
          onChange={toggleAll}
        />
      </label>
    </th>
  );
}

export function SelectRow<Row>({ row, selection }: { row: Row; selection: Selection<Row> }) {
  return (
    <td role="cell" className={styles.select}>
      <label>
        <input
          type="checkbox"
          aria-label={selection.label(row)}
          checked={selection.isSelected(row)}
          // A click with Shift held down is told by the event of the mouse only.
          onChange={(event) => selection.toggle(row, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </label>
    </td>
  );
}
