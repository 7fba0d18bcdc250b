import type { Logger } from 'pino';
import { sweepIssuedTokens } from './partners/actions.ts';
import { sweepFiles } from './supplier-invoices/attachments/sweep.ts';
import { sweepAudit } from './audit/actions.ts';
import { sweepCalls } from './calls/sweep.ts';
import type { Config } from './config.ts';
import { createPdfReader } from './supplier-invoices/documents/reading/reader.ts';
import type { Metrics } from './ground/http/observe/metrics.ts';
import { backupJobs } from './jobs/backups.ts';
import { documentTasks, startReadingDocuments } from './jobs/documents.ts';
import { judgingTasks, startJudgingAgain } from './jobs/judge-again.ts';
import { mailJobs } from './jobs/mail.ts';
import { createProjections, startProjections } from './jobs/projections.ts';
import { routingTasks, startRouting } from './jobs/routing.ts';
import { startRunner, type RunnerOptions } from './jobs/runner.ts';
import { sweepEvents } from './jobs/sweep-events.ts';
import { sweepQueue } from './jobs/queue.ts';
import { sweepingJobs, sweepSoon, type Sweep } from './jobs/sweeps.ts';
import { verifyingJobs } from './jobs/verify-files.ts';
import { startWebhooks } from './jobs/webhooks.ts';
import { runUntilStopped, openGround, type SharedResources } from './lifecycle.ts';
import { sweepInvitations, sweepSessions, sweepSteps, sweepTries } from './operators/sign-in/sweep.ts';
import { version } from './package.ts';
import { findMissingFiles } from './supplier-invoices/checking/missing-files.ts';
import { fillSearch } from './supplier-invoices/lists/fill-search.ts';
import { sweepAbsences } from './supplier-invoices/routing/absences-sweep.ts';
import { sweepBulks } from './supplier-invoices/deciding/bulk-sweep.ts';
import { sweepAttempts } from './webhooks/sweep.ts';

/** Any number of processes may run the same job. */
export interface Job {
  name: string;
  start(): () => void | Promise<void>;
}

export type JobsGround = Pick<SharedResources, 'operatorPool' | 'followers' | 'files' | 'sealingKeys'> & {
  database: Pick<SharedResources['database'], 'connection'>;
};

/** `metrics` are those of the service in the same process, if any. */
export const jobsOf = (ground: JobsGround, config: Config, log: Logger, metrics?: Metrics): Job[] => {
  const { operatorPool: pool, followers, sealingKeys } = ground;
  return [
    { name: 'projections', start: () => startProjections({ pool, followers, log }) },
    { name: 'webhooks', start: () => startWebhooks({ pool, followers, config, sealingKeys, log, metrics }) },
    { name: 'the queue', start: () => startQueue(ground, config, log, metrics) },
  ];
};

/** Each queued job is done by one process. */
export function startQueue(
  { database, operatorPool: pool, followers, files }: Omit<JobsGround, 'sealingKeys'>,
  config: Config,
  log: Logger,
  metrics?: Metrics,
) {
  const { connection } = database;
  const { backups: destination } = config;
  const judging = { pool, followers, projections: createProjections(pool, log), log };
  const run = (jobs: Pick<RunnerOptions, 'tasks' | 'cron' | 'concurrency' | 'maxConnections'>) =>
    startRunner({ connection, log, ...jobs });
  const sweeping = sweepingJobs(sweepsOf({ pool, files, config }), log);
  sweepSoon(pool).catch((error: unknown) => log.warn({ err: error }, 'old data is removed at the next full hour'));
  const reader = createPdfReader();
  const documents = { pool, followers, files, reader, log };
  const stops = [
    run({
      tasks: { ...judgingTasks(judging), ...routingTasks(judging), ...sweeping.tasks },
      cron: sweeping.cron,
      concurrency: 3,
      maxConnections: 2,
    }),
    startJudgingAgain(judging),
    startRouting(judging),
    // Reading files has its own runner, so that it delays no other job; it reads one file at a time.
    run({ tasks: documentTasks(documents), concurrency: 1, maxConnections: 2 }),
    startReadingDocuments(documents),
    () => reader.close(),
  ];
  // Nightly work takes long, so it has its own runner, which has room for all of it at once.
  const nightly = [
    ...(config.verifiesFiles ? [verifyingJobs({ pool, files, followers, log, metrics })] : []),
    ...(destination === undefined || destination === 'elsewhere'
      ? []
      : [backupJobs({ connection, pool, files, config, destination, log, metrics })]),
  ];
  const tasks = Object.assign({}, ...nightly.map((jobs) => jobs.tasks));
  const cron = nightly.flatMap((jobs) => jobs.cron);
  if (nightly.length > 0) stops.push(run({ tasks, cron, concurrency: nightly.length, maxConnections: 2 }));
  // Mail has its own runner, so that an unresponsive mail server delays no other job.
  if (config.mail !== undefined) stops.push(run({ ...mailJobs({ pool, config, log }), concurrency: 4 }));
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

/** Keyed by the name in the log. */
const sweepsOf = ({
  pool,
  files,
  config,
}: {
  pool: SharedResources['pool'];
  files: SharedResources['files'];
  config: Config;
}): Sweep[] => [
  { name: 'calls', run: (now, signal) => sweepCalls(pool, config, now, signal) },
  { name: 'events', run: (now, signal) => sweepEvents(pool, config.eventsKeptDays, now, signal) },
  { name: 'invitations', run: (now, signal) => sweepInvitations(pool, config.invitationsKeptDays, now, signal) },
  { name: 'sign-in tries', run: (now, signal) => sweepTries(pool, config.signInTriesKeptHours, now, signal) },
  { name: 'audit entries', run: (now, signal) => sweepAudit(pool, config.auditKeptDays, now, signal) },
  { name: 'files', run: (now, signal) => sweepFiles(pool, files, now, signal) },
  { name: 'missing files', run: (now, signal) => findMissingFiles(pool, now, signal) },
  { name: 'past absences', run: (now, signal) => sweepAbsences(pool, now, signal) },
  { name: 'bulk decisions', run: (now, signal) => sweepBulks(pool, now, signal) },
  { name: 'sessions', run: (now) => sweepSessions(pool, now) },
  { name: 'sign-in steps', run: (now, signal) => sweepSteps(pool, now, signal) },
  {
    name: 'attempts of webhooks',
    run: (now, signal) => sweepAttempts(pool, config.webhookAttemptsKeptDays, now, signal),
  },
  { name: 'jobs that failed', run: (now, signal) => sweepQueue(pool, now, signal) },
  { name: 'tokens of clients', run: (now, signal) => sweepIssuedTokens(pool, now, signal) },
  // Last, because it takes long after an upgrade.
  { name: 'search texts', run: (_now, signal) => fillSearch(pool, signal) },
];

export const worker = (config: Config): Promise<void> =>
  runUntilStopped(config, async (opening) => {
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
