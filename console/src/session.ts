import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import type { Session } from './api/types.ts';
import { ApiFailure, read } from './api.ts';
import { adopt, signedOut } from './preferences.tsx';
import { failRequests, lastOperator, resumeRequests, setOperator } from './session-end.ts';

export const sessionKey = ['session'] as const;

/** Null if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async (): Promise<Session | null> => {
    try {
      const session = await readSession();
      setOperator(session);
      return session;
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

async function readSession(waits = true): Promise<Session> {
  const askedAt = Date.now();
  const session = await read('/session', { waits });
  adopt(session, askedAt);
  return session;
}

export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  return data ?? nobody;
}

// Used between the end of a session and the sign-in page.
const nobody: Session = {
  id: '',
  email: '',
  name: '',
  administrator: false,
  companies: [],
  may: [],
  preferences: {},
  maxFileBytes: 0,
};

/** Continues after a new sign-in. Resolves to true if it is another operator; then the first one's data is dropped. */
export async function resume(client: QueryClient): Promise<boolean> {
  const session = await readSession(false);
  const isAnother = session.id !== lastOperator()?.id;
  if (isAnother) failRequests(new ApiFailure(401, ''));
  setOperator(session);
  client.setQueryData(sessionKey, session);
  if (isAnother) client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  else {
    resumeRequests();
    void client.invalidateQueries();
  }
  return isAnother;
}

export function forget(client: QueryClient): void {
  failRequests(new ApiFailure(401, ''));
  signedOut();
  client.clear();
}
