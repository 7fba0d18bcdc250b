import type { ReactNode } from 'react';
import styles from '../list/list-table.module.css';

interface Props {
  first: ReactNode;
  second: ReactNode;
}

/** In a list the second stands beside the first and is cut before it; on a phone it stands below. */
export const TwoLines = ({ first, second }: Props) => (
  <div className={styles.pair}>
    <div className={styles.first}>{first}</div>
    {second !== '' && second !== null && second !== undefined && second !== false && (
      <>
        {/* A space for copied text. */} <div className={styles.second}>{second}</div>
      </>
    )}
  </div>
);
