import { theService } from '../audit/record.ts';
import { type CompanyId, type Db, rowsOf, valueOf, execute } from '../ground/db/pool.ts';
import { canAct, mayInCompany } from '../people/store.ts';

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
  /** Of the installation. */
  administrator: boolean;
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

/** Administrators of the company and of the installation; with `noCompany`, only these. */
export const listAdministrators = (db: Db, company: CompanyId): Promise<Administrator[]> =>
  rowsOf(db, {
    name: 'administrators-for-guard-mail',
    text: `SELECT id, name, administrator, preferences FROM operators WHERE ${canAct} AND ${mayInCompany('administer')} ORDER BY id`,
    values: [company],
  });

export async function operatorNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; name: string }>(
    `SELECT id, concat_ws(', ', name, email) AS name FROM operators WHERE id::text = ANY ($1)`,
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export const directoryNames = async (db: Db): Promise<Map<string, string>> =>
  new Map(
    (await rowsOf<{ id: string; name: string }>(db, 'SELECT id, name FROM directories')).map(({ id, name }) => [
      id,
      name,
    ]),
  );

/** Entries of the audit log after one number, up to and including another. */
export interface AuditRange {
  after: number;
  to: number;
  since: Date;
}

export interface LateHold {
  id: string;
  supplier: string;
  number: string | null;
  heldFor: string[];
  isBooked: boolean;
}

/**
 * The invoices whose approval the service or the command line took back, and booked ones that a finding would have held,
 * each once, oldest first.
 */
export const lateHoldsBetween = (db: Db, company: CompanyId, { after, to, since }: AuditRange): Promise<LateHold[]> =>
  rowsOf(db, {
    name: 'late-holds-for-mail',
    text: `WITH late AS (
             SELECT subject_id::uuid AS id, max(seq) AS seq, (array_agg(data -> 'heldFor' ORDER BY seq DESC))[1] AS codes
             FROM audit_log
             WHERE company_id = $1 AND seq > $2 AND seq <= $3 AND created_at > $4 AND operator_id IS NULL AND data ? 'heldFor'
               AND action IN ('supplierinvoice.reopened', 'supplierinvoice.unsigned', 'supplierinvoice.checked')
             GROUP BY subject_id
           )
           SELECT invoice.id, coalesce(suppliers.name, invoice.supplier_number) AS supplier,
                  document ->> 'supplierInvoiceNumber' AS number, codes AS "heldFor", state = 'booked' AS "isBooked"
           FROM late JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = late.id
           LEFT JOIN suppliers ON suppliers.company_id = $1 AND suppliers.number = invoice.supplier_number
           ORDER BY late.seq`,
    values: [company, after, to, since],
  });

/** Everybody who may approve invoices of the company. */
export const listDeciders = (db: Db, company: CompanyId): Promise<Administrator[]> =>
  rowsOf(db, {
    name: 'deciders-for-mail',
    text: `SELECT id, name, administrator, preferences FROM operators
           WHERE ${canAct} AND ${mayInCompany('decide')} ORDER BY id`,
    values: [company],
  });
