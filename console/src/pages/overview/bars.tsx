import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import { useFormat } from '../../format.ts';
import styles from './bars.module.css';

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  label: string;
  count: number;
  /** The highest count beside it. */
  most: number;
  tone?: 'calm' | 'old' | 'bad';
  ref?: Ref<HTMLAnchorElement>;
}

function BarAnchor({ label, count, most, tone = 'calm', ...props }: Props) {
  const format = useFormat();
  return (
    <a {...props} className={styles.bar} data-tone={tone} data-none={count === 0 || undefined}>
      <span className={styles.label}>{label}</span>{' '}
      <span className={styles.track} aria-hidden="true">
        <i style={{ width: `${(100 * count) / Math.max(1, most)}%` }} />
      </span>
      <span className={styles.count}>{format.number(count)}</span>
    </a>
  );
}

/** How many there are of something, as a bar that leads to the list behind it. */
export const Bar = createLink(BarAnchor);
