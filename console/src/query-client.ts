import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api.ts';
import { sessionKey } from './session.ts';

/** A session can end at any time; then whatever asked finds out, and the sign-in page comes. */
function noticeEnd(error: unknown, key?: readonly unknown[]): void {
  if (error instanceof ApiFailure && error.status === 401 && key?.[0] !== sessionKey[0])
    queryClient.setQueryData(sessionKey, null);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => noticeEnd(error, query.queryKey) }),
  mutationCache: new MutationCache({ onError: (error) => noticeEnd(error) }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What the API refused it will refuse again; only a lost connection or a busy service is worth a second try.
      retry: (count, error) => count < 2 && error instanceof ApiFailure && (error.status === 0 || error.status >= 500),
    },
  },
});
