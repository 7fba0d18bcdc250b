// pdf.js's PDFViewer is not used: it keeps ten pages painted, shows neither TIFF nor pictures, and adds 66 KB (gzip).
import { Text, VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';
import { ApiFailure } from '../../../../api.ts';
import { isMissingPart } from '../../../../parts.ts';
import { Failure } from '../../../../shared/page/failure.tsx';
import { documentText } from '../text.ts';
import { invoicesText } from '../../text.ts';
import { useText } from '../../../../text.ts';
import { useSearch } from '../find/search.tsx';
import type { FileProps } from '../viewer.tsx';
import { Zoomed } from '../zoomed.tsx';
import { Sheet } from './sheet.tsx';
import { PasswordProtected, type Sheets } from './sheets.ts';
import { useSheets } from './use-sheets.ts';

export function SheetsView(props: FileProps) {
  const { file, path } = props;
  const t = useText(invoicesText);
  const { opened, retry } = useSheets(file, path, true);
  const sheets = opened instanceof Error ? undefined : opened;
  useSheetText(sheets);
  // The decoder is missing, not the file: after an upgrade the console has to start anew.
  if (isMissingPart(opened)) throw opened;
  const failure =
    opened instanceof ApiFailure ? (
      <Failure error={opened} retry={retry} />
    ) : opened instanceof Error ? (
      <Text>{opened instanceof PasswordProtected ? t.locked : t.broken}</Text>
    ) : undefined;
  return (
    <Zoomed {...props} info={sheets === undefined ? '' : t.sheets(sheets.count)} shape={sheets} failure={failure}>
      {(width, rotation) =>
        sheets !== undefined && (
          <>
            {Array.from({ length: sheets.count }, (_, at) => (
              <Sheet key={at} number={at + 1} fileName={file.fileName} {...{ sheets, width, rotation }} />
            ))}
            <SearchStatus />
          </>
        )
      }
    </Zoomed>
  );
}

function SearchStatus() {
  const t = useText(documentText);
  const { search } = useSearch();
  const match = search?.matches[search.index];
  return (
    <VisuallyHidden role="status">
      {search !== undefined &&
        match !== undefined &&
        t.found(search.index + 1, search.matches.length, match.line.sheet)}
    </VisuallyHidden>
  );
}

/** A file whose text cannot be read counts as one without text. */
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
