import { useQuery } from '@tanstack/react-query';
import type { DeskSettings } from './api/types.ts';
import { read } from './api.ts';
import { useCompanyPath } from './company.ts';

/** The company's settings; undefined until they have arrived. */
export function useSettings(): DeskSettings | undefined {
  const path = useCompanyPath()('/settings');
  const { data } = useQuery({
    queryKey: ['record', path],
    queryFn: ({ signal }) => read(path, { signal }),
    staleTime: 300_000,
  });
  return data;
}
