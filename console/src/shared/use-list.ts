import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { request, type Query } from '../api.ts';

interface Answer<Row> {
  rows: Row[];
  next?: string;
  /** True where not everything that arrived is in the list yet. */
  catchingUp?: boolean;
}

/** A list of the API, page after page. It asks again every 15 seconds, and what is on the screen stays where it is. */
export function useList<Row>(path: string, query: Query) {
  return useInfiniteQuery({
    queryKey: ['list', path, query],
    queryFn: ({ pageParam, signal }) => request<Answer<Row>>(path, { query: { ...query, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    // Every page that was loaded is asked for again; who has loaded many would ask for too much.
    refetchInterval: (list) => ((list.state.data?.pages.length ?? 0) <= 5 ? 15_000 : false),
  });
}
