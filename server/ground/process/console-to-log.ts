import { format } from 'node:util';
import type { Logger } from 'pino';

const ways = ['error', 'warn', 'trace', 'log'] as const;

/**
 * Redirects the console output of libraries to the log at the level debug: standard error is for the people who run the
 * service. Returns a function that restores the console.
 */
export function consoleToLog(log: Logger): () => void {
  const before = ways.map((way) => console[way]);
  for (const way of ways) console[way] = (...said: unknown[]) => log.debug({ said: format(...said) }, 'a library says');
  return () => {
    for (const [at, way] of ways.entries()) console[way] = before[at] as (typeof console)[typeof way];
  };
}
