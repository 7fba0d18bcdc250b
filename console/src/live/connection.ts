import { useEffect, useSyncExternalStore } from 'react';
import { isThere } from '../api.ts';
import { connection, reportLoss, reportOutage, subscribeToConnection, type Connection } from '../connection.ts';
import { pauseBefore } from './recovery.ts';
import { pause } from './waiting.ts';

/** Asks, once a request had no answer, until the service answers. */
export function useConnection(): Connection {
  const state = useSyncExternalStore(subscribeToConnection, connection, connection);
  const works = state === 'works';
  useEffect(() => {
    if (works) return undefined;
    const leaving = new AbortController();
    void askUntilAnswered(leaving.signal);
    return () => leaving.abort();
  }, [works]);
  useEffect(() => {
    window.addEventListener('offline', reportOutage);
    return () => window.removeEventListener('offline', reportOutage);
  }, []);
  return state;
}

async function askUntilAnswered(signal: AbortSignal): Promise<void> {
  for (let tries = 0; !signal.aborted && !(await isThere()); tries += 1) {
    if (!signal.aborted) reportLoss();
    await pause(pauseBefore(tries), signal);
  }
}
