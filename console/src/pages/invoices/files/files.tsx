import { useState } from 'react';
import type { InvoiceFile, InvoicePath } from '../../../api/types.ts';
import { Empty } from '../../../shared/page/empty.tsx';
import { invoicesText } from '../../../text/invoices.ts';
import { useText } from '../../../text.ts';
import { FileView } from './file-view.tsx';
import { useTellWindow } from './own-window.ts';
import { Thumbnails } from './thumbnails.tsx';

interface Props {
  files: InvoiceFile[];
  path: InvoicePath;
  /** The one to begin with; the first where it is left out. */
  first?: string | undefined;
}

/** The files of an invoice: one is shown, the others wait as thumbnails. */
export function Files({ files, path, first }: Props) {
  const t = useText(invoicesText);
  const [chosen, setChosen] = useState<string>();
  const file = files.find(({ id }) => id === chosen) ?? files.find(({ id }) => id === first) ?? files[0];
  const filePath = file && (`${path}/files/${file.id}` as const);
  useTellWindow(filePath);
  if (file === undefined || filePath === undefined) return <Empty title={t.noFiles} next={t.noFilesNext} icon="file" />;
  return (
    <>
      {files.length > 1 && <Thumbnails files={files} shown={file.id} path={path} onChoose={setChosen} />}
      <FileView key={file.id} file={file} path={filePath} isOnly={files.length === 1} />
    </>
  );
}
