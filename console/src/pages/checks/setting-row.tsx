import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Severity } from '../../shared/record/severity.tsx';
import { checksText } from './text.ts';
import { useText } from '../../text.ts';
import styles from './checks.module.css';

interface Props {
  name: string;
  about: string;
  /** Shown if the chosen setting is risky. */
  warning: string | undefined;
  usual: ReactNode;
  /** The control. */
  children: ReactNode;
}

export function SettingRow({ name, about, warning, usual, children }: Props) {
  const t = useText(checksText);
  return (
    <div className={styles.rule}>
      <div className={styles.about}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {about}
        </Text>
        {warning !== undefined && (
          <Text size="sm" mt={4} role="alert">
            <Severity severity="warning" /> {warning}
          </Text>
        )}
      </div>
      <div className={styles.usual}>
        <Text size="xs" c="dimmed">
          {t.usual}
        </Text>
        {usual}
      </div>
      {children}
    </div>
  );
}
