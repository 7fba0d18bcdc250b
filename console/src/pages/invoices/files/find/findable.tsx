import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../../shared/page/icon.tsx';
import { documentText } from '../text.ts';
import { useText } from '../../../../text.ts';
import type { ValueKind } from './find-value.ts';
import styles from './findable.module.css';
import { useMatches, useSearch } from './search.tsx';

interface Props {
  kind: ValueKind;
  /** Value to search for: an amount as 1568.75, a date as 2026-11-15. */
  value: string;
  children: ReactNode;
  /** Puts the button before the value, for values aligned to the right. */
  before?: boolean;
}

/**
 * A value, with a button that shows it in the file if the file contains it. The button takes no room, so nothing moves.
 */
export function Findable({ kind, value, children, before = false }: Props) {
  const t = useText(documentText);
  const { show } = useSearch();
  const matches = useMatches(kind, value);
  const label = t.find(typeof children === 'string' ? children : value);
  return (
    <span className={styles.findable} data-before={before || undefined}>
      {children}
      {matches.length > 0 && (
        <UnstyledButton
          className={styles.button}
          aria-label={label}
          title={label}
          onClick={() => show(`${kind} ${value}`, matches)}
        >
          <Icon name="search" size={13} />
        </UnstyledButton>
      )}
    </span>
  );
}
