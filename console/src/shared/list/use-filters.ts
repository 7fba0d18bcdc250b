import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** An undefined value removes a filter. */
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

/** The sort does not count as a filter. */
export const isFiltered = ({ sort: _sort, ...filters }: Record<string, string | undefined>): boolean =>
  Object.values(filters).some((value) => value !== undefined);
