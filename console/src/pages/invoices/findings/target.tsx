import type { ReactNode } from 'react';
import styles from './findings.module.css';
import { targetOf } from './places.ts';

/** A field that one can jump to. */
export const Target = ({ path, children }: { path: string; children: ReactNode }) => (
  <div id={targetOf(path)} tabIndex={-1} className={styles.target}>
    {children}
  </div>
);
