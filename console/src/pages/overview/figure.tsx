import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import { useFormat } from '../../format.ts';
import styles from './figure.module.css';

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  label: string;
  value: number;
  detail?: string | undefined;
  /** How it stands out unless there is nothing. */
  tone?: 'bad' | 'held';
  slim?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

function FigureAnchor({ label, value, detail, tone, slim = false, ...props }: Props) {
  const format = useFormat();
  return (
    <a {...props} className={styles.figure} data-slim={slim || undefined} data-tone={value > 0 ? tone : undefined}>
      <span className={styles.label}>{label}</span> <span className={styles.value}>{format.number(value)}</span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </a>
  );
}

/** A number that leads to the list behind it. */
export const Figure = createLink(FigureAnchor);
