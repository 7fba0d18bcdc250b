import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { createContext, use, useEffect, type ReactNode } from 'react';
import { isFollowed } from './concerns.ts';
import { follow } from './follow.ts';

const Following = createContext(false);

export function Live({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { companyId }: { companyId?: string } = useParams({ strict: false });
  useEffect(() => {
    if (companyId === undefined) return undefined;
    const leaving = new AbortController();
    void follow(client, companyId, leaving.signal);
    return () => leaving.abort();
  }, [client, companyId]);
  return <Following value={companyId !== undefined}>{children}</Following>;
}

export const useInterval = (path: string): number | false => (use(Following) && isFollowed(path) ? false : 15_000);
