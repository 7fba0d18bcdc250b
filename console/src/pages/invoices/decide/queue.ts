import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { InvoiceRow, Page } from '../../../api/types.ts';
import { read } from '../../../api.ts';
import { useCompanyPath } from '../../../company.ts';
import { useInZone } from '../../../shared/list/use-in-zone.ts';
import { nextToDecide, placeOf } from './queue-rows.ts';

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

type Rows = InfiniteData<Page<InvoiceRow>, string | undefined>;

/** So many rows before the end of what is loaded, more are asked for. */
const ahead = 20;
/** How far an invoice is looked for in its list. */
const mostPages = 20;

const rowsOf = (data: Rows | undefined): InvoiceRow[] => data?.pages.flatMap((page) => page.rows) ?? [];

/**
 * The list from which an invoice was opened, as it was then: what is decided stays in its place. It is not asked for again until
 * somebody comes from the list anew.
 */
export function useQueue(id: string) {
  const { queue, ...search } = route.useSearch();
  const companyPath = useCompanyPath();
  const path = companyPath('/invoices');
  const client = useQueryClient();
  const enabled = queue !== undefined;
  const query = useInZone(search);
  const list = useInfiniteQuery<Page<InvoiceRow>, Error, Rows, QueryKey, string | undefined>({
    queryKey: ['queue', path, query],
    queryFn: ({ pageParam, signal }) => read(path, { query: { ...query, limit: '100', after: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next,
    enabled,
    staleTime: Infinity,
    refetchOnMount: false,
    initialData: () => (enabled ? shownBefore(client, path, search) : undefined),
  });
  const rows = enabled ? rowsOf(list.data) : [];
  const at = placeOf(rows, id);
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const pages = list.data?.pages.length ?? 0;
  const wantsMore =
    enabled && hasNextPage && !isFetching && (at === -1 ? pages < mostPages : at + ahead >= rows.length);
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);
  const totals = useQuery({
    queryKey: ['queue', 'totals', path, query],
    queryFn: ({ signal }) => read(companyPath('/invoices/totals'), { query: withoutSort(query), signal }),
    enabled: enabled && hasNextPage,
    staleTime: Infinity,
  });
  const next = rows[at + 1]?.id;
  usePrefetched(nextToDecide(rows, id) ?? next);
  return {
    /** Whether the invoice was opened from a list at all. */
    enabled,
    place: at === -1 ? undefined : at + 1,
    total: hasNextPage ? totals.data : { count: rows.length, more: false },
    previous: at > 0 ? rows[at - 1]?.id : undefined,
    next,
    /** What waits after this one, with more of the list where what is loaded has nothing. */
    rows: async (): Promise<InvoiceRow[]> => {
      let data = list.data;
      for (let pages = 0; pages < mostPages; pages++) {
        if (!enabled || nextToDecide(rowsOf(data), id) !== undefined || data?.pages.at(-1)?.next === undefined) break;
        data = (await fetchNextPage()).data;
      }
      return rowsOf(data);
    },
  };
}

export type Queue = ReturnType<typeof useQueue>;

const withoutSort = ({ sort: _sort, ...query }: Record<string, string | undefined>) => query;

/** The list that the reader has just seen, so that the queue is that very list. */
function shownBefore(client: QueryClient, path: string, search: object): Rows | undefined {
  const wanted = textOf(search);
  return client
    .getQueriesData<Rows>({ queryKey: ['list', path] })
    .find(([[, , query], data]) => data !== undefined && textOf(query as object) === wanted)?.[1];
}

/** Filters as text, whatever their order; without the zone, which follows from them. */
const textOf = (query: object): string =>
  JSON.stringify(
    Object.entries(query)
      .filter(([name, value]) => name !== 'zone' && value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Has an invoice at hand before somebody goes to it. */
function usePrefetched(id: string | undefined): void {
  const client = useQueryClient();
  const companyPath = useCompanyPath();
  const path = id === undefined ? undefined : companyPath(`/invoices/${encodeURIComponent(id)}`);
  useEffect(() => {
    if (path !== undefined)
      void client.prefetchQuery({
        queryKey: ['record', path],
        queryFn: ({ signal }) => read(path, { signal }),
        staleTime: 10_000,
      });
  }, [client, path]);
}

/** Writes down in every queue what became of an invoice. */
export function noteState(client: QueryClient, id: string, state: string): void {
  client.setQueriesData<Rows>({ queryKey: ['queue'] }, (data) =>
    data?.pages === undefined
      ? data
      : {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            rows: page.rows.map((row) => (row.id === id ? { ...row, state: state as InvoiceRow['state'] } : row)),
          })),
        },
  );
}

/** The next queue is the list as it will be then. */
export const forgetQueues = (client: QueryClient): void => client.removeQueries({ queryKey: ['queue'] });
