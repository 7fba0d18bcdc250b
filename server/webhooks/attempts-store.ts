import type { Attempt } from './attempt.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

const columns = 'company_id, id, endpoint_id, seq, event_id, type, tried_at, took_ms, status, error, answer';

/**
 * The part of a chain that stores attempts at one endpoint: $1 is the company, $2 the endpoint, $3 the attempts as JSON.
 */
export const insertAttempts = `
  INSERT INTO webhook_attempts (${columns})
  SELECT owner.company_id, id, $2::uuid, seq, "eventId", type, "triedAt", "tookMs", status, error, answer
  FROM owner CROSS JOIN jsonb_to_recordset($3::jsonb) AS attempt (id uuid, seq bigint, "eventId" uuid, type text,
    "triedAt" timestamptz, "tookMs" integer, status smallint, error text, answer text)`;

export async function insertAttempt(
  db: Db,
  company: CompanyId,
  endpointId: string,
  { id, seq, eventId, type, triedAt, tookMs, status, error, answer }: Attempt,
  askedBy: string,
): Promise<void> {
  await db.query(
    `INSERT INTO webhook_attempts (${columns}, asked_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [company, id, endpointId, seq, eventId, type, triedAt, tookMs, status, error, answer, askedBy],
  );
}

export async function deleteAttempts(db: Db, company: CompanyId, below: string, max: number): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM webhook_attempts WHERE company_id = $1 AND id IN (
       SELECT id FROM webhook_attempts WHERE company_id = $1 AND id < $2 ORDER BY id LIMIT $3)`,
    [company, below, max],
  );
  return rowCount ?? 0;
}
