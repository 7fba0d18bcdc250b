import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../../../api.ts';
import { useCompanyPath } from '../../../company.ts';

/** The operators of this company whose name or address has this in it. */
export function usePeople(typed: string, wanted: boolean) {
  const path = useCompanyPath()('/choices');
  const q = typed.trim();
  const { data } = useQuery({
    queryKey: ['people', path, q],
    queryFn: ({ signal }) => read(path, { query: { of: 'operator', ...(q !== '' && { q }) }, signal }),
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  return data?.choices;
}
