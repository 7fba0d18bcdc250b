import { useQuery } from '@tanstack/react-query';
import { readFile } from '../../../api.ts';

/** The bytes of a file. They never change, so they are asked for once. */
export const useFile = (path: string) =>
  useQuery({
    queryKey: ['file', path],
    queryFn: ({ signal }) => readFile(path, signal),
    staleTime: 'static',
    gcTime: 60_000,
  });
