import { theService } from '../audit/record.ts';
import { type CompanyId, type Db, rowsOf, valueOf, execute } from '../ground/db/pool.ts';

export interface GuardChange {
  seq: number;
  at: Date;
  /** Null for the command line. */
  operatorId: string | null;
  operatorName: string;
  action: string;
  subjectId: string;
  data: Record<string, unknown>;
}

export interface Administrator {
  id: string;
  name: string;
  preferences: { language?: 'en' | 'sv'; timeZone?: string };
}

/** Undefined if nothing is new since the last run. */
export const newestEntry = (db: Db, company: CompanyId): Promise<number | undefined> =>
  valueOf(db, {
    name: 'newest-entry-for-guard-mail',
    text: `SELECT head.seq::float8 AS seq
           FROM audit_heads AS head LEFT JOIN guard_mail_positions AS position ON position.company_id = $1
           WHERE head.company_id = $1 AND head.seq > coalesce(position.seq, 0)`,
    values: [company],
  });

/** Returns the last entry that mails were sent for, or undefined if another process has run since the given time. */
export const claimRun = (db: Db, company: CompanyId, now: Date, since: Date): Promise<number | undefined> =>
  valueOf(db, {
    name: 'begin-look-for-guard-mail',
    text: `INSERT INTO guard_mail_positions AS position (company_id, seq, looked_at) VALUES ($1, 0, $2)
           ON CONFLICT (company_id) DO UPDATE SET looked_at = excluded.looked_at
           WHERE position.looked_at IS NULL OR position.looked_at <= $3
           RETURNING seq::float8 AS seq`,
    values: [company, now, since],
  });

/** The position never goes back. */
export const advancePosition = (db: Db, company: CompanyId, seq: number): Promise<void> =>
  execute(db, {
    name: 'end-look-for-guard-mail',
    text: 'UPDATE guard_mail_positions SET seq = $2 WHERE company_id = $1 AND seq < $2',
    values: [company, seq],
  });

/** Only entries by people and the command line, oldest first. */
export const changesBetween = (
  db: Db,
  company: CompanyId,
  { after, to, since }: { after: number; to: number; since: Date },
  actions: readonly string[],
  limit: number,
): Promise<GuardChange[]> =>
  rowsOf(db, {
    name: 'changes-for-guard-mail',
    text: `SELECT seq::float8 AS seq, created_at AS at, operator_id AS "operatorId", operator_name AS "operatorName", action,
                  subject_id AS "subjectId", data
           FROM audit_log
           WHERE company_id = $1 AND seq > $2 AND seq <= $3 AND created_at > $4 AND action = ANY ($5)
             AND (operator_id IS NOT NULL OR operator_name <> $6)
           ORDER BY seq LIMIT $7`,
    values: [company, after, to, since, actions, theService.name, limit],
  });

export const listAdministrators = (db: Db): Promise<Administrator[]> =>
  rowsOf(db, {
    name: 'administrators-for-guard-mail',
    text: `SELECT id, name, preferences FROM operators
           WHERE administrator AND disabled_at IS NULL AND password_hash IS NOT NULL AND NOT system ORDER BY id`,
  });

export async function operatorNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; name: string }>(
    `SELECT id, concat_ws(', ', name, email) AS name FROM operators WHERE id::text = ANY ($1)`,
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
