import { Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer, Query } from '../../../api/addresses.ts';
import { read } from '../../../api.ts';
import { useCompanyPath } from '../../../company.ts';
import { useFormat } from '../../../format.ts';
import { useInterval } from '../../../live/live.tsx';
import { useInZone } from '../../../shared/list/use-in-zone.ts';
import { Amount } from '../../../shared/record/amount.tsx';
import { listsText } from '../../../text/lists.ts';
import { useText } from '../../../text.ts';

export type Totals = Answer<`/companies/${string}/invoices/totals`>;

export function useTotals(filters: object, keepsPrevious = false) {
  const path = useCompanyPath()('/invoices/totals');
  const query = useInZone(filters);
  return useQuery({
    queryKey: ['list', path, query],
    queryFn: ({ signal }) => read(path, { query, signal }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    refetchInterval: useInterval(path),
  });
}

export function TotalsLine({
  search: { sort: _sort, ...filters },
}: {
  search: Query<`/companies/${string}/invoices`>;
}) {
  const t = useText(listsText);
  const format = useFormat();
  const { data, isPlaceholderData } = useTotals(filters, true);
  // The server could not count even the first thousand in time.
  if (data === undefined || (data.more && data.count === 0)) return null;
  const count = format.number(String(data.count));
  return (
    <Group
      gap="2px 16px"
      fz="sm"
      c="dimmed"
      role="status"
      data-stale={isPlaceholderData || undefined}
      style={isPlaceholderData ? { opacity: 0.6 } : undefined}
    >
      <Text span inherit>
        {data.more ? t.moreThan(count) : t.invoices(count)}
      </Text>
      {data.sums?.map(({ currency, total }) => (
        <Text key={currency} span inherit fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
          <Amount value={total} currency={currency ?? t.noCurrency} />
        </Text>
      ))}
    </Group>
  );
}
