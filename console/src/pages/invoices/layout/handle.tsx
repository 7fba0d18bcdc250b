import type { RefObject } from 'react';
import { documentText } from '../files/text.ts';
import { useText } from '../../../text.ts';
import styles from './side-by-side.module.css';
import { afterKey, least, most, shareAt, usual } from './split.ts';

interface Props {
  /** The file's part of the width, in per cent. */
  share: number;
  sides: RefObject<HTMLElement | null>;
  onDrag: (share: number) => void;
  onMove: (share: number) => void;
}

/** Between the two sides: moved with the mouse or the arrow keys, and put back in the middle by a double click. */
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
      aria-valuemin={100 - most}
      aria-valuemax={100 - least}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        // Or the text of both sides would be selected on the way.
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
      onDoubleClick={() => onMove(usual)}
      onKeyDown={(event) => {
        const next = afterKey(event.key, share);
        if (next === undefined) return;
        event.preventDefault();
        onMove(next);
      }}
    />
  );
}
