import { typesFor, type StoredEvent } from './payload.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

/** Why an endpoint was switched off: by somebody, because it answered 410, or because it failed for days. */
export type SwitchOffReason = 'operator' | 'gone' | 'failing';

/** Where events are sent to. */
export interface Endpoint {
  companyId: CompanyId;
  id: string;
  /** The partner whose own records it is told of; null for the company's own systems. */
  partnerId: string | null;
  url: string;
  /** Which types it was made for; none is all (see `typesFor`). */
  types: string[];
  /** Those that sign now as they are stored, the newest first. */
  secrets: string[];
  switchedOffAt: Date | null;
  switchedOffFor: SwitchOffReason | null;
}

/** Which partner's record an event is about. A file of another partner may have caused it. */
const ownerOfEvent = `coalesce(data->>'ownerId', data->>'partnerId')`;

/** The condition on an event that an endpoint is told of it, by its types and its partner; none of either is all. */
export const isToldOf = (types: string, partner: string): string =>
  `(${types} IS NULL OR type = ANY (${types})) AND (${partner} IS NULL OR ${ownerOfEvent} = ${partner})`;

/** What an endpoint has for it. */
export const toldOf = (endpoint: Pick<Endpoint, 'types' | 'partnerId'>): [string[] | null, string | null] => {
  const { partnerId, types } = endpoint;
  return [partnerId === null && types.length === 0 ? null : typesFor(endpoint), partnerId];
};

export async function readEndpoint(db: Db, company: CompanyId, id: string, now: Date): Promise<Endpoint | undefined> {
  const { rows } = await db.query<Endpoint>({
    name: 'read-webhook-endpoint',
    text: `SELECT company_id AS "companyId", id, partner_id AS "partnerId", url, types,
                  CASE WHEN former_until > $3 THEN ARRAY[secret, former_secret] ELSE ARRAY[secret] END AS secrets,
                  switched_off_at AS "switchedOffAt", switched_off_for AS "switchedOffFor"
           FROM webhook_endpoints WHERE company_id = $1 AND id = $2`,
    values: [company, id, now],
  });
  return rows[0];
}

export interface NewEndpoint extends Pick<Endpoint, 'id' | 'partnerId' | 'url' | 'types'> {
  /** As it is stored: sealed. */
  secret: string;
  createdBy: string;
}

/** The transaction has locked the company's counters, so none is added meanwhile. */
export async function countEndpoints(tx: Db, company: CompanyId): Promise<number> {
  const { rows } = await tx.query<{ many: number }>(
    'SELECT count(*)::int AS many FROM webhook_endpoints WHERE company_id = $1',
    [company],
  );
  return rows[0]?.many ?? 0;
}

/** With its position: it is told of the events after `seq`. */
export async function insertEndpoint(
  tx: Db,
  company: CompanyId,
  { id, partnerId, url, types, secret, createdBy }: NewEndpoint,
  seq: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO webhook_endpoints (company_id, id, partner_id, url, types, secret, created_at, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [company, id, partnerId, url, types, secret, now, createdBy],
  );
  await tx.query('INSERT INTO webhook_positions (company_id, endpoint_id, seq) VALUES ($1, $2, $3)', [
    company,
    id,
    seq,
  ]);
}

export async function updateEndpoint(
  tx: Db,
  company: CompanyId,
  id: string,
  { url, types }: Pick<Endpoint, 'url' | 'types'>,
): Promise<void> {
  await tx.query('UPDATE webhook_endpoints SET url = $3, types = $4 WHERE company_id = $1 AND id = $2', [
    company,
    id,
    url,
    types,
  ]);
}

/** False where it is off already, is gone, or has another address: what that one answers is not known yet. */
export async function switchOff(
  tx: Db,
  company: CompanyId,
  { id, url }: Pick<Endpoint, 'id' | 'url'>,
  why: SwitchOffReason,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'switch-off-webhook-endpoint',
    text: `UPDATE webhook_endpoints SET switched_off_at = $4, switched_off_for = $3
           WHERE company_id = $1 AND id = $2 AND url = $5 AND switched_off_at IS NULL`,
    values: [company, id, why, now, url],
  });
  return rowCount === 1;
}

export async function switchOn(tx: Db, company: CompanyId, id: string): Promise<void> {
  await tx.query(
    'UPDATE webhook_endpoints SET switched_off_at = NULL, switched_off_for = NULL WHERE company_id = $1 AND id = $2',
    [company, id],
  );
}

/** The one that was valid until now signs beside the new one until `formerUntil`; one before that no longer does. */
export async function changeSecret(
  tx: Db,
  company: CompanyId,
  id: string,
  secret: string,
  formerUntil: Date,
): Promise<void> {
  await tx.query(
    `UPDATE webhook_endpoints SET former_secret = secret, former_until = $4, secret = $3
     WHERE company_id = $1 AND id = $2`,
    [company, id, secret, formerUntil],
  );
}

/** What was tried is removed with the old attempts. */
export async function deleteEndpoint(tx: Db, company: CompanyId, id: string): Promise<void> {
  await tx.query('DELETE FROM webhook_positions WHERE company_id = $1 AND endpoint_id = $2', [company, id]);
  await tx.query('DELETE FROM webhook_endpoints WHERE company_id = $1 AND id = $2', [company, id]);
}

/** One event, where it is kept and an endpoint of this partner, or of the company, may be told of it. */
export async function readEvent(
  db: Db,
  company: CompanyId,
  partnerId: string | null,
  seq: string,
): Promise<StoredEvent | undefined> {
  const { rows } = await db.query<StoredEvent>({
    name: 'read-event-for-webhook',
    text: `SELECT seq::text, id, type, data, created_at AS "createdAt" FROM events
           WHERE company_id = $1 AND seq = $2 AND ${isToldOf('NULL::text[]', '$3::text')}`,
    values: [company, seq, partnerId],
  });
  return rows[0];
}

export interface SwitchedOff {
  id: string;
  url: string;
  partner: string | null;
  at: Date;
  why: Exclude<SwitchOffReason, 'operator'>;
}

/** Endpoints that were switched off without anybody having asked for it, the latest first. */
export async function listSwitchedOff(db: Db, company: CompanyId): Promise<SwitchedOff[]> {
  const { rows } = await db.query<SwitchedOff>({
    name: 'list-switched-off-webhook-endpoints',
    text: `SELECT webhook_endpoints.id, url, partners.name AS partner, switched_off_at AS at, switched_off_for AS why
           FROM webhook_endpoints LEFT JOIN partners ON partners.company_id = $1 AND partners.id = partner_id
           WHERE webhook_endpoints.company_id = $1 AND switched_off_for IN ('gone', 'failing') ORDER BY switched_off_at DESC, id`,
    values: [company],
  });
  return rows;
}
