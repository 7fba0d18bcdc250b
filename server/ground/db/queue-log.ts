import { Logger } from 'graphile-worker';
import type { Logger as Log } from 'pino';

const names: Record<string, 'error' | 'warn'> = { error: 'error', warning: 'warn' };

/** What the queue of jobs says of itself goes into the log of the service: what it says while all is well, as detail. */
export const queueLogger = (log: Log | undefined): Logger =>
  new Logger(() => (level, message, meta) => {
    if (log === undefined) return;
    const name = names[level] ?? 'debug';
    const { error: err } = (meta ?? {}) as { error?: unknown };
    log[name]({ err }, message);
  });
