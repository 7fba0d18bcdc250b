import { queryOptions, useQuery } from '@tanstack/react-query';
import type { InvoiceFilePath } from '../../../api/types.ts';
import { readFile, type ByteRange } from '../../../api.ts';

/** The bytes of a file never change. */
export const fileQuery = (path: InvoiceFilePath, range?: ByteRange) =>
  queryOptions({
    queryKey: ['file', path, range],
    queryFn: ({ signal }) => readFile(path, signal, range),
    staleTime: 'static',
    gcTime: 60_000,
  });

export const useFile = (path: InvoiceFilePath, range?: ByteRange) => useQuery(fileQuery(path, range));
