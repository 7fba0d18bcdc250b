import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import type { Session } from './api/types.ts';
import { ApiFailure, read } from './api.ts';
import { adopt, signedOut } from './kept-preferences.ts';
import { goOn, leaveWork, noteWorker, worksHere } from './session-end.ts';

export const sessionKey = ['session'] as const;

/** Who is signed in; null where nobody is. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async (): Promise<Session | null> => {
    try {
      const session = await askWho();
      noteWorker(session);
      return session;
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

/** With whoever is signed in comes how they like things shown. */
async function askWho(waits = true): Promise<Session> {
  const askedAt = Date.now();
  const session = await read('/session', { waits });
  adopt(session, askedAt);
  return session;
}

/** For pages that are shown only to somebody who is signed in. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  return data ?? nobody;
}

// Shown for the moment between the end of a session and the sign-in page.
const nobody: Session = { id: '', email: '', name: '', administrator: false, companies: [], may: [], preferences: {} };

/**
 * Goes on where the session ended, if somebody is signed in again. True where it is somebody else: then nothing of the first one's
 * stays in memory.
 */
export async function resume(client: QueryClient): Promise<boolean> {
  const session = await askWho(false);
  const isAnother = session.id !== worksHere()?.id;
  if (isAnother) leaveWork(new ApiFailure(401, ''));
  noteWorker(session);
  client.setQueryData(sessionKey, session);
  if (isAnother) client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  else {
    goOn();
    void client.invalidateQueries();
  }
  return isAnother;
}

/** Nothing of this operator's stays in memory for the next one. */
export function forget(client: QueryClient): void {
  leaveWork(new ApiFailure(401, ''));
  signedOut();
  client.clear();
}
