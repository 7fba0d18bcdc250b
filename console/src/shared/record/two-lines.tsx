import type { ReactNode } from 'react';
import styles from '../list/list-table.module.css';

interface Props {
  first: ReactNode;
  second: ReactNode;
  /** Whether the second is to be seen however little room there is. */
  kept?: boolean;
}

/** What counts, and below it, smaller, what else is good to know. */
export const TwoLines = ({ first, second, kept = false }: Props) => (
  <div>
    {first}
    {second !== '' && second !== null && second !== false && (
      <>
        {/* Where both stand on one line, also for whoever copies it or has it read aloud. */}{' '}
        <div className={styles.second} data-kept={kept || undefined}>
          {second}
        </div>
      </>
    )}
  </div>
);
