import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './fields.module.css';

export type Field = [label: string, value: ReactNode];

/** Empty values are left out unless `showEmpty` is set. */
export function Fields({
  fields,
  showEmpty = false,
  emptyText = '–',
  dense = false,
}: {
  fields: Field[];
  showEmpty?: boolean;
  emptyText?: string;
  /** In small type and two columns. */
  dense?: boolean;
}) {
  const shown = showEmpty ? fields : fields.filter(([, value]) => !isEmpty(value));
  return (
    <dl className={dense ? styles.dense : styles.list}>
      {shown.map(([label, value]) => (
        <div key={label} className={styles.field}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>
            {isEmpty(value) ? (
              <Text c="dimmed" component="span" inherit>
                {emptyText}
              </Text>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isEmpty = (value: ReactNode) => value === '' || value === null || value === undefined;
