import type { PartnerEventType } from '../../common/events.ts';
import { typesFor, type StoredEvent } from './payload.ts';
import { type CompanyId, type Db, rowOf, rowsOf, touchesRow, valueOf, execute } from '../ground/db/pool.ts';
import { audit, type Actor } from '../audit/record.ts';

/** `partner`: the partner paused it. `gone`: the endpoint answered 410. `failing`: it failed for 72 hours. */
export type SwitchOffReason = 'operator' | 'partner' | 'gone' | 'failing';

export interface Endpoint {
  companyId: CompanyId;
  id: string;
  /** Only events about this partner's records are sent; null for a system of the company. */
  partnerId: string | null;
  url: string;
  /** An empty list means all (see `typesFor`). */
  types: string[];
  /** Secrets that sign now, as stored, newest first. */
  secrets: string[];
  switchedOffAt: Date | null;
  switchedOffFor: SwitchOffReason | null;
}

/** The partner whose record the event is about. A file from another partner may have caused it. */
const ownerOfEvent = `coalesce(data->>'ownerId', data->>'partnerId')`;

/** Condition on events that an endpoint receives, by its types and its partner; NULL means all. */
export const matchesEndpoint = (types: string, partner: string): string =>
  `(${types} IS NULL OR type = ANY (${types})) AND (${partner} IS NULL OR ${ownerOfEvent} = ${partner})`;

export const matchValues = (endpoint: Pick<Endpoint, 'types' | 'partnerId'>): [string[] | null, string | null] => {
  const { partnerId, types } = endpoint;
  return [partnerId === null && types.length === 0 ? null : typesFor(endpoint), partnerId];
};

/** SQL for an endpoint of a partner that receives an event type, both given as SQL. $1 is the company. */
export const hasEndpointFor = (partner: string, type: string): string => `EXISTS (
  SELECT FROM webhook_endpoints AS endpoint
  WHERE endpoint.company_id = $1 AND endpoint.partner_id = ${partner} AND switched_off_at IS NULL
    AND (types = '{}' OR ${type} = ANY (types)))`;

/** SQL for those of the types that an endpoint of the row's partner receives. */
export const sentToPartner = (table: string, types: readonly PartnerEventType[]): string => `ARRAY(
  SELECT sent FROM unnest('{${types.join(',')}}'::text[]) AS sent WHERE ${hasEndpointFor(`${table}.partner_id`, 'sent')})`;

export const readEndpoint = (db: Db, company: CompanyId, id: string, now: Date): Promise<Endpoint | undefined> =>
  rowOf(db, {
    name: 'read-webhook-endpoint',
    text: `SELECT company_id AS "companyId", id, partner_id AS "partnerId", url, types,
                  CASE WHEN former_until > $3 THEN ARRAY[secret, former_secret] ELSE ARRAY[secret] END AS secrets,
                  switched_off_at AS "switchedOffAt", switched_off_for AS "switchedOffFor"
           FROM webhook_endpoints WHERE company_id = $1 AND id = $2`,
    values: [company, id, now],
  });

export interface NewEndpoint extends Pick<Endpoint, 'id' | 'partnerId' | 'url' | 'types'> {
  /** Sealed. */
  secret: string;
  createdBy: string;
  /** `createdBy` is then the partner. */
  isMadeByPartner?: boolean;
}

/** Without those that partners made. The caller must hold the lock of the company's counters, so that no endpoint is added meanwhile. */
export async function countEndpoints(tx: Db, company: CompanyId): Promise<number> {
  const count = await valueOf<number>(
    tx,
    'SELECT count(*)::int AS count FROM webhook_endpoints WHERE company_id = $1 AND NOT made_by_partner',
    [company],
  );
  return count ?? 0;
}

export async function insertEndpoint(
  tx: Db,
  company: CompanyId,
  { id, partnerId, url, types, secret, createdBy, isMadeByPartner = false }: NewEndpoint,
  seq: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO webhook_endpoints (company_id, id, partner_id, url, types, secret, created_at, created_by, made_by_partner)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [company, id, partnerId, url, types, secret, now, createdBy, isMadeByPartner],
  );
  await tx.query('INSERT INTO webhook_positions (company_id, endpoint_id, seq) VALUES ($1, $2, $3)', [
    company,
    id,
    seq,
  ]);
}

export const updateEndpoint = (
  tx: Db,
  company: CompanyId,
  id: string,
  { url, types }: Pick<Endpoint, 'url' | 'types'>,
): Promise<void> =>
  execute(tx, 'UPDATE webhook_endpoints SET url = $3, types = $4 WHERE company_id = $1 AND id = $2', [
    company,
    id,
    url,
    types,
  ]);

