import { format } from 'node:util';
import type { Logger } from 'pino';

const ways = ['error', 'warn', 'trace', 'log'] as const;

/**
 * What libraries write to the console goes into the log instead, as detail: standard error is for what the people who run the service are
 * to read. The answer gives the console back.
 */
export function consoleToLog(log: Logger): () => void {
  const before = ways.map((way) => console[way]);
  for (const way of ways) console[way] = (...said: unknown[]) => log.debug({ said: format(...said) }, 'a library says');
  return () => {
    for (const [at, way] of ways.entries()) console[way] = before[at] as (typeof console)[typeof way];
  };
}
