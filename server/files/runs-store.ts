import type { RoundPosition } from './rules.ts';
import { type CompanyId, type Db, rowOf, execute } from '../ground/db/pool.ts';

export interface VerificationRun extends RoundPosition {
  beganAt: Date;
  endedAt: Date;
  files: number;
  total: number;
}

export const readLastRun = (db: Db, company: CompanyId): Promise<RoundPosition | undefined> =>
  rowOf(db, {
    name: 'read-last-verification',
    text: `SELECT round_began_at AS "roundBeganAt", position FROM file_verifications
           WHERE company_id = $1 ORDER BY began_at DESC LIMIT 1`,
    values: [company],
  });

/** Also saves the progress of a run that was saved before. A run of a removed company is not saved. */
export const saveRun = (
  db: Db,
  company: CompanyId,
  { beganAt, endedAt, roundBeganAt, position, files, total }: VerificationRun,
): Promise<void> =>
  execute(db, {
    name: 'save-verification',
    text: `INSERT INTO file_verifications (company_id, began_at, ended_at, round_began_at, position, files, total)
           SELECT company_id, $2, $3, $4, $5, $6, $7 FROM company_counters WHERE company_id = $1
           ON CONFLICT (company_id, began_at) DO UPDATE
           SET ended_at = excluded.ended_at, position = excluded.position, files = excluded.files, total = excluded.total`,
    values: [company, beganAt, endedAt, roundBeganAt, position, files, total],
  });

/** The last one stays, however old: the next night continues from it. */
export const deleteOldRuns = (db: Db, company: CompanyId, before: Date): Promise<void> =>
  execute(db, {
    name: 'delete-old-verifications',
    text: `DELETE FROM file_verifications WHERE company_id = $1 AND began_at < $2
             AND began_at < (SELECT max(began_at) FROM file_verifications AS last WHERE last.company_id = $1)`,
    values: [company, before],
  });

export interface Verification {
  /** Null if no file was ever verified. */
  verifiedAt: Date | null;
  /** Files that were read in the last month. */
  verified: number;
  total: number;
}

const monthDays = 31;

export async function readVerification(db: Db, company: CompanyId, now: Date): Promise<Verification> {
  const { rows } = await db.query<Verification>({
    name: 'read-verification',
    text: `SELECT last.ended_at AS "verifiedAt", total,
                  least(total, (SELECT sum(files) FROM file_verifications AS runs
                                WHERE runs.company_id = $1 AND runs.began_at > $2))::integer AS verified
           FROM file_verifications AS last WHERE last.company_id = $1 ORDER BY last.began_at DESC LIMIT 1`,
    values: [company, new Date(now.getTime() - monthDays * 24 * 60 * 60 * 1000)],
  });
  const { verifiedAt = null, verified = 0, total = 0 } = rows[0] ?? {};
  return { verifiedAt, verified: verified ?? 0, total };
}
