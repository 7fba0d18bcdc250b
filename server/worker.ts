import type { Logger } from 'pino';
import { sweepIssuedTokens } from './access/sweep.ts';
import { sweepFiles } from './attachments/sweep.ts';
import { sweepAudit } from './audit/sweep.ts';
import { sweepCalls } from './calls/sweep.ts';
import type { Config } from './config.ts';
import { startProjections } from './jobs/projections.ts';
import { sweepEvents } from './jobs/sweep-events.ts';
import { startSweeps, type Sweep } from './jobs/sweeps.ts';
import { live, openGround, type Ground } from './life.ts';
import { sweepInvitations, sweepSessions, sweepTries } from './operators/sweep.ts';
import { version } from './package.ts';
import { sweepBulks } from './supplier-invoices/sweep.ts';

/** What runs without a request. Any number of processes may run the same job. */
export interface Job {
  name: string;
  /** The answer stops it. */
  start(): () => void | Promise<void>;
}

export const jobsOf = (
  { operatorPool: pool, followers, files }: Pick<Ground, 'operatorPool' | 'followers' | 'files'>,
  config: Config,
  log: Logger,
): Job[] => [
  { name: 'projections', start: () => startProjections({ pool, followers, log }) },
  { name: 'sweeps', start: () => startSweeps(sweepsOf({ pool, files, config }), log) },
];

/** What is not kept for ever, by the names that the log has for it. */
const sweepsOf = ({
  pool,
  files,
  config,
}: {
  pool: Ground['pool'];
  files: Ground['files'];
  config: Config;
}): Sweep[] => [
  { name: 'calls', run: (now, signal) => sweepCalls(pool, config, now, signal) },
  { name: 'events', run: (now, signal) => sweepEvents(pool, config.eventsKeptDays, now, signal) },
  { name: 'invitations', run: (now, signal) => sweepInvitations(pool, config.invitationsKeptDays, now, signal) },
  { name: 'sign-in tries', run: (now, signal) => sweepTries(pool, config.signInTriesKeptHours, now, signal) },
  { name: 'audit entries', run: (now, signal) => sweepAudit(pool, config.auditKeptDays, now, signal) },
  { name: 'files', run: (now, signal) => sweepFiles(pool, files, now, signal) },
  { name: 'bulk decisions', run: (now, signal) => sweepBulks(pool, now, signal) },
  { name: 'sessions', run: (now) => sweepSessions(pool, now) },
  { name: 'tokens of clients', run: (now, signal) => sweepIssuedTokens(pool, now, signal) },
];

/** Runs the jobs, and nothing else, until it is told to stop. */
export const worker = (config: Config): Promise<void> =>
  live(config, async (opening) => {
    const { log, opened } = opening;
    const ground = await openGround(opening);
    const jobs = jobsOf(ground, config, log);
    for (const { start } of jobs) {
      const stop = start();
      opened.push(async () => stop());
    }
    const names = jobs.map(({ name }) => name);
    for (const note of ground.database.notes) log.info(note);
    log.info(
      { version, database: ground.database.embeddedIn ?? 'DATABASE_URL', jobs: names },
      `a worker of Doorway runs ${names.join(' and ')}`,
    );
  });
