import { useMemo, type ReactNode, type Ref } from 'react';
import styles from './marked.module.css';
import type { Match } from './search.tsx';
import { areasOf } from './text-lines.ts';

interface Props {
  match: Match;
  /** Gets the first of the marked pieces. */
  first: Ref<HTMLElement> | undefined;
  /** Whether a script may move the focus to the mark. */
  isTarget?: boolean;
  severity?: string;
  /** Inside the first of the marked pieces. */
  children?: ReactNode;
}

/** Marks a match on its sheet. Its places are parts of the sheet, so they stay right at every size and rotation. */
export function Marked({ match, first, isTarget = false, severity, children }: Props) {
  const areas = useMemo(() => areasOf(match.line, match, letterWidths()), [match]);
  return areas.map(({ x, y, width, height }, at) => (
    <mark
      key={at}
      ref={at === 0 ? first : undefined}
      tabIndex={at === 0 && isTarget ? -1 : undefined}
      className={styles.mark}
      data-severity={severity}
      style={{ left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` }}
    >
      {at === 0 && children}
    </mark>
  ));
}

/** Measures text in a usual font: exact enough to tell where in a line a value begins. */
function letterWidths(): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return (text) => text.length;
  context.font = '20px Arial, Helvetica, sans-serif';
  return (text) => context.measureText(text).width;
}
