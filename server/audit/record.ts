import { runChain, type Chain } from '../ground/db/chain.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import { hashOf, nothingBefore } from './chain.ts';
import { newId } from '../ground/db/ids.ts';

export interface AuditEntry {
  /** For example supplierinvoice.approved. */
  action: string;
  subjectType: string;
  subjectId: string;
  data?: object;
}

/** The command line and the service are no operators, and have no id. */
export interface Actor {
  id: string | null;
  name: string;
}

export const commandLine: Actor = { id: null, name: 'the command line' };
export const theService: Actor = { id: null, name: 'the service' };

const hash = hashOf({
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
});

/**
 * The UPDATE computes the head's new values from the row that it has locked. A statement that read the head first could
 * chain two entries to the same one.
 */
const write: Chain = {
  ownerOnCitus: 'SELECT company_id FROM audit_heads WHERE company_id = $1',
  parts: [
    [
      'head',
      `UPDATE audit_heads SET seq = audit_heads.seq + 1, previous = audit_heads.hash, hash = ${hash}
       WHERE company_id = $1
       RETURNING seq, previous, hash`,
    ],
    [
      'entry',
      `INSERT INTO audit_log (company_id, id, operator_id, operator_name, action, subject_type, subject_id, data, created_at, seq, previous, hash)
       SELECT owner.company_id, $2::uuid, $3::uuid, $4, $5, $6, $7, $8::jsonb, $9::timestamptz, seq, previous, hash FROM owner CROSS JOIN head`,
    ],
  ],
  result: 'SELECT FROM head',
};

/**
 * Writes an entry of the audit log. Call it last in the transaction that makes the change, so that the lock on the
 * company's chain is taken last and held for the commit only. A transaction that writes to two chains writes to that of
 * `noCompany` first.
 */
export async function audit(tx: Db, company: CompanyId, operator: Actor, entry: AuditEntry, now: Date): Promise<void> {
  const values = [
    company,
    newId(),
    operator.id,
    operator.name,
    entry.action,
    entry.subjectType,
    entry.subjectId,
    entry.data ?? {},
    now,
  ];
  if ((await runChain(tx, write, values)).rowCount === 1) return;
  // The first entry of a company creates its head. A parallel writer waits here, and then finds the head.
  await tx.query(
    'INSERT INTO audit_heads (company_id, seq, previous, hash, pruned_seq, pruned_hash) VALUES ($1, 0, $2, $2, 0, $2) ON CONFLICT DO NOTHING',
    [company, nothingBefore],
  );
  if ((await runChain(tx, write, values)).rowCount !== 1) throw new Error(`the audit log of ${company} has no head`);
}
