import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { isDiskFull } from '../../db/failures.ts';
import { type Pool, type Db, execute } from '../../db/pool.ts';
import { databaseAway, unavailable } from '../../../errors/errors.ts';
import type { FileStore } from '../../files/store.ts';
import type { Draining } from '../arrival/draining.ts';
import { randomBytes } from 'node:crypto';

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

/** More than the free space in an existing file, so that the file must grow. */
const fillerBytes = 256 * 1024;

/** Commits a row, so it waits for the disk like every create. If `thoroughly`, the database's files must grow. */
export const probeWriting = (db: Db, thoroughly: boolean): Promise<void> =>
  execute(db, {
    name: 'probe-writing',
    text: `INSERT INTO write_probes (name, written_at, filler) VALUES ('ready', $1, $2)
           ON CONFLICT (name) DO UPDATE SET written_at = excluded.written_at, filler = excluded.filler`,
    values: [new Date(), thoroughly ? randomBytes(fillerBytes) : null],
  });

export interface Writable {
  isWritable(): Promise<boolean>;
  /** A write has failed because the disk is full: not writable until a thorough probe succeeds. */
  failed(): void;
}

const probeIntervalMs = 3_000;
const probeTimeoutMs = 5_000;

interface ProbeResult {
  succeeded: boolean;
  at: number;
}

/**
 * `write` probes by writing, thoroughly if the disk was full before. `complain` is called once each time that it begins
 * to fail.
 */
export function watchWriting(
  write: (thoroughly: boolean) => Promise<void>,
  complain: (error: unknown) => void,
): Writable {
  let last: ProbeResult | undefined;
  let probing: Promise<void> | undefined;
  let wasFull = false;

  async function probe(): Promise<void> {
    const thoroughly = wasFull;
    try {
      await inTime(write(thoroughly));
      // A write may have failed on a full disk in the meantime.
      if (wasFull === thoroughly) last = { succeeded: true, at: Date.now() };
      if (thoroughly) wasFull = false;
    } catch (error) {
      if (last?.succeeded !== false) complain(error);
      last = { succeeded: false, at: Date.now() };
    }
  }

  return {
    isWritable: async () => {
      if (last === undefined || Date.now() - last.at >= probeIntervalMs)
        await (probing ??= probe().finally(() => {
          probing = undefined;
        }));
      return last?.succeeded === true;
    },
    failed: () => {
      if (wasFull) return;
      wasFull = true;
      last = { succeeded: false, at: Date.now() };
    },
  };
}

function inTime(work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`it took longer than ${probeTimeoutMs / 1000} s`)), probeTimeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
