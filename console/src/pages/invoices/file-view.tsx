import { Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import type { InvoiceFile, InvoiceFilePath } from '../../api/types.ts';
import { addressOf } from '../../api.ts';
import { Failure } from '../../shared/failure.tsx';
import { invoicesText } from '../../text/invoices.ts';
import { useText } from '../../text.ts';
import { hasSheets } from './files/open-sheets.ts';
import { SheetsView } from './files/sheets-view.tsx';
import { useFile } from './files/use-file.ts';
import { XmlView } from './files/xml-view.tsx';
import styles from './files/sheets.module.css';

interface Props {
  file: InvoiceFile;
  path: InvoiceFilePath;
}

/** Shows what can be shown. The button for the download is beside it, whatever happens here. */
export function FileView({ file, path }: Props) {
  const t = useText(invoicesText);
  if (hasSheets(file.contentType)) return <SheetsView file={file} path={path} />;
  if (file.contentType === 'application/xml') return <XmlView file={file} path={path} />;
  if (file.contentType.startsWith('image/')) return <Picture file={file} path={path} />;
  return <Text c="dimmed">{t.cannotShow}</Text>;
}

function Picture({ file, path }: Props) {
  const t = useText(invoicesText);
  const [broken, setBroken] = useState(false);
  if (broken) return <NoPicture path={path} />;
  return (
    <img
      className={styles.picture}
      src={addressOf(path)}
      alt={t.fileShown(file.fileName)}
      onError={() => setBroken(true)}
    />
  );
}

/** A picture does not say why it failed, so the file is asked for once more: only what arrives whole may be called damaged by itself. */
function NoPicture({ path }: { path: InvoiceFilePath }) {
  const t = useText(invoicesText);
  const { data, error, refetch } = useFile(path);
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  return data === undefined ? <Skeleton className={styles.frame} /> : <Text>{t.broken}</Text>;
}
