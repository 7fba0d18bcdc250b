import { Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { InvoiceFile, InvoicePath } from '../../../api/types.ts';
import { useDocumentShown } from '../../../decisions/seen.tsx';
import { Icon } from '../../../shared/page/icon.tsx';
import { Panel } from '../../../shared/record/panel.tsx';
import { invoicesText } from '../text.ts';
import { useText } from '../../../text.ts';
import { Attaching } from './attaching.tsx';
import { useShareShownFile } from './own-window.ts';
import { PictureView } from './picture-view.tsx';
import { FileProofs, useProofs } from './proofs/proofs.tsx';
import { hasSheets } from './sheets/sheets.ts';
import { SheetsView } from './sheets/sheets-view.tsx';
import { Thumbnails } from './thumbnails.tsx';
import { Viewer, type FileProps } from './viewer.tsx';
import { XmlView } from './xml/xml-view.tsx';

interface Props {
  files: InvoiceFile[];
  path: InvoicePath;
  /** Id of the file to begin with; the first file by default. */
  first?: string | undefined;
}

export function Files({ attaches = false, ...props }: Props & { attaches?: boolean }) {
  const [selected, setSelected] = useState<string>();
  const { asked, ask } = useProofs();
  const select = (id: string) => {
    ask(undefined);
    setSelected(id);
  };
  const shown = { ...props, selected: asked?.file ?? selected, onSelect: select };
  if (!attaches) return <FilesView {...shown} />;
  return (
    <Attaching path={props.path} onAttached={select} view={(attach) => <FilesView {...shown} attach={attach} />} />
  );
}

interface ViewProps extends Props {
  selected: string | undefined;
  onSelect: (id: string) => void;
  attach?: ReactNode;
}

function FilesView({ files, path, first, selected, onSelect, attach }: ViewProps) {
  const t = useText(invoicesText);
  const file = files.find(({ id }) => id === selected) ?? files.find(({ id }) => id === first) ?? files[0];
  const filePath = file && (`${path}/files/${file.id}` as const);
  useShareShownFile(filePath);
  useDocumentShown(file === undefined);
  if (file === undefined || filePath === undefined)
    return (
      <Panel dense>
        <Group justify="space-between" gap="xs">
          <Group gap={6} wrap="nowrap">
            <Icon name="file" size={16} />
            <Text size="sm" fw={600}>
              {t.noFiles}
            </Text>
          </Group>
          {attach}
        </Group>
        <Text size="sm" c="dimmed">
          {t.noFilesNext}
        </Text>
      </Panel>
    );
  return (
    <>
      {files.length > 1 && <Thumbnails files={files} shown={file.id} path={path} onSelect={onSelect} attach={attach} />}
      <FileProofs value={file.id}>
        <FileView key={file.id} file={file} path={filePath} isOnly={files.length === 1} attach={attach} />
      </FileProofs>
    </>
  );
}

function FileView(props: FileProps) {
  const t = useText(invoicesText);
  const { contentType } = props.file;
  const isShowable = hasSheets(contentType) || contentType === 'application/xml' || contentType.startsWith('image/');
  useDocumentShown(!isShowable);
  if (hasSheets(contentType)) return <SheetsView {...props} />;
  if (contentType === 'application/xml') return <XmlView {...props} />;
  if (contentType.startsWith('image/')) return <PictureView {...props} />;
  return (
    <Viewer {...props}>
      <Text c="dimmed">{t.cannotShow}</Text>
    </Viewer>
  );
}
