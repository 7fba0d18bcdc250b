import { Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Failure } from '../../../../shared/page/failure.tsx';
import { documentText } from '../../../../text/document.ts';
import { invoicesText } from '../../../../text/invoices.ts';
import { useText } from '../../../../text.ts';
import { openSheets } from './open-sheets.ts';
import { useSearch } from '../find/search.tsx';
import { Sheet } from './sheet.tsx';
import { Locked, type Sheets } from './sheets.ts';
import { useFile } from '../use-file.ts';
import { Zoomed, type FileProps } from '../zoomed.tsx';

/** A PDF or a TIFF, sheet below sheet. */
export function SheetsView({ file, path, isOnly }: FileProps) {
  const t = useText(invoicesText);
  const { data, error, refetch } = useFile(path);
  const opened = useOpened(data, file.contentType);
  const sheets = opened instanceof Error ? undefined : opened;
  useSheetText(sheets);
  const failure =
    error !== null ? (
      <Failure error={error} retry={() => void refetch()} />
    ) : opened instanceof Error ? (
      <Text>{opened instanceof Locked ? t.locked : t.broken}</Text>
    ) : undefined;
  return (
    <Zoomed
      file={file}
      path={path}
      isOnly={isOnly}
      info={sheets === undefined ? '' : t.sheets(sheets.count)}
      shape={sheets}
      failure={failure}
    >
      {(width, turned) =>
        sheets !== undefined && (
          <>
            {Array.from({ length: sheets.count }, (_, at) => (
              <Sheet key={at} sheets={sheets} number={at + 1} width={width} turned={turned} fileName={file.fileName} />
            ))}
            <FoundWhere />
          </>
        )
      }
    </Zoomed>
  );
}

/** Tells those who cannot see the mark where it is. */
function FoundWhere() {
  const t = useText(documentText);
  const { hit } = useSearch();
  const match = hit?.matches[hit.at];
  return (
    <VisuallyHidden role="status">
      {hit !== undefined && match !== undefined && t.found(hit.at + 1, hit.matches.length, match.line.sheet)}
    </VisuallyHidden>
  );
}

/** Gives the text of the sheets to whoever looks for values in it. A file whose text cannot be read is one without text. */
function useSheetText(sheets: Sheets | undefined): void {
  const { setText } = useSearch();
  useEffect(() => {
    const leaving = new AbortController();
    sheets?.text?.(leaving.signal).then(
      (text) => leaving.signal.aborted || setText(text),
      () => undefined,
    );
    return () => {
      leaving.abort();
      setText([]);
    };
  }, [sheets, setText]);
}

/** The file once it is opened, or why it cannot be. */
export function useOpened(file: Blob | undefined, contentType: string): Sheets | Error | undefined {
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
