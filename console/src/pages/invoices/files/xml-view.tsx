import { Code, Skeleton, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { InvoiceFile, InvoiceFilePath } from '../../../api/types.ts';
import { Failure } from '../../../shared/failure.tsx';
import { invoicesText } from '../../../text/invoices.ts';
import { useText } from '../../../text.ts';
import styles from './sheets.module.css';
import { useFile } from './use-file.ts';
import { decodeXml } from './xml.ts';

/** More than this nobody reads on a screen. */
const most = 200_000;

export function XmlView({ file, path }: { file: InvoiceFile; path: InvoiceFilePath }) {
  const t = useText(invoicesText);
  const { data, error, refetch } = useFile(path);
  const [text, setText] = useState<string>();
  useEffect(() => void data?.arrayBuffer().then((bytes) => setText(decodeXml(bytes))), [data]);
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  if (text === undefined) return <Skeleton className={styles.frame} />;
  return (
    <>
      <Code block tabIndex={0} className={styles.text} role="group" aria-label={t.fileShown(file.fileName)}>
        {text.slice(0, most)}
      </Code>
      {text.length > most && (
        <Text size="sm" c="dimmed">
          {t.cutOff}
        </Text>
      )}
    </>
  );
}
