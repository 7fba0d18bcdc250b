import { recordEvents } from '../events/record.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

/** That a supplier is blocked, or is not any more. */
export interface Blocking {
  number: string;
  blocks: boolean;
  reason: string;
  id: string;
  eventId: string;
  operator: { id: string; name: string };
  /** Of the operator's request. */
  traceId: string;
}

// An invoice that is being judged was compared with another payee version, and is judged again. What partners see of the supplier stays as it is.
const write = `
  WITH written AS (
    UPDATE suppliers
    SET blocked_at = CASE WHEN $10 THEN $2::timestamptz END, blocked_reason = CASE WHEN $10 THEN $9::text END,
        payee_version = payee_version + 1, updated_at = $2
    WHERE company_id = $1 AND number = $3 RETURNING number, name
  ), remembered AS (
    INSERT INTO supplier_changes (company_id, supplier_number, id, operator_id, operator_name, changes, created_at)
    SELECT $1, number, $5, $6, $7, $11, $2 FROM written
  ), fresh AS (
    SELECT $4::uuid AS event_id, number AS subject_id, 1 AS place, 'supplier.updated' AS type,
           jsonb_build_object('number', number, 'name', name, 'traceId', $8::text,
                              'by', jsonb_build_object('id', $6::uuid, 'name', $7::text)) AS data
    FROM written
  ), ${recordEvents('one', 'fresh', ['supplier.updated'])}
  SELECT FROM fresh`;

/** Blocks or unblocks a supplier that the transaction has locked, with its event and its line of history. */
export async function writeBlocking(tx: Db, company: CompanyId, blocking: Blocking, now: Date): Promise<void> {
  const { number, eventId, id, operator, traceId, reason, blocks } = blocking;
  const [from, to] = blocks ? ['no', 'yes'] : ['yes', 'no'];
  const changes = JSON.stringify([{ field: 'blocked', from, to, reason }]);
  await tx.query(write, [
    company,
    now,
    number,
    eventId,
    id,
    operator.id,
    operator.name,
    traceId,
    reason,
    blocks,
    changes,
  ]);
}

/** Whether a supplier that the transaction has locked is blocked. */
export async function isBlocked(tx: Db, company: CompanyId, number: string): Promise<boolean> {
  const { rows } = await tx.query<{ blocked: boolean }>(
    'SELECT blocked_at IS NOT NULL AS blocked FROM suppliers WHERE company_id = $1 AND number = $2',
    [company, number],
  );
  return rows[0]?.blocked ?? false;
}
