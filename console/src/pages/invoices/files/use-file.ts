import { useQuery } from '@tanstack/react-query';
import type { InvoiceFilePath } from '../../../api/types.ts';
import { readFile } from '../../../api.ts';

/** The bytes of a file never change. */
export const useFile = (path: InvoiceFilePath) =>
  useQuery({
    queryKey: ['file', path],
    queryFn: ({ signal }) => readFile(path, signal),
    staleTime: 'static',
    gcTime: 60_000,
  });
