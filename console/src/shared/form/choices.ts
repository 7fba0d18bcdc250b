import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';

export type ChoiceOf = 'supplier' | 'partner' | 'project' | 'operator';

/** What there is to choose from, by a part of its name or number. */
export function useChoices(of: ChoiceOf, q: string, enabled: boolean) {
  const path = useCompanyPath()('/choices');
  return useQuery({
    queryKey: ['choices', path, of, q],
    queryFn: ({ signal }) => read(path, { query: { of, ...(q !== '' && { q }) }, signal }),
    enabled,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
}

/** What a value is called; the value itself until that is known. */
export function useChoiceName(of: ChoiceOf, value: string | undefined): string | undefined {
  const path = useCompanyPath()('/choices');
  const { data } = useQuery({
    queryKey: ['choices', path, of, { value }],
    queryFn: ({ signal }) => read(path, { query: { of, value }, signal }),
    enabled: value !== undefined,
    staleTime: 300_000,
  });
  return data?.choices[0]?.label ?? value;
}
