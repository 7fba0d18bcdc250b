import { Text } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { InvoiceFile, InvoiceFilePath } from '../../../api/types.ts';
import { addressOf } from '../../../api.ts';
import { useFormat } from '../../../format.ts';
import { Late } from '../../../shared/record/late.tsx';
import { documentText } from '../../../text/document.ts';
import { invoicesText } from '../../../text/invoices.ts';
import { useText } from '../../../text.ts';
import { openOwnWindow, useIsAlone } from './own-window.ts';
import { Tool } from './tool.tsx';
import styles from './viewer.module.css';

interface Props {
  file: InvoiceFile;
  path: InvoiceFilePath;
  /** Such as how many pages it has; empty until that is known. */
  info?: string;
  /** Whether the invoice has this file alone, so that nothing else tells of it. */
  isOnly: boolean;
  tools?: ReactNode;
  /** What keys do that nothing inside of the viewer takes. */
  onKey?: (key: string) => void;
  children: ReactNode;
}

/** The frame around a file: what it is, how it is shown, and the ways to take it elsewhere. It has its place before the file is there. */
export function Viewer({ file, path, info = '', isOnly, tools, onKey, children }: Props) {
  const t = useText(documentText);
  const { download } = useText(invoicesText);
  const format = useFormat();
  const isAlone = useIsAlone();
  const viewer = useRef<HTMLDivElement>(null);
  const full = useFullScreen(viewer);
  const pressKey = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) onKey?.(event.key);
  };
  return (
    <div ref={viewer} className={styles.viewer} onKeyDown={pressKey}>
      <div className={styles.bar}>
        <div className={styles.about}>
          <Text component="span" size="sm" fw={600} title={file.fileName}>
            {file.fileName}
          </Text>
          <Text component="span" size="sm" c="dimmed">
            {[info, format.bytes(file.size)].filter((part) => part !== '').join(' · ')}
          </Text>
          {isOnly && file.afterDecision !== undefined && <Late decision={file.afterDecision} />}
        </div>
        <div className={styles.tools} role="group" aria-label={t.toolbar}>
          {tools}
          {document.fullscreenEnabled && (
            <Tool
              icon={full.isFull ? 'leave' : 'fullScreen'}
              label={full.isFull ? t.leaveFullScreen : t.fullScreen}
              onClick={full.toggle}
            />
          )}
          {!isAlone && <Tool icon="window" label={t.ownWindow} onClick={() => openOwnWindow(path)} />}
          <Tool icon="download" label={download} href={addressOf(path)} download={file.fileName} />
        </div>
      </div>
      {children}
    </div>
  );
}

function useFullScreen(element: { current: HTMLElement | null }) {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const changed = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === element.current);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, [element]);
  const toggle = () => {
    // A browser may refuse it; then everything stays as it is.
    void (isFull ? document.exitFullscreen() : element.current?.requestFullscreen())?.catch(() => undefined);
  };
  return { isFull, toggle };
}
