import { Button } from '@mantine/core';
import { useRef, useState, type CSSProperties, type ReactNode } from 'react';
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
  fields: ReactNode;
  file: ReactNode;
}

/**
 * Fields and file side by side. On a narrow screen the file is below the fields, with buttons that jump between them.
 */
export function SideBySide({ bar, fields, file }: Props) {
  const t = useText(documentText);
  const { files } = useText(invoicesText);
  const { split, set } = usePreferences();
  // Saved as a preference only once dragging ends.
  const [dragged, setDragged] = useState<number>();
  const share = within(dragged ?? split);
  const sides = useRef<HTMLDivElement>(null);
  const fieldsSide = useRef<HTMLElement>(null);
  const fileSide = useRef<HTMLElement>(null);
  return (
    <div className={styles.page} data-whole-window>
      <div className={styles.bar}>{bar}</div>
      <div
        ref={sides}
        className={styles.sides}
        style={{ '--file': `${share}fr`, '--fields': `${100 - share}fr` } as CSSProperties}
      >
        <section ref={fieldsSide} className={styles.fields} aria-label={t.fieldsOf} tabIndex={0}>
          <Jump to={fileSide} words={t.toFile} icon="down" />
          {fields}
        </section>
        <Handle
          share={share}
          sides={sides}
          onDrag={setDragged}
          onMove={(next) => {
            setDragged(undefined);
            set({ split: next });
          }}
        />
        <section ref={fileSide} className={styles.file} aria-label={files} tabIndex={-1}>
          <Jump to={fieldsSide} words={t.toFields} icon="up" />
          {file}
        </section>
      </div>
    </div>
  );
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
