import type { NightRuns } from './rules.ts';
import { type Db, columnOf } from '../../ground/db/pool.ts';

/** The database's clock, which also dates the runs: clocks of other machines do not matter. */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>('SELECT now()');
  return (rows[0] as { now: Date }).now;
}

/** Runs in a place; failed ones since a time. A run whose process was killed has failed. */
export async function readNightRuns(
  db: Db,
  destination: string,
  since: Date,
): Promise<NightRuns & { isRunning: boolean }> {
  const { rows } = await db.query<NightRuns & { isRunning: boolean }>(
    `SELECT max(began_at) FILTER (WHERE outcome = 'good' AND place = $1) AS "goodAt",
            count(*) FILTER (WHERE failed)::integer AS failures,
            max(coalesce(ended_at, alive_until)) FILTER (WHERE failed) AS "failedAt",
            coalesce(bool_or(outcome IS NULL AND alive_until >= now()), false) AS "isRunning"
     FROM (SELECT *, place = $1 AND began_at >= $2 AND (outcome = 'failed' OR (outcome IS NULL AND alive_until < now())) AS failed
           FROM backups) AS run`,
    [destination, since],
  );
  return rows[0] as NightRuns & { isRunning: boolean };
}

export interface BackupFigures {
  takenAtSeconds: number;
  durationSeconds: number;
  storedBytes: number;
  failures: number;
}

/** Of the last good backup, 0 if there is none, and how many attempts have failed since. */
export async function readBackupFigures(db: Db): Promise<BackupFigures> {
  const { rows } = await db.query<BackupFigures>(
    `SELECT coalesce(extract(epoch FROM taken_at), 0)::float8 AS "takenAtSeconds",
            coalesce(extract(epoch FROM ended_at - began_at), 0)::float8 AS "durationSeconds",
            coalesce(stored_bytes, 0)::float8 AS "storedBytes",
            (SELECT count(*) FROM backups AS run
             WHERE (outcome = 'failed' OR (outcome IS NULL AND alive_until < now()))
               AND began_at > coalesce(good.began_at, '-infinity'))::integer AS failures
     FROM (VALUES (1)) AS one LEFT JOIN
          (SELECT * FROM backups WHERE outcome = 'good' ORDER BY taken_at DESC LIMIT 1) AS good ON true`,
  );
  return rows[0] as BackupFigures;
}

/** Backups in a place that this database has begun and that have ended, well or not: by their names. */
export async function listEndedRuns(db: Db, destination: string): Promise<Set<string>> {
  return new Set(
    await columnOf<string>(db, 'SELECT name FROM backups WHERE place = $1 AND outcome IS NOT NULL', [destination]),
  );
}
