import { Button, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import type { InvoiceFile, InvoiceFilePath, InvoicePath } from '../../../api/types.ts';
import { addressOf } from '../../../api.ts';
import { useFormat } from '../../../format.ts';
import { mailLinkKey } from '../../../mail-link.ts';
import { Icon } from '../../../shared/page/icon.tsx';
import { Late } from '../../../shared/record/late.tsx';
import { documentText } from './text.ts';
import { invoicesText } from '../text.ts';
import { useText } from '../../../text.ts';
import { FileMark } from './proofs/file-mark.tsx';
import { useIsNear } from './sheets/sheet.tsx';
import { hasSheets, isReadInRanges } from './sheets/sheets.ts';
import { usePicture } from './use-file.ts';
import { useSheets } from './sheets/use-sheets.ts';
import styles from './thumbnails.module.css';

interface Props {
  files: InvoiceFile[];
  shown: string;
  path: InvoicePath;
  onSelect: (id: string) => void;
  attach: ReactNode;
}

/** The first page of each file, to switch between files. pdf.js's own thumbnails are of pages, and not exported. */
export function Thumbnails({ files, shown, path, onSelect, attach }: Props) {
  const t = useText(documentText);
  const { showFile } = useText(invoicesText);
  const format = useFormat();
  return (
    <div className={styles.files}>
      <div className={styles.strip} data-strip>
        {files.map((file) => (
          <UnstyledButton
            key={file.id}
            className={styles.tile}
            aria-pressed={file.id === shown}
            title={file.fileName}
            onClick={() => onSelect(file.id)}
          >
            <Thumbnail file={file} path={path} />
            <VisuallyHidden>{showFile(file.fileName)}</VisuallyHidden>
            <span className={styles.about}>
              <Text component="span" size="sm" className={styles.name} aria-hidden="true">
                {file.fileName}
              </Text>
              <Text component="span" size="xs" c="dimmed">
                {kindOf(file)} · {format.bytes(file.size)}
              </Text>
              <Text component="span" size="xs" c="dimmed" className={styles.name} title={file.by}>
                {file.by}
              </Text>
              <FileMark file={file} />
              {file.afterDecision !== undefined && (
                <Text component="span" size="xs">
                  <Late decision={file.afterDecision} />
                </Text>
              )}
            </span>
          </UnstyledButton>
        ))}
      </div>
      <div className={styles.buttons}>
        {attach}
        {mailLinkKey() === undefined && (
          <Button
            component="a"
            href={addressOf(`${path}/files.zip`)}
            download
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="download" size={14} />}
          >
            {t.downloadAll}
          </Button>
        )}
      </div>
    </div>
  );
}

const kindOf = ({ contentType }: InvoiceFile) => contentType.replace(/^.*\//, '').toUpperCase();

/** A larger file is not loaded for its thumbnail alone, unless its first page can be read without the rest. */
const maxBytes = 8 * 1024 * 1024;

export function Thumbnail({ file, path }: { file: InvoiceFile; path: InvoicePath }) {
  const element = useRef<HTMLSpanElement>(null);
  const isNear = useIsNear(element, '[data-strip]');
  const isPicture = file.contentType.startsWith('image/') && !hasSheets(file.contentType);
  const filePath = `${path}/files/${file.id}` as const;
  return (
    <span ref={element} className={styles.picture} aria-hidden="true">
      <span className={styles.kind}>{kindOf(file)}</span>
      {isNear &&
        (file.size <= maxBytes || isReadInRanges(file)) &&
        (isPicture ? (
          // If it cannot be shown, the name of the file's format stays visible.
          <Picture path={filePath} />
        ) : (
          hasSheets(file.contentType) && <FirstSheet file={file} path={filePath} />
        ))}
    </span>
  );
}

function Picture({ path }: { path: InvoiceFilePath }) {
  return <img src={usePicture(path)} alt="" onError={({ currentTarget }) => (currentTarget.hidden = true)} />;
}

function FirstSheet({ file, path }: { file: InvoiceFile; path: InvoiceFilePath }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { opened: sheets } = useSheets(file, path);
  useEffect(() => {
    if (sheets === undefined || sheets instanceof Error || canvas.current === null) return undefined;
    const leaving = new AbortController();
    // If painting fails, the name of the file's format stays visible.
    sheets.paint(1, 44, { canvas: canvas.current }, leaving.signal).catch(() => undefined);
    return () => leaving.abort();
  }, [sheets]);
  return <canvas ref={canvas} width={0} height={0} />;
}
