import { type Db, columnOf, touchesRow } from '../ground/db/pool.ts';

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

export async function endFailedRun(db: Db, id: string, problem: string): Promise<void> {
  await db.query(
    `UPDATE backups SET outcome = 'failed', ended_at = now(), problem = $2 WHERE id = $1 AND outcome IS NULL`,
    [id, problem],
  );
}

/** The last good one stays, however old: the overview and the warnings name it. */
export async function deleteOldRuns(db: Db, before: Date): Promise<void> {
  await db.query(
    `DELETE FROM backups WHERE began_at < $1 AND outcome IS NOT NULL
       AND id IS DISTINCT FROM (SELECT id FROM backups WHERE outcome = 'good' ORDER BY taken_at DESC LIMIT 1)`,
    [before],
  );
}

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
  const good = await db.query<LastGoodBackup>(
    `SELECT place, name, taken_at AS "takenAt", ended_at AS "endedAt", stored_bytes::float8 AS "storedBytes",
            damaged_files::float8 AS "damagedFiles"
     FROM backups WHERE outcome = 'good' ORDER BY taken_at DESC LIMIT 1`,
  );
  const lastGood = good.rows[0];
  const failed = await db.query<FailedBackup>(
    `SELECT place, coalesce(ended_at, alive_until) AS "endedAt", coalesce(problem, $2) AS problem
     FROM backups WHERE (outcome = 'failed' OR (outcome IS NULL AND alive_until < now()))
       AND ($1::timestamptz IS NULL OR coalesce(ended_at, alive_until) > $1) ORDER BY began_at DESC LIMIT 1`,
    [lastGood?.endedAt, killed],
  );
  const running = await db.query<NonNullable<BackupStatus['running']>>(
    `SELECT place, name, began_at AS "beganAt" FROM backups WHERE outcome IS NULL AND alive_until >= now()`,
  );
  return { lastGood, lastFailed: failed.rows[0], running: running.rows[0] };
}

/** Names of backups in this place that did not end well. */
export async function readFailedNames(db: Db, destination: string): Promise<Set<string>> {
  return new Set(
    await columnOf<string>(db, `SELECT name FROM backups WHERE place = $1 AND outcome = 'failed'`, [destination]),
  );
}
