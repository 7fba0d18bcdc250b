import { Kbd } from '@mantine/core';
import styles from './bar.module.css';

/** What a button needs to show its key, which its name does not contain. */
export const shownKey = (key: string) => ({
  'aria-keyshortcuts': key,
  rightSection: (
    <Kbd size="xs" aria-hidden className={styles.key}>
      {key}
    </Kbd>
  ),
});
