import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Address, Query, Row } from '../../api/addresses.ts';
import type { Page } from '../../api/types.ts';
import { read } from '../../api.ts';
import { mostPages } from '../../live/follow.ts';
import { useInterval } from '../../live/live.tsx';

/** The first page is soon there; those after it are asked for while one scrolls. */
const laterPages = '200';

/** A list of the API, page after page. It follows what happens, and what is on the screen stays where it is. */
export function useList<A extends Address>(path: A, query: Query<A>) {
  const interval = useInterval(path);
  return useInfiniteQuery({
    queryKey: ['list', path, query],
    queryFn: async ({ pageParam, signal }): Promise<Page<Row<A>>> =>
      // The compiler cannot know that the answer at every address with rows is a page of them.
      (await read(path, { query: { ...query, ...(pageParam !== undefined && later(pageParam)) }, signal })) as never,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    // Every page that was loaded is asked for again; who has loaded many would ask for too much.
    refetchInterval: (list) => ((list.state.data?.pages.length ?? 0) <= mostPages ? interval : false),
  });
}

const later = (after: string) => ({ after, limit: laterPages });
