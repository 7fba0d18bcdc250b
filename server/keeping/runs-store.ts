import { type Db, columnOf, touchesRow, onlyRowOf, execute, rowOf } from '../ground/db/pool.ts';
import type { NightRuns } from './night/rules.ts';

/** A backup that this database has begun. */
export interface BackupRun {
  id: string;
  /** A folder, or an address such as s3://bucket/prefix. */
  place: string;
  /** The name of the backup in that place. */
  name: string;
}

/** A process that extends nothing for this long was killed; its backup has failed, and another may begin. */
const leaseSeconds = 60;
export const extendIntervalMs = 10_000;

const killed = 'The process that took it was ended before the backup was complete.';

/** False if another backup is running. Times are the database's own, so clocks of other machines do not matter. */
export async function beginRun(db: Db, { id, place, name }: BackupRun): Promise<boolean> {
  await db.query(
    `UPDATE backups SET outcome = 'failed', ended_at = alive_until, problem = $1
     WHERE outcome IS NULL AND alive_until < now()`,
    [killed],
  );
  return touchesRow(
    db,
    `INSERT INTO backups (id, place, name, began_at, alive_until)
     VALUES ($1, $2, $3, now(), now() + make_interval(secs => $4)) ON CONFLICT DO NOTHING`,
    [id, place, name, leaseSeconds],
  );
}

/** False if the lease was lost: this process was silent for too long, and another may take a backup by now. */
export const extendRun = (db: Db, id: string): Promise<boolean> =>
  touchesRow(
    db,
    'UPDATE backups SET alive_until = now() + make_interval(secs => $2) WHERE id = $1 AND outcome IS NULL',
    [id, leaseSeconds],
  );

export interface GoodRun {
  takenAt: Date;
  rows: number;
  files: number;
  damagedFiles: number;
  storedBytes: number;
}

/** False if the lease was lost. */
export const endGoodRun = (db: Db, id: string, run: GoodRun): Promise<boolean> =>
  touchesRow(
    db,
    `UPDATE backups SET outcome = 'good', ended_at = now(), taken_at = $2, rows = $3, files = $4, damaged_files = $5,
                        stored_bytes = $6
     WHERE id = $1 AND outcome IS NULL`,
    [id, run.takenAt, run.rows, run.files, run.damagedFiles, run.storedBytes],
  );

export const endFailedRun = (db: Db, id: string, problem: string): Promise<void> =>
  execute(
    db,
    `UPDATE backups SET outcome = 'failed', ended_at = now(), problem = $2 WHERE id = $1 AND outcome IS NULL`,
    [id, problem],
  );

/** The last good one stays, however old: the overview and the warnings name it. */
export const deleteOldRuns = (db: Db, before: Date): Promise<void> =>
  execute(
    db,
    `DELETE FROM backups WHERE began_at < $1 AND outcome IS NOT NULL
       AND id IS DISTINCT FROM (SELECT id FROM backups WHERE outcome = 'good' ORDER BY taken_at DESC LIMIT 1)`,
    [before],
  );

export interface LastGoodBackup extends Pick<BackupRun, 'place' | 'name'> {
  /** The time of its snapshot: a restore brings back everything until then. */
  takenAt: Date;
  endedAt: Date;
  storedBytes: number;
  damagedFiles: number;
}

export interface FailedBackup {
  endedAt: Date;
  problem: string;
  place: string;
}

export interface BackupStatus {
  lastGood: LastGoodBackup | undefined;
  /** Only if it is later than the last good one. */
  lastFailed: FailedBackup | undefined;
  running: (Pick<BackupRun, 'place' | 'name'> & { beganAt: Date }) | undefined;
}

/** A run whose process was killed counts as failed. */
export async function readBackupStatus(db: Db): Promise<BackupStatus> {
  const lastGood = await rowOf<LastGoodBackup>(
    db,
    `SELECT place, name, taken_at AS "takenAt", ended_at AS "endedAt", stored_bytes::float8 AS "storedBytes",
            damaged_files::float8 AS "damagedFiles"
     FROM backups WHERE outcome = 'good' ORDER BY taken_at DESC LIMIT 1`,
  );
  const lastFailed = await rowOf<FailedBackup>(
    db,
    `SELECT place, coalesce(ended_at, alive_until) AS "endedAt", coalesce(problem, $2) AS problem
     FROM backups WHERE (outcome = 'failed' OR (outcome IS NULL AND alive_until < now()))
       AND ($1::timestamptz IS NULL OR coalesce(ended_at, alive_until) > $1) ORDER BY began_at DESC LIMIT 1`,
    [lastGood?.endedAt, killed],
  );
  const running = await rowOf<NonNullable<BackupStatus['running']>>(
    db,
    `SELECT place, name, began_at AS "beganAt" FROM backups WHERE outcome IS NULL AND alive_until >= now()`,
  );
  return { lastGood, lastFailed, running };
}

/** Names of backups in this place that did not end well. */
export const readFailedNames = async (db: Db, destination: string): Promise<Set<string>> =>
  new Set(
    await columnOf<string>(db, `SELECT name FROM backups WHERE place = $1 AND outcome = 'failed'`, [destination]),
  );

/** The database's clock, which also dates the runs: clocks of other machines do not matter. */
export const readClock = async (db: Db): Promise<Date> => (await onlyRowOf<{ now: Date }>(db, 'SELECT now()')).now;

/** Runs in a place; failed ones since a time. A run whose process was killed has failed. */
export const readNightRuns = (db: Db, destination: string, since: Date): Promise<NightRuns & { isRunning: boolean }> =>
  onlyRowOf(
    db,
    `SELECT max(began_at) FILTER (WHERE outcome = 'good' AND place = $1) AS "goodAt",
            count(*) FILTER (WHERE failed)::integer AS failures,
            max(coalesce(ended_at, alive_until)) FILTER (WHERE failed) AS "failedAt",
            coalesce(bool_or(outcome IS NULL AND alive_until >= now()), false) AS "isRunning"
     FROM (SELECT *, place = $1 AND began_at >= $2 AND (outcome = 'failed' OR (outcome IS NULL AND alive_until < now())) AS failed
           FROM backups) AS run`,
    [destination, since],
  );

export interface BackupFigures {
  takenAtSeconds: number;
  durationSeconds: number;
  storedBytes: number;
  failures: number;
}

/** Of the last good backup, 0 if there is none, and how many attempts have failed since. */
export const readBackupFigures = (db: Db): Promise<BackupFigures> =>
  onlyRowOf(
    db,
    `SELECT coalesce(extract(epoch FROM taken_at), 0)::float8 AS "takenAtSeconds",
            coalesce(extract(epoch FROM ended_at - began_at), 0)::float8 AS "durationSeconds",
            coalesce(stored_bytes, 0)::float8 AS "storedBytes",
            (SELECT count(*) FROM backups AS run
             WHERE (outcome = 'failed' OR (outcome IS NULL AND alive_until < now()))
               AND began_at > coalesce(good.began_at, '-infinity'))::integer AS failures
     FROM (VALUES (1)) AS one LEFT JOIN
          (SELECT * FROM backups WHERE outcome = 'good' ORDER BY taken_at DESC LIMIT 1) AS good ON true`,
  );

/** Backups in a place that this database has begun and that have ended, well or not: by their names. */
export const listEndedRuns = async (db: Db, destination: string): Promise<Set<string>> =>
  new Set(
    await columnOf<string>(db, 'SELECT name FROM backups WHERE place = $1 AND outcome IS NOT NULL', [destination]),
  );
