import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { InvoiceRow, Page, WorkOrderRow } from '../api/types.ts';
import { read } from '../api.ts';
import { useCompanyPath } from '../company.ts';
import { searchKey } from '../search.ts';
import { useInZone } from '../shared/list/use-in-zone.ts';

export interface QueueRow {
  id: string;
  state: (InvoiceRow | WorkOrderRow)['state'];
  /** Whether the reader has asked the partner since the queue was opened. */
  isAsked?: boolean;
}

type QueuedList = `/companies/${string}/invoices` | `/companies/${string}/work-orders`;
type QueueData = InfiniteData<Page<QueueRow>, string | undefined>;

/** The next page is loaded when the record is this many rows before the end. */
const rowsAhead = 20;
/** Pages loaded at most to find a record in the list. */
const maxPages = 20;

const undecided = new Set<QueueRow['state']>(['received', 'held', 'open']);

export const isDecided = ({ state, isAsked = false }: QueueRow): boolean => isAsked || !undecided.has(state);

/** The next undecided record. One that is not in the queue counts as standing before its first row. */
export const nextToDecide = (rows: readonly QueueRow[], id: string): string | undefined =>
  rows.slice(rows.findIndex((row) => row.id === id) + 1).find((row) => !isDecided(row))?.id;

const rowsOf = (data: QueueData | undefined): QueueRow[] => data?.pages.flatMap((page) => page.rows) ?? [];

/**
 * The list from which a record was opened, as it was then; `search` is the query of the record's page. Decided records
 * keep their places until the list is opened again.
 */
export function useQueue(
  id: string,
  kind: 'invoices' | 'work-orders',
  { queue, ...search }: Readonly<Record<string, string | undefined>>,
) {
  const companyPath = useCompanyPath();
  const path = companyPath(`/${kind}`);
  const client = useQueryClient();
  const enabled = queue !== undefined;
  const query = useInZone(search);
  const list = useInfiniteQuery<Page<QueueRow>, Error, QueueData, QueryKey, string | undefined>({
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
    enabled: enabled && hasNextPage && kind === 'invoices',
    staleTime: Infinity,
  });
  const next = rows[at + 1]?.id;
  const ahead = nextToDecide(rows, id) ?? next;
  usePrefetched(path, ahead);
  return {
    enabled,
    position: at === -1 ? undefined : at + 1,
    total: hasNextPage && kind === 'invoices' ? totals.data : { count: rows.length, more: hasNextPage },
    previous: at > 0 ? rows[at - 1]?.id : undefined,
    next,
    /** The record that a decision probably leads to. */
    ahead,
    /** All rows that are loaded, after loading more if no undecided record follows this one. */
    rows: async (): Promise<QueueRow[]> => {
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

function usePrefetched(list: QueuedList, id: string | undefined): void {
  const client = useQueryClient();
  const path = id === undefined ? undefined : (`${list}/${encodeURIComponent(id)}` as const);
  useEffect(() => {
    if (path !== undefined)
      void client.prefetchQuery({
        queryKey: ['record', path],
        queryFn: ({ signal }) => read(path, { signal }),
        staleTime: 10_000,
      });
  }, [client, path]);
}

export const noteState = (client: QueryClient, { id, state }: QueueRow): void => noteInQueue(client, id, { state });

export const noteAsked = (client: QueryClient, id: string): void => noteInQueue(client, id, { isAsked: true });

function noteInQueue(client: QueryClient, id: string, changed: Partial<QueueRow>): void {
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
