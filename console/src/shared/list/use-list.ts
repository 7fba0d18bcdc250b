import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Address, Query, RowOf } from '../../api/addresses.ts';
import type { Page } from '../../api/types.ts';
import { read } from '../../api.ts';
import { maxPages } from '../../live/follow.ts';
import { useInterval } from '../../live/live.tsx';

/** The first page is small so that it appears soon; later ones load while the reader scrolls. */
const laterPageSize = '200';

export function useList<A extends Address>(path: A, query: Query<A>) {
  const interval = useInterval(path);
  return useInfiniteQuery({
    queryKey: ['list', path, query],
    queryFn: async ({ pageParam, signal }): Promise<Page<RowOf<A>>> =>
      // The compiler cannot know that the answer at every address with rows is a page of them.
      (await read(path, { query: { ...query, ...(pageParam !== undefined && later(pageParam)) }, signal })) as never,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    // A refresh reads every loaded page again, so a list of many pages is not refreshed.
    refetchInterval: (list) => ((list.state.data?.pages.length ?? 0) <= maxPages ? interval : false),
  });
}

const later = (after: string) => ({ after, limit: laterPageSize });
