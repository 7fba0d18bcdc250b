import { useQuery } from '@tanstack/react-query';
import type { InvoiceFilePath } from '../../../api/types.ts';
import { readFile } from '../../../api.ts';

/** Bytes of a file, which never change. */
export const useFile = (path: InvoiceFilePath) =>
  useQuery({
    queryKey: ['file', path],
    queryFn: ({ signal }) => readFile(path, signal),
    staleTime: 'static',
    gcTime: 60_000,
  });
