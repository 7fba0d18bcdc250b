import styles from './list-table.module.css';

export interface Selection<Row> {
  isSelected(row: Row): boolean;
  /** `range` selects everything between the last selected row and this one. */
  toggle(row: Row, range: boolean): void;
  all: 'none' | 'some' | 'all';
  toggleAll(): void;
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
          // Only the mouse event knows whether Shift is held down.
          onChange={(event) => selection.toggle(row, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </label>
    </td>
  );
}
