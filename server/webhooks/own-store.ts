import type { AttemptError } from './attempt.ts';
import type { SwitchOffReason } from './store.ts';
import { type CompanyId, type Db, rowsOf, valueOf } from '../ground/db/pool.ts';

/** False if the company has switched it off for the partner or for all, also in the partner's sandbox. */
export const managesWebhooks = (db: Db, company: CompanyId, partnerId: string) =>
  valueOf<boolean>(db, {
    name: 'partner-manages-webhooks',
    text: `SELECT bool_and(partners.manages_webhooks AND companies.partners_manage_webhooks)
           FROM companies AS own JOIN companies ON companies.id IN (own.id, own.sandbox_of)
           JOIN partners ON partners.company_id = companies.id
             AND partners.id = CASE companies.id WHEN own.id THEN $2::uuid ELSE own.sandbox_partner_id END
           WHERE own.id = $1`,
    values: [company, partnerId],
  });

/** The endpoints that the partner made itself. The company's counters must be locked. */
export async function countEndpointsOf(tx: Db, company: CompanyId, partnerId: string): Promise<number> {
  const count = await valueOf<number>(tx, {
    name: 'count-webhook-endpoints-of-partner',
    text: `SELECT count(*)::integer AS count FROM webhook_endpoints
           WHERE company_id = $1 AND partner_id = $2 AND made_by_partner`,
    values: [company, partnerId],
  });
  return count ?? 0;
}

export interface OwnEndpoint {
  id: string;
  url: string;
  types: string[];
  createdAt: Date;
  formerSecretUntil: Date | null;
  state: 'on' | 'failing' | 'off';
  switchedOffAt: Date | null;
  switchedOffFor: SwitchOffReason | null;
  failingSince: Date | null;
  tries: number;
  nextTryAt: Date | null;
  deliveredAt: Date | null;
}

/** Oldest first. */
export const readOwnEndpoints = (
  db: Db,
  company: CompanyId,
  partnerId: string,
  now: Date,
  id?: string,
): Promise<OwnEndpoint[]> =>
  rowsOf(db, {
    name: 'read-webhook-endpoints-of-partner',
    text: `SELECT endpoint.id, url, types, endpoint.created_at AS "createdAt",
                  CASE WHEN former_until > $3 THEN former_until END AS "formerSecretUntil",
                  CASE WHEN switched_off_at IS NOT NULL THEN 'off' WHEN tries > 0 THEN 'failing' ELSE 'on' END AS state,
                  switched_off_at AS "switchedOffAt", switched_off_for AS "switchedOffFor", failing_since AS "failingSince",
                  tries, next_try_at AS "nextTryAt", delivered_at AS "deliveredAt"
           FROM webhook_endpoints AS endpoint
           JOIN webhook_positions AS position ON position.company_id = $1 AND position.endpoint_id = endpoint.id
           WHERE endpoint.company_id = $1 AND partner_id = $2 AND ($4::uuid IS NULL OR endpoint.id = $4)
           ORDER BY endpoint.id`,
    values: [company, partnerId, now, id],
  });

export interface OwnAttempt {
  id: string;
  seq: number;
  eventId: string;
  type: string;
  at: Date;
  tookMs: number;
  status: number | null;
  error: AttemptError | null;
}

/** Newest first. */
export const readOwnAttempts = (
  db: Db,
  company: CompanyId,
  endpointId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<OwnAttempt[]> =>
  rowsOf(db, {
    name: 'read-webhook-attempts-of-partner',
    text: `SELECT id, seq::float8 AS seq, event_id AS "eventId", type, tried_at AS at, took_ms AS "tookMs", status, error
           FROM webhook_attempts WHERE company_id = $1 AND endpoint_id = $2 AND ($3::uuid IS NULL OR id < $3)
           ORDER BY id DESC LIMIT $4`,
    values: [company, endpointId, before, limit],
  });
