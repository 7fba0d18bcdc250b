import { queryOptions, useQuery } from '@tanstack/react-query';
import type { InvoiceFilePath } from '../../../api/types.ts';
import { addressOf, readFile, type ByteRange } from '../../../api.ts';
import { dataUrlOf, mailLinkKey } from '../../../mail-link.ts';

/** The bytes of a file never change. */
export const fileQuery = (path: InvoiceFilePath, range?: ByteRange) =>
  queryOptions({
    queryKey: ['file', path, range],
    queryFn: ({ signal }) => readFile(path, signal, range),
    staleTime: 'static',
    gcTime: 60_000,
  });

/** The address for an <img>; undefined until the file is read. */
export function usePicture(path: InvoiceFilePath): string | undefined {
  const isRead = mailLinkKey() !== undefined;
  const { data } = useQuery({
    queryKey: ['picture', path],
    queryFn: async ({ signal }) => dataUrlOf(await readFile(path, signal)),
    staleTime: 'static',
    gcTime: 60_000,
    enabled: isRead,
  });
  return isRead ? data : addressOf(path);
}

export const useFile = (path: InvoiceFilePath, range?: ByteRange) => useQuery(fileQuery(path, range));
