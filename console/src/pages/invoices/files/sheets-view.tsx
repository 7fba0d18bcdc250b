import { ActionIcon, Button, Group, Skeleton, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { InvoiceFile, InvoiceFilePath } from '../../../api/types.ts';
import { Failure } from '../../../shared/failure.tsx';
import { Icon } from '../../../shared/icon.tsx';
import { invoicesText } from '../../../text/invoices.ts';
import { useText } from '../../../text.ts';
import { Sheet } from './sheet.tsx';
import { openSheets } from './open-sheets.ts';
import { Locked, type Sheets } from './sheets.ts';
import styles from './sheets.module.css';
import { useFile } from './use-file.ts';

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
const wholeWidth = zooms.indexOf(1);

/** A PDF or a TIFF, sheet below sheet. */
export function SheetsView({ file, path }: { file: InvoiceFile; path: InvoiceFilePath }) {
  const t = useText(invoicesText);
  const { data, error, refetch } = useFile(path);
  const opened = useOpened(data, file.contentType);
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  if (opened === undefined) return <Skeleton className={styles.frame} />;
  if (opened instanceof Error) return <Text>{opened instanceof Locked ? t.locked : t.broken}</Text>;
  return <Opened sheets={opened} fileName={file.fileName} />;
}

function Opened({ sheets, fileName }: { sheets: Sheets; fileName: string }) {
  const t = useText(invoicesText);
  const { ref, width } = useElementSize();
  const [zoom, setZoom] = useState(wholeWidth);
  return (
    <div>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm" c="dimmed">
          {t.sheets(sheets.count)}
        </Text>
        <Group gap={6} role="group" aria-label={t.zoom}>
          <ActionIcon variant="default" aria-label={t.zoomOut} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
            <Icon name="minus" size={15} />
          </ActionIcon>
          <Button size="compact-sm" variant="default" miw={96} onClick={() => setZoom(wholeWidth)}>
            {zoom === wholeWidth ? t.wholeWidth : `${(zooms[zoom] ?? 1) * 100} %`}
          </Button>
          <ActionIcon
            variant="default"
            aria-label={t.zoomIn}
            disabled={zoom === zooms.length - 1}
            onClick={() => setZoom(zoom + 1)}
          >
            <Icon name="plus" size={15} />
          </ActionIcon>
        </Group>
      </Group>
      <div className={styles.frame} tabIndex={0} role="group" aria-label={t.fileShown(fileName)} data-sheets>
        <div ref={ref} className={styles.desk}>
          {Array.from({ length: sheets.count }, (_, at) => (
            <Sheet
              key={at}
              sheets={sheets}
              number={at + 1}
              width={Math.floor(width * (zooms[zoom] ?? 1))}
              fileName={fileName}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** The file once it is opened, or why it cannot be. */
function useOpened(file: Blob | undefined, contentType: string): Sheets | Error | undefined {
  const [opened, setOpened] = useState<Sheets | Error>();
  useEffect(() => {
    if (file === undefined) return undefined;
    let left = false;
    const opening = openSheets(file, contentType);
    opening.then(
      (sheets) => left || setOpened(sheets),
      (error: unknown) => left || setOpened(error instanceof Error ? error : new Error(String(error))),
    );
    return () => {
      left = true;
      void opening.then((sheets) => sheets.close()).catch(() => undefined);
    };
  }, [file, contentType]);
  return opened;
}
