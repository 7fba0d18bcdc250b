import { Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Query } from '../../../api/addresses.ts';
import { read } from '../../../api.ts';
import { useCompanyPath } from '../../../company.ts';
import { useFormat } from '../../../format.ts';
import { useInterval } from '../../../live/live.tsx';
import { useInZone } from '../../../shared/list/use-in-zone.ts';
import { listsText } from '../../../text/lists.ts';
import { useText } from '../../../text.ts';

/** How many invoices the filters allow, and what they come to in each currency. */
export function Totals({ search: { sort: _sort, ...filters } }: { search: Query<`/companies/${string}/invoices`> }) {
  const t = useText(listsText);
  const format = useFormat();
  const path = useCompanyPath()('/invoices/totals');
  const query = useInZone(filters);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['list', path, query],
    queryFn: ({ signal }) => read(path, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: useInterval(path),
  });
  // Not even a first thousand was counted in time.
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
        {data.more ? t.moreThan(count) : t.count(count)}
      </Text>
      {data.sums?.map(({ currency, total }) => (
        <Text key={currency} span inherit fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {format.amount(total, currency ?? t.noCurrency)}
        </Text>
      ))}
    </Group>
  );
}
