import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Session } from './api/types.ts';
import { ApiFailure, read } from './api.ts';

export const sessionKey = ['session'] as const;

/** Who is signed in; null where nobody is. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async (): Promise<Session | null> => {
    try {
      return await read('/session');
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

/** For pages that are shown only to somebody who is signed in. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  return data ?? nobody;
}

// Shown for the moment between the end of a session and the sign-in page.
const nobody: Session = { id: '', email: '', name: '', administrator: false, companies: [], may: [], preferences: {} };
