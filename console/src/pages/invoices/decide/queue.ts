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
import { searchKey } from '../../../search.ts';
import { useInZone } from '../../../shared/list/use-in-zone.ts';

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

type QueueData = InfiniteData<Page<InvoiceRow & QuestionFlag>, string | undefined>;
type QueueRow = Pick<InvoiceRow, 'id' | 'state'> & QuestionFlag;

/** Whether the reader has asked the partner since the queue was opened. */
interface QuestionFlag {
  isAsked?: boolean;
}

/** The next page is loaded when the invoice is this many rows before the end. */
const rowsAhead = 20;
/** Pages loaded at most to find an invoice in the list. */
const maxPages = 20;

export const isDecided = ({ state, isAsked = false }: QueueRow): boolean =>
  isAsked || (state !== 'received' && state !== 'held');

/** The next open invoice. An invoice that is not in the queue counts as standing before its first row. */
export const nextToDecide = (rows: readonly QueueRow[], id: string): string | undefined =>
  rows.slice(rows.findIndex((row) => row.id === id) + 1).find((row) => !isDecided(row))?.id;

const rowsOf = (data: QueueData | undefined): InvoiceRow[] => data?.pages.flatMap((page) => page.rows) ?? [];

/**
 * The list from which an invoice was opened, as it was then. Decided invoices keep their places until the list is
 * opened again.
 */
export function useQueue(id: string) {
  const { queue, ...search } = route.useSearch();
  const companyPath = useCompanyPath();
  const path = companyPath('/invoices');
  const client = useQueryClient();
  const enabled = queue !== undefined;
  const query = useInZone(search);
  const list = useInfiniteQuery<Page<InvoiceRow & QuestionFlag>, Error, QueueData, QueryKey, string | undefined>({
    queryKey: ['queue', path, query],
    queryFn: ({ pageParam, signal }) => read(path, { query: { ...query, limit: '100', after: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next,
    enabled,
    staleTime: Infinity,
    refetchOnMount: false,
    initialData: () => (enabled ? cachedList(client, path, search) : undefined),
  });
  const rows = enabled ? rowsOf(list.data) : [];
  const at = rows.findIndex((row) => row.id === id);
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const pages = list.data?.pages.length ?? 0;
  const wantsMore =
    enabled && hasNextPage && !isFetching && (at === -1 ? pages < maxPages : at + rowsAhead >= rows.length);
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
  const ahead = nextToDecide(rows, id) ?? next;
  usePrefetched(ahead);
  return {
    enabled,
    position: at === -1 ? undefined : at + 1,
    total: hasNextPage ? totals.data : { count: rows.length, more: false },
    previous: at > 0 ? rows[at - 1]?.id : undefined,
    next,
    /** The invoice that a decision probably leads to. */
    ahead,
    /** All rows that are loaded, after loading more if no open invoice follows this one. */
    rows: async (): Promise<InvoiceRow[]> => {
      let data = list.data;
      for (let pages = 0; pages < maxPages; pages++) {
        if (!enabled || nextToDecide(rowsOf(data), id) !== undefined || data?.pages.at(-1)?.next === undefined) break;
        data = (await fetchNextPage()).data;
      }
      return rowsOf(data);
    },
  };
}

export type Queue = ReturnType<typeof useQueue>;

const withoutSort = ({ sort: _sort, ...query }: Record<string, string | undefined>) => query;

/** The list as the reader has just seen it, from the cache. Its query has the time zone, the address bar does not. */
function cachedList(client: QueryClient, path: string, search: object): QueueData | undefined {
  const key = searchKey(search);
  return client
    .getQueriesData<QueueData>({ queryKey: ['list', path] })
    .find(
      ([[, , query], data]) => data !== undefined && searchKey({ ...(query as object), zone: undefined }) === key,
    )?.[1];
}

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

export const noteState = (client: QueryClient, id: string, state: string): void =>
  noteInQueue(client, id, { state: state as InvoiceRow['state'] });

export const noteAsked = (client: QueryClient, id: string): void => noteInQueue(client, id, { isAsked: true });

function noteInQueue(client: QueryClient, id: string, changed: Partial<InvoiceRow & QuestionFlag>): void {
  client.setQueriesData<QueueData>({ queryKey: ['queue'] }, (data) =>
    data?.pages === undefined
      ? data
      : {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            rows: page.rows.map((row) => (row.id === id ? { ...row, ...changed } : row)),
          })),
        },
  );
}

/** The next queue starts from the current list. */
export const forgetQueues = (client: QueryClient): void => client.removeQueries({ queryKey: ['queue'] });
