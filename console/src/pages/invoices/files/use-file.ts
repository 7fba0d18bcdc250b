import { useQuery } from '@tanstack/react-query';
import type { InvoiceFilePath } from '../../../api/types.ts';
import { readFile } from '../../../api.ts';

/** The bytes of a file. They never change, so they are asked for once. */
export const useFile = (path: InvoiceFilePath) =>
  useQuery({
    queryKey: ['file', path],
    queryFn: ({ signal }) => readFile(path, signal),
    staleTime: 'static',
    gcTime: 60_000,
  });
