import { Text } from '@mantine/core';
import { invoicesText } from '../../../text/invoices.ts';
import { useText } from '../../../text.ts';
import { hasSheets } from './sheets/open-sheets.ts';
import { PictureView } from './picture-view.tsx';
import { SheetsView } from './sheets/sheets-view.tsx';
import { Viewer } from './viewer.tsx';
import { XmlView } from './xml/xml-view.tsx';
import type { FileProps } from './zoomed.tsx';

/** Shows what can be shown. The button for the download is above it, whatever happens here. */
export function FileView(props: FileProps) {
  const t = useText(invoicesText);
  const { contentType } = props.file;
  if (hasSheets(contentType)) return <SheetsView {...props} />;
  if (contentType === 'application/xml') return <XmlView {...props} />;
  if (contentType.startsWith('image/')) return <PictureView {...props} />;
  return (
    <Viewer {...props}>
      <Text c="dimmed">{t.cannotShow}</Text>
    </Viewer>
  );
}
