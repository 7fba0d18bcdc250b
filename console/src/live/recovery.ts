import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOutage } from '../api.ts';
import { answers } from '../parts.ts';
import { pause } from './waiting.ts';

const firstPauseMs = 1_000;
const maxPauseMs = 30_000;

/** Pauses grow, because every open window asks. */
export const pauseBefore = (tries: number): number => Math.min(firstPauseMs * 2 ** tries, maxPauseMs);

/** Whatever could not be read while the service was down is read again as soon as it answers, on every page. */
export function useRecovery(): void {
  const client = useQueryClient();
  useEffect(() => {
    const leaving = new AbortController();
    let isAsking = false;
    const ask = async () => {
      if (isAsking) return;
      isAsking = true;
      await askUntilRead(client, leaving.signal);
      isAsking = false;
    };
    const unsubscribe = client.getQueryCache().subscribe(({ query }) => {
      if (isMissing(query)) void ask();
    });
    return () => {
      leaving.abort();
      unsubscribe();
    };
  }, [client]);
}

const isMissing = (query: Query) =>
  query.state.fetchStatus === 'idle' && isOutage(query.state.error) && query.getObserversCount() > 0;

async function askUntilRead(client: QueryClient, signal: AbortSignal): Promise<void> {
  for (let tries = 0; !signal.aborted && client.getQueryCache().getAll().some(isMissing); tries += 1) {
    await pause(pauseBefore(tries), signal);
    if (!signal.aborted && (await answers())) await client.refetchQueries({ predicate: isMissing });
  }
}
