import type { ReactNode } from 'react';
import styles from './buttons.module.css';

/** Buttons at the end of a form or a dialog. In a dialog they stay in view while the rest scrolls. */
export const Buttons = ({ children }: { children: ReactNode }) => <div className={styles.buttons}>{children}</div>;
