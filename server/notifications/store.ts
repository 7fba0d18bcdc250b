import { type CompanyId, type Db, rowOf, valueOf, execute } from '../ground/db/pool.ts';

export interface MailChoices {
  held: boolean;
  endpointOff: boolean;
  /** Changes of suppliers that partners propose. */
  proposed: boolean;
  /** Mail about partners with a higher share of failed calls; null for no mail. */
  failuresPercent: number | null;
  digest: boolean;
  /** What waits for the operator; only for whoever may decide. */
  waiting: boolean;
}

/** Of an operator who has not chosen. */
export const usualChoices: MailChoices = {
  held: false,
  endpointOff: false,
  proposed: false,
  failuresPercent: null,
  digest: false,
  waiting: true,
};

export const choiceColumns = `held, endpoint_off AS "endpointOff", proposed, failures_percent AS "failuresPercent", digest, waiting`;

export async function readChoices(db: Db, company: CompanyId, operatorId: string): Promise<MailChoices> {
  const { rows } = await db.query<MailChoices>({
    name: 'read-mail-choices',
    text: `SELECT ${choiceColumns} FROM mail_choices WHERE company_id = $1 AND operator_id = $2`,
    values: [company, operatorId],
  });
  return rows[0] ?? usualChoices;
}

export const writeChoices = (
  tx: Db,
  company: CompanyId,
  operatorId: string,
  { held, endpointOff, proposed, failuresPercent, digest, waiting }: MailChoices,
): Promise<void> =>
  execute(
    tx,
    `INSERT INTO mail_choices (company_id, operator_id, held, endpoint_off, failures_percent, digest, proposed, waiting)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (company_id, operator_id) DO UPDATE
     SET held = excluded.held, endpoint_off = excluded.endpoint_off,
         failures_percent = excluded.failures_percent, digest = excluded.digest, proposed = excluded.proposed,
         waiting = excluded.waiting`,
    [company, operatorId, held, endpointOff, failuresPercent, digest, proposed, waiting],
  );

export async function newestEvent(db: Db, company: CompanyId): Promise<string> {
  const seq = await valueOf<string>(db, {
    name: 'newest-event-for-mail',
    text: 'SELECT event_seq::text AS seq FROM company_counters WHERE company_id = $1',
    values: [company],
  });
  return seq ?? '0';
}

/** A company's first mails are about events from now on, not past ones. */
export const beginPosition = (db: Db, company: CompanyId, seq: string): Promise<void> =>
  execute(db, 'INSERT INTO mail_positions (company_id, seq) VALUES ($1, $2) ON CONFLICT DO NOTHING', [company, seq]);

export const recordTold = (
  db: Db,
  company: CompanyId,
  { operatorId, about, at }: { operatorId: string; about: string; at: Date },
): Promise<void> =>
  execute(db, {
    name: 'note-told-by-mail',
    text: `INSERT INTO mail_told (company_id, operator_id, about, told_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (company_id, operator_id, about) DO UPDATE SET told_at = excluded.told_at`,
    values: [company, operatorId, about, at],
  });

/** For all operators: the next time is new to them. */
export const forgetTold = (db: Db, company: CompanyId, about: string): Promise<void> =>
  execute(db, {
    name: 'forget-told-by-mail',
    text: 'DELETE FROM mail_told WHERE company_id = $1 AND about = $2',
    values: [company, about],
  });

/** Undefined for an operator who is disabled, has left the company, or is a system. */
export const mailboxOf = (db: Db, company: CompanyId, operatorId: string) =>
  rowOf<{ name: string; address: string }>(db, {
    name: 'mailbox-of-operator',
    text: `SELECT name, email AS address FROM operators WHERE id = $2 AND ${mayReceiveMail}`,
    values: [company, operatorId],
  });

/** A condition on operators; $1 is the company. */
export const mayReceiveMail = `disabled_at IS NULL AND NOT system AND (administrator OR EXISTS (
  SELECT FROM operator_companies WHERE operator_companies.company_id = $1 AND operator_companies.operator_id = operators.id))`;
