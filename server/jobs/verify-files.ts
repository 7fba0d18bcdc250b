import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { oneAtATime, type ScheduledJobs } from './runner.ts';
import { listCompanies } from '../companies/store.ts';
import type { Followers } from '../events/followers.ts';
import { verifyNight } from '../files/night.ts';
import type { UnreadFile } from '../files/verify.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import type { FileStore } from '../ground/files/store.ts';
import type { Metrics } from '../ground/http/observe/metrics.ts';
import { createPace } from '../ground/scheduling/pace.ts';
import { pause } from '../ground/scheduling/pause.ts';

export interface VerifyingDeps {
  pool: Pool;
  files: FileStore;
  followers: Pick<Followers, 'wake'>;
  log: Logger;
  metrics?: Metrics | undefined;
}

const task = 'files.verify';
/** In UTC: three or four in the morning in Sweden. */
const everyNight = '17 2 * * *';
/** A service that is switched off at night verifies when it is started again. */
const backfillMs = 24 * 60 * 60 * 1000;
/** With the growing pauses, the tenth try comes after more than three hours. */
const tries = 10;
const minPauseMs = 5;

/** One process verifies, one file at a time; it pauses after a file for as long as reading it took. */
export function verifyingJobs({ pool, files, followers, log, metrics }: VerifyingDeps): ScheduledJobs {
  const pace = metrics === undefined ? async () => undefined : createPace({ requestSeconds: metrics.requestSeconds });
  const verified =
    metrics &&
    new Counter({
      name: 'doorway_files_verified_total',
      help: 'Attached files that the nightly verification has read.',
      registers: [metrics.registry],
    });

  async function verifyAll(_payload: unknown, signal: AbortSignal): Promise<void> {
    const onFile = async (tookMs: number) => {
      verified?.inc();
      await pause(Math.max(minPauseMs, tookMs), signal);
      await pace(signal);
    };
    const failures: unknown[] = [];
    for (const { id } of await listCompanies(pool)) {
      if (signal.aborted) return;
      // A failure in one company must not stop the others.
      await verifyNight(pool, id, { files, width: 1, onFile, signal }, new Date()).then(
        (unread) => warnOf(id, unread),
        (error: unknown) => failures.push(error),
      );
      followers.wake(id);
    }
    if (failures.length > 0) throw failures[0];
  }

  function warnOf(company: CompanyId, unread: UnreadFile[]): void {
    if (unread[0] === undefined) return;
    log.warn(
      { err: unread[0].error, company, files: unread.length },
      'files could not be read to be verified; they are read again in the next round',
    );
  }

  return { tasks: { [task]: verifyAll }, cron: [oneAtATime(task, { match: everyNight, tries, backfillMs })] };
}
