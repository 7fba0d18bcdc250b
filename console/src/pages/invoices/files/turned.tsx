import type { ReactNode, Ref } from 'react';
import styles from './sheets/sheets.module.css';
import { isAcross } from './zoom.ts';

interface Props {
  ref?: Ref<HTMLDivElement>;
  /** As it is seen, after it was turned. */
  width: number;
  /** Height by width before it was turned. */
  ratio: number;
  turned: number;
  state: 'blank' | 'painted' | 'failed';
  children: ReactNode;
}

/** Around its upper left corner, and back to where it was. */
const moves: Record<number, string> = {
  90: 'rotate(90deg) translateY(-100%)',
  180: 'rotate(180deg) translate(-100%, -100%)',
  270: 'rotate(270deg) translateX(-100%)',
};

/** The paper of a sheet. What is on it is turned with it, words and marks included. */
export function Turned({ ref, width, ratio, turned, state, children }: Props) {
  const across = isAcross(turned);
  const height = Math.round(across ? width / ratio : width * ratio);
  return (
    <div ref={ref} className={styles.sheet} style={{ width, height }} data-state={state}>
      <div
        className={styles.paper}
        style={{
          width: across ? height : width,
          height: across ? width : height,
          transform: moves[turned],
        }}
      >
        {children}
      </div>
    </div>
  );
}
