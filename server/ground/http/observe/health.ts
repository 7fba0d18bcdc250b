import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { isDiskFull } from '../../db/failures.ts';
import type { Pool } from '../../db/pool.ts';
import { probeWriting } from '../../db/write-probe.ts';
import { databaseAway, unavailable } from '../../../errors/errors.ts';
import type { FileStore } from '../../files/store.ts';
import type { Draining } from '../arrival/draining.ts';
import { watchWriting } from './readiness.ts';

export interface Health {
  note(error: Error & { code?: string }): void;
  check(): Promise<void>;
}

interface HealthDeps {
  pool: Pool;
  files: Pick<FileStore, 'probe'>;
  log: Logger;
}

export function watchHealth({ pool, files: store, log }: HealthDeps): Health {
  const database = watchWriting(
    (thoroughly) => probeWriting(pool, thoroughly),
    (error) => log.error({ err: error }, 'the database cannot be written to'),
  );
  const files = watchWriting(
    () => store.probe(),
    (error) => log.error({ err: error }, 'files cannot be stored'),
  );
  return {
    note: (error) => {
      if (isDiskFull(error)) (error.code === '53100' ? database : files).failed();
    },
    check: async () => {
      try {
        await pool.query('SELECT');
      } catch {
        throw databaseAway();
      }
      // With one worker lost, companies of the others are served.
      const workers = pool.workers ?? [];
      if (workers.length > 0 && workers.every(([, isLost]) => isLost)) throw databaseAway();
      const [toDatabase, toFiles] = await Promise.all([database.isWritable(), files.isWritable()]);
      if (!toDatabase) throw unavailable('database.unavailable', { why: 'readOnly' });
      if (!toFiles) throw unavailable('files.unavailable', { why: 'readOnly' });
    },
  };
}

export function healthRoutes(app: FastifyInstance, health: Health, draining: Draining): void {
  const hidden = {
    schema: { hide: true },
    config: { operation: 'health', public: true, publicRate: 'often' },
  } as const;
  app.get('/health/live', hidden, async () => ({ status: 'live' }));
  app.get('/health/ready', hidden, async () => {
    if (draining.announced) throw unavailable('service.stopping', { why: 'stopping' });
    await health.check();
    return { status: 'ready' };
  });
}
