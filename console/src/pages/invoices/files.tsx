import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { InvoiceFile, InvoicePath } from '../../api/types.ts';
import { addressOf } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { Empty } from '../../shared/empty.tsx';
import { Icon } from '../../shared/icon.tsx';
import { Late } from '../../shared/late.tsx';
import { Panel } from '../../shared/panel.tsx';
import { invoicesText } from '../../text/invoices.ts';
import { useText } from '../../text.ts';
import { FileView } from './file-view.tsx';

/** The files beside the fields: one is shown, the others wait as buttons. */
export function Files({ files, path }: { files: InvoiceFile[]; path: InvoicePath }) {
  const t = useText(invoicesText);
  const format = useFormat();
  const [chosen, setChosen] = useState<string>();
  const file = files.find(({ id }) => id === chosen) ?? files[0];
  if (file === undefined)
    return (
      <Panel title={t.files}>
        <Empty title={t.noFiles} next={t.noFilesNext} icon="file" />
      </Panel>
    );
  const filePath = `${path}/files/${file.id}` as const;
  return (
    <Panel title={t.files}>
      <Stack gap="sm">
        {files.length > 1 && (
          <Group gap="xs">
            {files.map(({ id, fileName, afterDecision }) => (
              <Group key={id} gap={6}>
                <Button
                  size="compact-sm"
                  variant={id === file.id ? 'filled' : 'default'}
                  aria-pressed={id === file.id}
                  aria-label={t.showFile(fileName)}
                  onClick={() => setChosen(id)}
                >
                  {fileName}
                </Button>
                {afterDecision !== undefined && <Late decision={afterDecision} />}
              </Group>
            ))}
          </Group>
        )}
        <FileView key={file.id} file={file} path={filePath} />
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {file.fileName} · {format.bytes(file.size)}
          </Text>
          {files.length === 1 && file.afterDecision !== undefined && <Late decision={file.afterDecision} />}
          <Button
            component="a"
            href={addressOf(filePath)}
            download={file.fileName}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="download" size={14} />}
          >
            {t.download}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}
