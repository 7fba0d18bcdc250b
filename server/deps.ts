import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Pool } from './db/pool.ts';
import type { FileStore } from './files/disk.ts';
import type { Draining } from './http/draining.ts';
import type { Metrics } from './http/metrics.ts';

/** What the app is made of. */
export interface Deps {
  config: Config;
  pool: Pool;
  files: FileStore;
  metrics: Metrics;
  log: Logger;
  draining: Draining;
}
