import { isOverdue } from './rules.ts';
import { readBackupStatus, type BackupStatus } from './runs-store.ts';
import type { Config } from '../config.ts';
import { type Db, valueOf } from '../ground/db/pool.ts';

export interface BackupHealth extends BackupStatus {
  isOverdue: boolean;
}

/** For people: the overview, the mail and the doctor say the same. */
export async function readBackupHealth(db: Db, backups: Config['backups'], now: Date): Promise<BackupHealth> {
  const status = await readBackupStatus(db);
  const since = status.lastGood === undefined ? await firstDay(db) : undefined;
  return { ...status, isOverdue: isOverdue(status, now, { since, backups }) };
}

/**
 * When there was first something to lose. A database that was upgraded, restored or moved has no record of earlier
 * backups, so its time begins with the table of backups. Undefined if there is no company.
 */
async function firstDay(db: Db): Promise<Date | undefined> {
  const since = await valueOf<Date | null>(db, {
    name: 'read-first-day',
    text: `SELECT CASE WHEN min(created_at) IS NOT NULL
                  THEN greatest(min(created_at), (SELECT run_on::timestamptz FROM migrations WHERE name = '0040_backups'))
                  END AS since
           FROM companies`,
  });
  return since ?? undefined;
}
