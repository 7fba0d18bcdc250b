import { v7 as uuidv7 } from 'uuid';
import type { CompanyId, Db } from '../db/pool.ts';

export interface Audited {
  /** Such as supplierinvoice.approved. */
  action: string;
  subjectType: string;
  subjectId: string;
  data?: object;
}

/** Who did it. Whoever works on the command line is no operator, and has no id. */
export interface Actor {
  id: string | null;
  name: string;
}

/** Whoever may run commands on the machine is no operator, but has a line in the audit log all the same. */
export const commandLine: Actor = { id: null, name: 'the command line' };

/** Who did what, written in the transaction that does it. */
export async function audit(tx: Db, company: CompanyId, operator: Actor, entry: Audited, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO audit_log (company_id, id, operator_id, operator_name, action, subject_type, subject_id, data, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [company, uuidv7(), operator.id, operator.name, entry.action, entry.subjectType, entry.subjectId, entry.data ?? {}, now],
  );
}
