import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import { useFormat } from '../../format.ts';
import styles from './figure.module.css';

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  label: string;
  value: number;
  ref?: Ref<HTMLAnchorElement>;
}

function FigureAnchor({ label, value, ...props }: Props) {
  const format = useFormat();
  return (
    <a {...props} className={styles.figure}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{format.number(value)}</span>
    </a>
  );
}

/** A number that leads to the list behind it. */
export const Figure = createLink(FigureAnchor);
