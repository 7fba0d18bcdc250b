import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { usePreferences } from '../../../preferences.tsx';
import { Icon } from '../../../shared/page/icon.tsx';
import { documentText } from '../files/text.ts';
import { invoicesText } from '../text.ts';
import { useText } from '../../../text.ts';
import { Handle } from './handle.tsx';
import styles from './side-by-side.module.css';
import { within } from './split.ts';

interface Props {
  bar: ReactNode;
  /** The fields that a clerk compares with the file. */
  main: ReactNode;
  /** Notes, history and the like. */
  beside: ReactNode;
  /** A note that there is none if `hasFile` is false. */
  file: ReactNode;
  hasFile: boolean;
}

/**
 * Fields and file side by side. On a narrow screen the file is above the fields, with buttons that jump between them.
 * Without a file the fields take the whole width, in two columns.
 */
export function SideBySide({ bar, main, beside, file, hasFile }: Props) {
  const t = useText(documentText);
  const { files } = useText(invoicesText);
  const { split, set } = usePreferences();
  const isNarrow = useMediaQuery('(max-width: 68.74em)', false, { getInitialValueInEffect: false });
  // Saved as a preference only once dragging ends.
  const [dragged, setDragged] = useState<number>();
  const share = within(dragged ?? split);
  const sides = useRef<HTMLDivElement>(null);
  const fieldsSide = useRef<HTMLElement>(null);
  const fileSide = useRef<HTMLElement>(null);
  const { ref: barRef, height: barHeight } = useBarHeight();
  const note = (
    <section className={styles.note} aria-label={files}>
      {file}
    </section>
  );
  const fieldsPane = (
    <section key="fields" ref={fieldsSide} className={styles.fields} aria-label={t.fieldsOf} tabIndex={0}>
      {hasFile && <Jump to={fileSide} words={t.toFile} icon="up" />}
      {!hasFile && isNarrow && note}
      <div className={styles.column}>{main}</div>
      <div className={styles.column}>
        {!hasFile && !isNarrow && note}
        {beside}
      </div>
    </section>
  );
  const filePane = (
    <section key="file" ref={fileSide} className={styles.file} aria-label={files} tabIndex={-1}>
      <Jump to={fieldsSide} words={t.toFields} icon="down" />
      {file}
    </section>
  );
  const handle = (
    <Handle
      key="handle"
      share={share}
      sides={sides}
      onDrag={setDragged}
      onMove={(next) => {
        setDragged(undefined);
        set({ split: next });
      }}
    />
  );
  return (
    <div
      className={styles.page}
      data-whole-window
      data-document={hasFile || undefined}
      style={{ '--bar-height': `${barHeight}px` } as CSSProperties}
    >
      <div ref={barRef} className={styles.bar}>
        {bar}
      </div>
      <div
        ref={sides}
        className={styles.sides}
        data-whole={!hasFile || undefined}
        style={{ '--file': `${share}fr`, '--fields': `${100 - share}fr` } as CSSProperties}
      >
        {/* In the order of reading, so that the keyboard follows it. */}
        {!hasFile ? fieldsPane : isNarrow ? [filePane, fieldsPane] : [fieldsPane, handle, filePane]}
      </div>
    </div>
  );
}

/** Headings of tables stick below the bar. */
function useBarHeight() {
  const ref = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const bar = ref.current;
    if (bar === null) return undefined;
    const observer = new ResizeObserver(() => setHeight(bar.offsetHeight));
    observer.observe(bar);
    return () => observer.disconnect();
  }, []);
  return { ref, height };
}

function Jump({ to, words, icon }: { to: { current: HTMLElement | null }; words: string; icon: 'up' | 'down' }) {
  const jump = () => {
    to.current?.focus({ preventScroll: true });
    to.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <Button
      className={styles.jump}
      size="compact-sm"
      variant="default"
      leftSection={<Icon name={icon} size={14} />}
      onClick={jump}
    >
      {words}
    </Button>
  );
}
