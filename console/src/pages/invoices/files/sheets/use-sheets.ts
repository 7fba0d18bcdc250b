import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { InvoiceFile, InvoiceFilePath } from '../../../../api/types.ts';
import { isOutage } from '../../../../api.ts';
import { pauseBefore } from '../../../../live/recovery.ts';
import { fileQuery, useFile } from '../use-file.ts';
import { useTakeAhead } from './ahead.tsx';
import { firstRange, openSheets, type Sheets } from './sheets.ts';

/**
 * `opened` is an Error if the file cannot be read or opened, and undefined while it is being opened. The viewer shows a
 * file at once that was opened ahead.
 */
export function useSheets({ contentType, size }: InvoiceFile, path: InvoiceFilePath, isViewer = false) {
  const client = useQueryClient();
  const { data, error, refetch } = useFile(path, firstRange({ contentType, size }));
  const take = useTakeAhead();
  const [ahead] = useState(() => (isViewer ? take(path) : undefined));
  const [result, setResult] = useState<Sheets | Error | undefined>(ahead?.sheets);
  useEffect(() => {
    if (ahead !== undefined && !ahead.leaving.signal.aborted) return () => ahead.leaving.abort();
    if (data === undefined) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const read = async (start: number, end: number) => {
      // Pages appear late after an outage; a refusal ends the reading.
      const retry = (_tries: number, failure: Error) => !signal.aborted && isOutage(failure);
      const part = await client.fetchQuery({ ...fileQuery(path, { start, end }), retry, retryDelay: pauseBefore });
      return part.arrayBuffer();
    };
    const fail = (failure: unknown) => {
      if (signal.aborted) return;
      setResult(failure instanceof Error ? failure : new Error(String(failure)));
      leaving.abort();
    };
    openSheets(data, contentType, { size, read, fail, signal }).then(
      (sheets) => signal.aborted || setResult(sheets),
      fail,
    );
    return () => leaving.abort();
  }, [client, ahead, data, path, contentType, size]);
  return { opened: error ?? result, retry: () => void refetch() };
}
