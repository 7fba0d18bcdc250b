import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { ApiFailure, request } from './api.ts';

export type Permission = 'read' | 'edit' | 'decide' | 'administer';
export type Role = 'administrator' | 'approver' | 'viewer';

export interface Company {
  id: string;
  name: string;
  role: Role;
  /** What the operator may do in it. */
  may: Permission[];
}

export interface Session {
  id: string;
  email: string;
  name: string;
  administrator: boolean;
  companies: Company[];
  /** What the operator may do that concerns no company. */
  may: Permission[];
}

export const sessionKey = ['session'] as const;

/** Who is signed in; null where nobody is. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async (): Promise<Session | null> => {
    try {
      return await request<Session>('/session');
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
const nobody: Session = { id: '', email: '', name: '', administrator: false, companies: [], may: [] };
