import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { invoice, paths } from './bodies.ts';
import type { Closing } from './closing.ts';
import { withClient } from './database.ts';
import { fillFiles } from './fill.ts';
import { median } from './jobs.ts';
import { residentMebibytes } from './memory.ts';
import { addOperator } from './operator.ts';
import { answerOf, hasEnded, programs, startHelper, type Server } from './processes.ts';
import { digits, shown, type Target } from './report.ts';
import type { Stage } from './stage.ts';
import type { Stream, StreamTimes } from './steady.ts';
import { requireCompany } from '../server/companies/store.ts';
import { openDiskStore } from '../server/ground/files/disk.ts';

const storedFiles = 2_000;
const timesEach = 3;
const maxRatio = 1.5;
const maxQuietMs = 30_000;

interface BackupRound {
  /** Request times before the backup, and during it. */
  quiet: StreamTimes;
  busy: StreamTimes;
  backup: RecordedBackup;
  /** Peak memory of the commands. */
  backupMebibytes?: number;
  restoreMebibytes?: number;
  restoreSeconds?: number;
}

interface RoundOptions {
  destination: string;
  quietMs: number;
  /** A restore takes longer than all else, so the last round alone has one. */
  restores: boolean;
}

/** As the service records a backup. */
interface RecordedBackup {
  rows: number;
  files: number;
  mebibytes: number;
  seconds: number;
}

type DuringBackup = (server: Server, work: Promise<unknown>) => Promise<StreamTimes>;

/**
 * Request times of a service with many invoices while a backup is taken, to those right before it, and how fast backups
 * are taken and restored.
 */
export async function measureBackups(stage: Stage, closing: Closing): Promise<Target[]> {
  const database = stage.databases.filled as string;
  const filled = stage.filled as Server;
  await fillFiles({ connectionString: database }, await openDiskStore(stage.dataDir), storedFiles);
  const [operator, company] = await withClient({ connectionString: database }, async (client) => [
    await addOperator(client, 'Keeper'),
    await requireCompany(client, 'Invoicing'),
  ]);
  const steady = startHelper('steady.ts', [], closing);
  const during: DuringBackup = async (server, work) => {
    steady.send({ streams: streamsOf(server, stage.tokens.invoicing, operator, company) });
    await work;
    const times = answerOf<StreamTimes>(steady);
    steady.send({});
    return times;
  };
  await during(filled, sleep(5_000));
  const subjects: [string, (options: RoundOptions) => Promise<BackupRound>][] = [
    ['by command', (options) => byCommand(stage, during, options, {})],
    ['by command, encrypted', (options) => byCommand(stage, during, options, { BACKUP_KEY })],
    ['by the service', ({ destination }) => byService(stage, during, destination)],
  ];
  const targets: Target[] = [];
  for (const [name, measure] of subjects) {
    const rounds: BackupRound[] = [];
    let quietMs = 10_000;
    // The first round warms up.
    for (let nth = 0; nth <= timesEach; nth++) {
      const destination = await mkdtemp(join(tmpdir(), 'doorway-bench-backup-'));
      closing.add(() => rm(destination, { recursive: true, force: true }));
      const round = await measure({ destination, quietMs, restores: nth === timesEach });
      await rm(destination, { recursive: true });
      process.stderr.write(`  Backup ${name}: ${JSON.stringify(round)}\n`);
      quietMs = Math.min(maxQuietMs, round.backup.seconds * 1_000);
      if (nth > 0) rounds.push(round);
    }
    targets.push(...ratiosOf(name, rounds), ...figuresOf(name, rounds));
  }
  return targets;
}

const BACKUP_KEY = '5e'.repeat(32);

function streamsOf(server: Server, token: string, operator: string, company: string): Stream[] {
  const [partner, desk] = [{ authorization: `Bearer ${token}` }, { authorization: `Bearer ${operator}` }];
  return [
    {
      name: 'create invoice',
      url: server.url + paths.invoices,
      headers: { ...partner, 'content-type': 'application/json' },
      body: JSON.stringify(invoice),
      perSecond: 50,
    },
    { name: 'list of suppliers', url: server.url + paths.suppliers, headers: partner, perSecond: 10 },
    {
      name: "operators' list of invoices",
      url: `${server.url}/operator/v1/companies/${company}/invoices`,
      headers: desk,
      perSecond: 10,
    },
  ];
}

async function byCommand(
  stage: Stage,
  during: DuringBackup,
  { destination, quietMs, restores }: RoundOptions,
  key: Record<string, string>,
): Promise<BackupRound> {
  const [filled, database] = [stage.filled as Server, stage.databases.filled as string];
  await checkpoint(database);
  const quiet = await during(filled, sleep(quietMs));
  const backup = runCommand(['backup', '--to', destination], {
    DATABASE_URL: database,
    DATA_DIR: stage.dataDir,
    ...key,
  });
  const busy = await during(filled, backup);
  const round = {
    quiet,
    busy,
    backup: await recorded(database, destination),
    backupMebibytes: (await backup).peakMebibytes,
  };
  if (!restores) return round;
  const folder = await mkdtemp(join(tmpdir(), 'doorway-bench-restored-'));
  const restore = await runCommand(['restore', destination], {
    DATABASE_URL: await stage.newDatabase(),
    DATA_DIR: folder,
    ...key,
  });
  await rm(folder, { recursive: true });
  return { ...round, restoreMebibytes: restore.peakMebibytes, restoreSeconds: restore.seconds };
}

