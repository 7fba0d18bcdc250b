import type { CompanyId, Db } from '../ground/db/pool.ts';
import { hashOf, nothingBefore } from './chain.ts';
import { newId } from '../ground/db/ids.ts';

export interface AuditEntry {
  /** For example supplierinvoice.approved. */
  action: string;
  /** By default the part of the action before the dot. */
  subjectType?: string;
  subjectId: string;
  data?: object;
}

/** The command line and the service are no operators, and have no id. */
export interface Actor {
  id: string | null;
  name: string;
  /** For an operator who acts by a link in a mail: the entry says so. */
  link?: object;
}

export const commandLine = { id: null, name: 'the command line' } as const satisfies Actor;
/** Rights that the groups of a directory give. */
export const theDirectory = { id: null, name: 'the directory' } as const satisfies Actor;
export const theService = { id: null, name: 'the service' } as const satisfies Actor;

/** The UPDATE computes the head's new values from the row that it locks, so that no two entries follow the same one. */
const moveHead = {
  name: 'move-audit-head',
  text: `UPDATE audit_heads SET seq = audit_heads.seq + 1, previous = audit_heads.hash, hash = ${hashOf({
    previous: 'audit_heads.hash',
    company: '$1::uuid',
    seq: 'audit_heads.seq + 1',
    id: '$2::uuid',
    at: '$9::timestamptz',
    operatorId: '$3::uuid',
    operatorName: '$4::text',
    action: '$5::text',
    subjectType: '$6::text',
    subjectId: '$7::text',
    data: '$8::jsonb',
  })}
         WHERE company_id = $1
         RETURNING seq, previous, hash`,
};

const insertEntry = {
  name: 'insert-audit-entry',
  text: `INSERT INTO audit_log (company_id, id, operator_id, operator_name, action, subject_type, subject_id, data, created_at, seq, previous, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
};

/**
 * Writes an entry of the audit log. Call it last in the transaction that makes the change, so that the lock on the
 * company's chain is taken last and held for the commit only. A transaction that writes to two chains writes to that of
 * `noCompany` first.
 */
export async function audit(tx: Db, company: CompanyId, operator: Actor, entry: AuditEntry, now: Date): Promise<void> {
  const { action, subjectType = action.split('.')[0], subjectId } = entry;
  const data = { ...entry.data, ...(operator.link !== undefined && { byMailLink: true }) };
  const values = [company, newId(), operator.id, operator.name, action, subjectType, subjectId, data, now];
  const { seq, previous, hash } = (await moveOn(tx, values)) ?? (await moveFirst(tx, company, values));
  await tx.query({ ...insertEntry, values: [...values, seq, previous, hash] });
}

interface Head {
  seq: string;
  previous: Buffer;
  hash: Buffer;
}

const moveOn = async (tx: Db, values: unknown[]): Promise<Head | undefined> =>
  (await tx.query<Head>({ ...moveHead, values })).rows[0];

/** The first entry of a company creates its head. A parallel writer waits here, and then finds the head. */
async function moveFirst(tx: Db, company: CompanyId, values: unknown[]): Promise<Head> {
  await tx.query(
    'INSERT INTO audit_heads (company_id, seq, previous, hash, pruned_seq, pruned_hash) VALUES ($1, 0, $2, $2, 0, $2) ON CONFLICT DO NOTHING',
    [company, nothingBefore],
  );
  return (await moveOn(tx, values)) as Head;
}
