import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { InvoiceFile, InvoiceFilePath } from '../../../api/types.ts';
import { addressOf } from '../../../api.ts';
import { useFormat } from '../../../format.ts';
import { mailLinkKey } from '../../../mail-link.ts';
import { Late } from '../../../shared/record/late.tsx';
import { documentText } from './text.ts';
import { invoicesText } from '../text.ts';
import { useText } from '../../../text.ts';
import { openOwnWindow, useIsOwnWindow } from './own-window.ts';
import { FileMark } from './proofs/file-mark.tsx';
import styles from './viewer.module.css';

export interface FileProps {
  file: InvoiceFile;
  path: InvoiceFilePath;
  /** Without other files there are no thumbnails, so the viewer itself marks a late file. */
  isOnly: boolean;
  /** The button that attaches more files. */
  attach?: ReactNode;
}

interface Props extends FileProps {
  /** For example the number of pages; empty until it is known. */
  info?: string;
  tools?: ReactNode;
  /** Gets the keys that no element inside the viewer handles. */
  onKey?: (key: string) => void;
  children: ReactNode;
}

/** Takes its space before the file is loaded, so that nothing moves. */
export function Viewer({ file, path, info = '', isOnly, attach, tools, onKey, children }: Props) {
  const t = useText(documentText);
  const { download } = useText(invoicesText);
  const format = useFormat();
  const isOwnWindow = useIsOwnWindow();
  const viewer = useRef<HTMLDivElement>(null);
  const full = useFullScreen(viewer);
  const about = [info, format.bytes(file.size), file.by].filter((part) => part !== '').join(' · ');
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
          <Text component="span" size="sm" c="dimmed" title={about}>
            {about}
          </Text>
          {isOnly && <FileMark file={file} />}
          {isOnly && file.afterDecision !== undefined && <Late decision={file.afterDecision} />}
        </div>
        <div className={styles.tools} role="group" aria-label={t.toolbar}>
          {isOnly && attach}
          {tools}
          {document.fullscreenEnabled && (
            <Tool
              icon={full.isFull ? 'leave' : 'fullScreen'}
              label={full.isFull ? t.leaveFullScreen : t.fullScreen}
              onClick={full.toggle}
            />
          )}
          {!isOwnWindow && <Tool icon="window" label={t.ownWindow} onClick={() => openOwnWindow(path)} />}
          {mailLinkKey() === undefined && (
            <Tool icon="download" label={download} href={addressOf(path)} download={file.fileName} />
          )}
        </div>
      </div>
      {file.damaged !== undefined && <Text size="sm">{t.damagedNext[file.damaged]}</Text>}
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
    // The browser may refuse full screen.
    void (isFull ? document.exitFullscreen() : element.current?.requestFullscreen())?.catch(() => undefined);
  };
  return { isFull, toggle };
}

const outlines = {
  larger: 'M12 5v14M5 12h14',
  smaller: 'M5 12h14',
  width: 'M4 4v16M20 4v16M7 12h10M10 9l-3 3 3 3M14 9l3 3-3 3',
  page: 'M6 3h12v18H6zM12 7v10M9.500 9.500L12 7l2.500 2.500M9.500 14.500L12 17l2.500-2.500',
  rotate: 'M20 12a8 8 0 1 1-2.500-5.800M20 3v4.500h-4.500',
  fullScreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  leave: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  window: 'M14 4h6v6M20 4l-9 9M10 5H5v14h14v-5',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  wrap: 'M4 6h16M4 12h12a3.500 3.500 0 0 1 0 7h-3M15 16.500L12.500 19l2.500 2.500M4 19h5',
} as const;

interface ToolProps {
  icon: keyof typeof outlines;
  label: string;
  onClick?: () => void;
  disabled?: boolean;
  /** Whether it is switched on; left out for a tool that acts at once. */
  pressed?: boolean;
  href?: string;
  download?: string;
}

export function Tool({ icon, label, onClick, disabled = false, pressed, href, download }: ToolProps) {
  const picture = (
    <svg
      viewBox="0 0 24 24"
      width={16}
      height={16}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={outlines[icon]} />
    </svg>
  );
  return (
    <Tooltip label={label} withinPortal={false}>
      {href === undefined ? (
        <ActionIcon
          variant={pressed === true ? 'light' : 'default'}
          aria-label={label}
          aria-pressed={pressed}
          disabled={disabled}
          onClick={onClick}
        >
          {picture}
        </ActionIcon>
      ) : (
        <ActionIcon component="a" variant="default" aria-label={label} href={href} download={download}>
          {picture}
        </ActionIcon>
      )}
    </Tooltip>
  );
}
