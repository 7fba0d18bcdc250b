import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Changes what stands in the address bar; a filter that is emptied leaves it. */
export function useFilters() {
  const navigate = useNavigate();
  const set = useCallback(
    (change: Record<string, string | undefined>) =>
      void navigate({
        to: '.',
        search: ((before: object) => ({ ...before, ...change })) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const clear = useCallback(
    () =>
      void navigate({
        to: '.',
        search: ((before: { sort?: string }) => (before.sort === undefined ? {} : { sort: before.sort })) as never,
        replace: true,
      }),
    [navigate],
  );
  return { set, clear };
}

/** Whether anything but the order is chosen. */
export const isFiltered = ({ sort: _sort, ...filters }: Record<string, string | undefined>): boolean =>
  Object.values(filters).some((value) => value !== undefined);