/** False if the endpoint is already off, deleted, or has a new URL, which has not failed. */
export const switchOff = (
  tx: Db,
  company: CompanyId,
  { id, url }: Pick<Endpoint, 'id' | 'url'>,
  why: SwitchOffReason,
  now: Date,
): Promise<boolean> =>
  touchesRow(tx, {
    name: 'switch-off-webhook-endpoint',
    text: `UPDATE webhook_endpoints SET switched_off_at = $4, switched_off_for = $3
           WHERE company_id = $1 AND id = $2 AND url = $5 AND switched_off_at IS NULL`,
    values: [company, id, why, now, url],
  });

export const switchOn = (tx: Db, company: CompanyId, id: string): Promise<void> =>
  execute(
    tx,
    'UPDATE webhook_endpoints SET switched_off_at = NULL, switched_off_for = NULL WHERE company_id = $1 AND id = $2',
    [company, id],
  );

/** The current secret also signs until `formerUntil`; the one before it no longer signs. */
export const changeSecret = (tx: Db, company: CompanyId, id: string, secret: string, formerUntil: Date) =>
  execute(
    tx,
    `UPDATE webhook_endpoints SET former_secret = secret, former_until = $4, secret = $3
     WHERE company_id = $1 AND id = $2`,
    [company, id, secret, formerUntil],
  );

/** The sweep of old attempts deletes the attempts of this endpoint. */
export async function deleteEndpoint(tx: Db, company: CompanyId, id: string): Promise<void> {
  await tx.query('DELETE FROM webhook_positions WHERE company_id = $1 AND endpoint_id = $2', [company, id]);
  await tx.query('DELETE FROM webhook_endpoints WHERE company_id = $1 AND id = $2', [company, id]);
}

export const readEvent = (db: Db, company: CompanyId, partnerId: string | null, seq: string) =>
  rowOf<StoredEvent>(db, {
    name: 'read-event-for-webhook',
    text: `SELECT seq::text, id, type, data, created_at AS "createdAt" FROM events
           WHERE company_id = $1 AND seq = $2 AND ${matchesEndpoint('NULL::text[]', '$3::text')}`,
    values: [company, seq, partnerId],
  });

export interface SwitchedOffEndpoint {
  id: string;
  url: string;
  partner: string | null;
  at: Date;
  why: Exclude<SwitchOffReason, 'operator' | 'partner'>;
}

/** Endpoints that the service itself switched off, latest first. */
export const listSwitchedOff = (db: Db, company: CompanyId): Promise<SwitchedOffEndpoint[]> =>
  rowsOf(db, {
    name: 'list-switched-off-webhook-endpoints',
    text: `SELECT webhook_endpoints.id, url, partners.name AS partner, switched_off_at AS at, switched_off_for AS why
           FROM webhook_endpoints LEFT JOIN partners ON partners.company_id = $1 AND partners.id = partner_id
           WHERE webhook_endpoints.company_id = $1 AND switched_off_for IN ('gone', 'failing') ORDER BY switched_off_at DESC, id`,
    values: [company],
  });

export interface StoredSecrets {
  id: string;
  secret: string;
  former: string | null;
}

export const listSecrets = (db: Db, company: CompanyId): Promise<StoredSecrets[]> =>
  rowsOf(db, {
    name: 'list-webhook-secrets',
    text: 'SELECT id, secret, former_secret AS former FROM webhook_endpoints WHERE company_id = $1 ORDER BY id',
    values: [company],
  });

/** Does nothing if the secrets have changed meanwhile. */
export const replaceSecrets = (
  db: Db,
  company: CompanyId,
  was: StoredSecrets,
  { secret, former }: Omit<StoredSecrets, 'id'>,
): Promise<void> =>
  execute(
    db,
    `UPDATE webhook_endpoints SET secret = $5, former_secret = $6
     WHERE company_id = $1 AND id = $2 AND secret = $3 AND former_secret IS NOT DISTINCT FROM $4`,
    [company, was.id, was.secret, was.former, secret, former],
  );

/** Must be the last statement of the transaction. */
export const auditWebhook = (
  tx: Db,
  company: CompanyId,
  actor: Actor,
  action: string,
  { id, url }: { id: string; url: string },
  now: Date,
  data: object = {},
) => audit(tx, company, actor, { action: `webhook.${action}`, subjectId: id, data: { url, ...data } }, now);
