import { Button, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { InvoiceFile, InvoicePath } from '../../../api/types.ts';
import { addressOf } from '../../../api.ts';
import { useFormat } from '../../../format.ts';
import { Icon } from '../../../shared/page/icon.tsx';
import { Late } from '../../../shared/record/late.tsx';
import { documentText } from '../../../text/document.ts';
import { invoicesText } from '../../../text/invoices.ts';
import { useText } from '../../../text.ts';
import { hasSheets } from './sheets/open-sheets.ts';
import { useOpened } from './sheets/sheets-view.tsx';
import styles from './thumbnails.module.css';
import { useFile } from './use-file.ts';
import { useNear } from './use-near.ts';

interface Props {
  files: InvoiceFile[];
  shown: string;
  path: InvoicePath;
  onChoose: (id: string) => void;
}

/** The files of an invoice, each with its first page, to switch between them. */
export function Thumbnails({ files, shown, path, onChoose }: Props) {
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
            onClick={() => onChoose(file.id)}
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
              {file.afterDecision !== undefined && (
                <Text component="span" size="xs">
                  <Late decision={file.afterDecision} />
                </Text>
              )}
            </span>
          </UnstyledButton>
        ))}
      </div>
      <Button
        component="a"
        className={styles.all}
        href={addressOf(`${path}/files.zip`)}
        download
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="download" size={14} />}
      >
        {t.downloadAll}
      </Button>
    </div>
  );
}

/** Such as PDF. */
const kindOf = ({ contentType }: InvoiceFile) => contentType.replace(/^.*\//, '').toUpperCase();

/** A larger file is not fetched for its thumbnail alone. */
const mostBytes = 8 * 1024 * 1024;

function Thumbnail({ file, path }: { file: InvoiceFile; path: InvoicePath }) {
  const place = useRef<HTMLSpanElement>(null);
  const near = useNear(place, '[data-strip]');
  const isPicture = file.contentType.startsWith('image/') && !hasSheets(file.contentType);
  const filePath = `${path}/files/${file.id}` as const;
  return (
    <span ref={place} className={styles.picture} aria-hidden="true">
      <span className={styles.kind}>{kindOf(file)}</span>
      {near &&
        file.size <= mostBytes &&
        (isPicture ? (
          <img src={addressOf(filePath)} alt="" />
        ) : (
          hasSheets(file.contentType) && <FirstSheet file={file} path={filePath} />
        ))}
    </span>
  );
}

function FirstSheet({ file, path }: { file: InvoiceFile; path: `${InvoicePath}/files/${string}` }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data } = useFile(path);
  const opened = useOpened(data, file.contentType);
  useEffect(() => {
    if (opened === undefined || opened instanceof Error || canvas.current === null) return undefined;
    const leaving = new AbortController();
    // One that cannot be painted keeps the name of its kind.
    opened.paint(1, 44, { canvas: canvas.current }, leaving.signal).catch(() => undefined);
    return () => leaving.abort();
  }, [opened]);
  return <canvas ref={canvas} width={0} height={0} />;
}