async function byService(stage: Stage, during: DuringBackup, destination: string): Promise<BackupRound> {
  const database = stage.databases.filled as string;
  // The next full minute that leaves time for the start, the warm-up and the quiet times.
  const at = new Date(Math.ceil((Date.now() + 30_000) / 60_000) * 60_000);
  const env = { BACKUP_URL: destination, BACKUP_AT: at.toISOString().slice(11, 16), TZ: 'UTC' };
  // Otherwise the service would begin when it starts, because the planned backup of yesterday is missing.
  await withClient({ connectionString: database }, (client) =>
    client.query(
      `INSERT INTO backups (id, place, name, began_at, alive_until, outcome)
       VALUES (gen_random_uuid(), $1, 'yesterday', now(), now(), 'good')`,
      [destination],
    ),
  );
  const service = await stage.filledService(env);
  await during(service, sleep(5_000));
  await checkpoint(database);
  const quiet = await during(service, sleep(at.getTime() - 2_000 - Date.now()));
  await sleep(at.getTime() - Date.now());
  const busy = await during(service, recorded(database, destination));
  process.kill(service.pid);
  return { quiet, busy, backup: await recorded(database, destination) };
}

/** A checkpoint of its own in only one of the times would be unfair. */
const checkpoint = (database: string) =>
  withClient({ connectionString: database }, (client) => client.query('CHECKPOINT'));

/** Waits for the good end of the backup, which has to begin within a minute. */
async function recorded(database: string, destination: string): Promise<RecordedBackup> {
  for (const latestBegin = Date.now() + 60_000; ; await sleep(100)) {
    const run = await withClient({ connectionString: database }, async (client) => {
      const { rows } = await client.query<RecordedBackup & { outcome: string | null; problem: string }>(
        `SELECT outcome, problem, rows::integer, files::integer, stored_bytes / 1048576.0::float8 AS mebibytes,
                extract(epoch FROM ended_at - began_at)::float8 AS seconds
         FROM backups WHERE place = $1 AND name <> 'yesterday' ORDER BY began_at DESC LIMIT 1`,
        [destination],
      );
      return rows[0];
    });
    if (run?.outcome === 'good') return run;
    if (run?.outcome === 'failed') throw new Error(`The backup failed: ${run.problem}`);
    if (run === undefined && Date.now() > latestBegin) throw new Error(`No backup to ${destination} has begun.`);
  }
}

async function runCommand(args: string[], env: Record<string, string>) {
  const begun = performance.now();
  const child = spawn(process.execPath, programs.command(...args), {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peakMebibytes = 0;
  for (; !hasEnded(child); await sleep(20))
    peakMebibytes = Math.max(peakMebibytes, await residentMebibytes(child.pid as number).catch(() => 0));
  if (child.exitCode !== 0) throw new Error(`doorway ${args.join(' ')} failed.`);
  return { seconds: (performance.now() - begun) / 1_000, peakMebibytes };
}

const percentiles = { medianMs: 'median', p95Ms: '95th percentile', p99Ms: '99th percentile' } as const;

function ratiosOf(name: string, rounds: BackupRound[]): Target[] {
  return Object.keys((rounds[0] as BackupRound).quiet).flatMap((stream) =>
    Object.entries(percentiles).map(([key, words]) => {
      const [quiet, busy] = (['quiet', 'busy'] as const).map((when) =>
        rounds.map((round) => round[when][stream]?.[key as keyof typeof percentiles] as number),
      ) as [number[], number[]];
      const ratios = busy.map((ms, at) => ms / (quiet[at] as number));
      return {
        what: `During a backup ${name}, to before it: ${stream}, ${words}`,
        target: `at most ${maxRatio}`,
        measured: `${shown(ratios)}; ${digits(median(quiet))} ms before, ${digits(median(busy))} ms during`,
        reached: median(ratios) <= maxRatio,
      };
    }),
  );
}

function figuresOf(name: string, rounds: BackupRound[]): Target[] {
  const figure = (what: string, values: number[], unit: string): Target[] =>
    values.length === 0 ? [] : [{ what, target: '', measured: `${shown(values)} ${unit}`, reached: undefined }];
  const of = (value: (round: BackupRound) => number | undefined) =>
    rounds.map(value).filter((one) => one !== undefined);
  const { rows, files, mebibytes } = (rounds[0] as BackupRound).backup;
  const size = `${digits(rows)} rows, ${digits(files)} files, ${digits(mebibytes)} MiB`;
  return [
    ...figure(
      `Backup ${name} of ${size}`,
      of(({ backup }) => backup.seconds),
      's',
    ),
    ...figure(
      `Backup ${name}: rows a second`,
      of(({ backup }) => backup.rows / backup.seconds),
      '',
    ),
    ...figure(
      `Backup ${name}: peak memory`,
      of(({ backupMebibytes }) => backupMebibytes),
      'MiB',
    ),
    ...figure(
      `Restore of a backup ${name}`,
      of(({ restoreSeconds }) => restoreSeconds),
      's',
    ),
    ...figure(
      `Restore of a backup ${name}: peak memory`,
      of(({ restoreMebibytes }) => restoreMebibytes),
      'MiB',
    ),
  ];
}
