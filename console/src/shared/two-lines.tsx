import type { ReactNode } from 'react';
import styles from './list-table.module.css';

/** What counts, and below it, smaller, what else is good to know. */
export const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <div>
    {first}
    {second !== '' && second !== null && second !== false && <div className={styles.second}>{second}</div>}
  </div>
);
