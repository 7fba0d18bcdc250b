import type { ReactNode } from 'react';
import styles from '../list/list-table.module.css';

interface Props {
  first: ReactNode;
  second: ReactNode;
  /** Shows the second line in compact lists, too. */
  kept?: boolean;
}

export const TwoLines = ({ first, second, kept = false }: Props) => (
  <div>
    {first}
    {second !== '' && second !== null && second !== false && (
      <>
        {/* A space for compact lists, where both are on one line, and for copied text. */}{' '}
        <div className={styles.second} data-kept={kept || undefined}>
          {second}
        </div>
      </>
    )}
  </div>
);
