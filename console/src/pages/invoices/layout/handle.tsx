import type { RefObject } from 'react';
import { documentText } from '../files/text.ts';
import { useText } from '../../../text.ts';
import styles from './side-by-side.module.css';
import { afterKey, maxShare, minShare, shareAt, usualShare } from './split.ts';

interface Props {
  /** The file's share of the width, in per cent. */
  share: number;
  sides: RefObject<HTMLElement | null>;
  onDrag: (share: number) => void;
  onMove: (share: number) => void;
}

/** The handle between the sides: mouse or arrow keys move it, a double click puts it in the middle. */
export function Handle({ share, sides, onDrag, onMove }: Props) {
  const t = useText(documentText);
  const at = ({ clientX }: { clientX: number }) =>
    shareAt(clientX, sides.current?.getBoundingClientRect() ?? { left: 0, width: 0 });
  return (
    <div
      className={styles.handle}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t.handle}
      aria-valuenow={Math.round(100 - share)}
      aria-valuemin={100 - maxShare}
      aria-valuemax={100 - minShare}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        // Dragging must not select text.
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(at(event));
      }}
      onPointerUp={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId) && event.detail < 2) onMove(share);
      }}
      onDoubleClick={() => onMove(usualShare)}
      onKeyDown={(event) => {
        const next = afterKey(event.key, share);
        if (next === undefined) return;
        event.preventDefault();
        onMove(next);
      }}
    />
  );
}
