import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Found } from '../api/types.ts';
import { read } from '../api.ts';
import { useFormat } from '../format.ts';
import { callsText } from '../text/calls.ts';
import { layout } from './text.ts';
import { named, useText } from '../text.ts';

const nothing: Found[] = [];

/** What a search over everything found, and whether it still looks for what is typed. */
export function useFound(companyId: string | undefined, query: string): { found: Found[]; searching: boolean } {
  const [q] = useDebouncedValue(query.trim(), 200);
  const enabled = companyId !== undefined && q.length >= 2;
  const { data, isFetching } = useQuery({
    queryKey: ['search', companyId, q],
    queryFn: ({ signal }) => read(`/companies/${companyId ?? ''}/search`, { query: { q }, signal }),
    enabled,
    // Whoever has gone down the list stays where they are.
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
  return { found: enabled ? (data?.results ?? nothing) : nothing, searching: isFetching || q !== query.trim() };
}

/** What tells a hit apart, with amounts, times and operations as the reader writes them. */
export function useDescription(): (found: Found) => { label: string; description: string } {
  const t = useText(layout);
  const { operations, statuses } = useText(callsText);
  const format = useFormat();
  return (found) => {
    const { type, title, subtitle, reference, supplierName, amount, currency, proposalIds, operation } = found;
    const parts = {
      invoice: [supplierName, format.amount(amount, currency), reference === title ? '' : reference],
      project: [subtitle, ...(proposalIds ?? [])],
      request: [found.partner, found.at && format.seconds(found.at), named(statuses, String(found.status))],
    };
    return {
      label: operation === undefined ? title : `${found.status} ${named(operations, operation)}`,
      description: [named(t.types, type), ...(parts[type as keyof typeof parts] ?? [subtitle])]
        .filter(Boolean)
        .join(' · '),
    };
  };
}
