import type { AbsenceDays, RoutedPerson } from './route.ts';
import type { RoutingRule } from './rules.ts';
import {
  type CompanyId,
  type Db,
  columnOf,
  execute,
  onlyRowOf,
  rowOf,
  rowsOf,
  touchesRow,
} from '../../ground/db/pool.ts';
import { canAct, mayInCompany, unprovenOperators } from '../../people/store.ts';
import type { Person } from '../../people/two-people.ts';

export const routingFollower = 'routing';

/** SQL for the day of the company at $2. */
const today = `(SELECT ($2::timestamptz AT TIME ZONE time_zone)::date FROM companies WHERE companies.id = $1)`;

export interface RoutingSettings {
  rules: RoutingRule[];
  version: number;
  remindAfterDays: number | null;
  escalateAfterDays: number | null;
}

export interface CompanyRouting extends RoutingSettings {
  /** The company's. */
  today: string;
  /** The present and coming ones. */
  absences: (AbsenceDays & { operatorId: string })[];
  /** Whether one person may release and approve, or change a payee and approve. */
  dutiesAreOff: boolean;
  /** Operators for whom the duties stay for a while, because they helped to switch them off. */
  keepDuties: string[];
}

export const readCompanyRouting = (db: Db, company: CompanyId, now: Date): Promise<CompanyRouting> =>
  onlyRowOf(db, {
    name: 'read-company-routing',
    text: `SELECT coalesce(rules, '[]') AS rules, coalesce(version, 0)::float8 AS version, remind_after_days AS "remindAfterDays",
                  escalate_after_days AS "escalateAfterDays", ${today}::text AS today,
                  coalesce((
                    SELECT jsonb_agg(jsonb_build_object('operatorId', operator_id, 'deputyId', deputy_id, 'firstDay', first_day, 'lastDay', last_day)
                                     ORDER BY first_day, id)
                    FROM absences WHERE absences.company_id = $1 AND last_day >= ${today}), '[]') AS absences,
                  EXISTS (
                    SELECT FROM desk_settings WHERE desk_settings.company_id = $1 AND duties_off_reason IS NOT NULL) AS "dutiesAreOff",
                  ARRAY(
                    SELECT DISTINCT unnest(operators) FROM weakened_settings
                    WHERE weakened_settings.company_id = $1 AND rule = 'separateDuties' AND changed_at > $2::timestamptz - interval '30 days'
                  ) AS "keepDuties"
           FROM company_counters LEFT JOIN routing_rules ON routing_rules.company_id = $1
           WHERE company_counters.company_id = $1`,
    values: [company, now],
  });

export interface CompanyPerson extends Pick<RoutedPerson, 'mayDecide'>, Person {}

const inCompany = `NOT system AND (administrator OR EXISTS (
  SELECT FROM operator_companies WHERE operator_companies.company_id = $1 AND operator_id = operators.id))`;

/** The operators of the company by name, also disabled ones. */
export const readCompanyPeople = (db: Db, company: CompanyId): Promise<CompanyPerson[]> =>
  rowsOf(db, {
    name: 'read-company-people',
    text: `SELECT id, name, ${canAct} AND ${mayInCompany('decide')} AS "mayDecide" FROM operators
           WHERE ${inCompany} ORDER BY name, id`,
    values: [company],
  });

export interface RoutingState {
  /** What the open invoices were last routed by. */
  basis: string;
  /** What they should be routed by. */
  wanted: string;
  /** Whether the company has rules, or absences today or later. */
  isUsed: boolean;
}

/** Undefined in a company that uses no routing. */
export const readRoutingState = (db: Db, company: CompanyId, now: Date): Promise<RoutingState | undefined> =>
  rowOf(db, {
    name: 'read-routing-state',
    text: `SELECT basis, encode(sha256(convert_to(jsonb_build_array(
                    ${today},
                    (SELECT version FROM routing_rules WHERE routing_rules.company_id = $1),
                    (SELECT jsonb_agg(jsonb_build_array(operator_id, deputy_id) ORDER BY id)
                     FROM absences WHERE absences.company_id = $1 AND ${today} BETWEEN first_day AND last_day),
                    (SELECT jsonb_agg(jsonb_build_array(id, ${canAct} AND ${mayInCompany('decide')}) ORDER BY id)
                     FROM operators WHERE ${inCompany}),
                    (SELECT jsonb_agg(jsonb_build_array(id, until, mailbox, "provedBy")) FROM (${unprovenOperators}) AS unproven),
                    (SELECT duties_off_reason IS NULL FROM desk_settings WHERE desk_settings.company_id = $1)
                  )::text, 'UTF8')), 'hex') AS wanted,
                  EXISTS (SELECT FROM routing_rules WHERE routing_rules.company_id = $1 AND rules <> '[]')
                    OR EXISTS (SELECT FROM absences WHERE absences.company_id = $1 AND last_day >= ${today}) AS "isUsed"
           FROM routing_state WHERE routing_state.company_id = $1`,
    values: [company, now],
  });

export const companiesWithRouting = (db: Db): Promise<CompanyId[]> =>
  columnOf(db, { name: 'companies-with-routing', text: 'SELECT company_id AS company FROM routing_state' });

export const writeRoutingBasis = (db: Db, company: CompanyId, basis: string): Promise<void> =>
  execute(db, {
    name: 'write-routing-basis',
    text: 'UPDATE routing_state SET basis = $2 WHERE company_id = $1',
    values: [company, basis],
  });

/** The caller has locked the company's counters. Earlier events are not followed: all open invoices are routed. */
export async function beginRouting(tx: Db, company: CompanyId): Promise<void> {
  const begun = await touchesRow(tx, {
    name: 'begin-routing',
    text: `INSERT INTO routing_state (company_id, basis) VALUES ($1, '') ON CONFLICT DO NOTHING`,
    values: [company],
  });
  if (!begun) return;
  await tx.query({
    name: 'begin-routing-position',
    text: `INSERT INTO event_positions (company_id, follower, seq)
           SELECT company_id, $2, event_seq FROM company_counters WHERE company_id = $1
           ON CONFLICT (company_id, follower) DO UPDATE SET seq = excluded.seq`,
    values: [company, routingFollower],
  });
}

/** The caller has locked the company's counters. A position that stands still would keep all events. */
export async function endRouting(tx: Db, company: CompanyId): Promise<void> {
  await tx.query('DELETE FROM invoice_routes WHERE company_id = $1', [company]);
  await tx.query('DELETE FROM routing_state WHERE company_id = $1', [company]);
  await tx.query('DELETE FROM event_positions WHERE company_id = $1 AND follower = $2', [company, routingFollower]);
}

/** Locks the follower's position, so that one process at a time routes the company. False if it uses no routing. */
export const lockRouting = (tx: Db, company: CompanyId): Promise<boolean> =>
  touchesRow(tx, {
    name: 'lock-routing',
    text: 'SELECT FROM event_positions WHERE company_id = $1 AND follower = $2 FOR UPDATE',
    values: [company, routingFollower],
  });

/** The caller has locked the company's counters. */
export const writeRoutingRules = (
  tx: Db,
  company: CompanyId,
  { rules, version, remindAfterDays, escalateAfterDays }: RoutingSettings,
  now: Date,
): Promise<void> =>
  execute(tx, {
    name: 'write-routing-rules',
    text: `INSERT INTO routing_rules (company_id, rules, version, remind_after_days, escalate_after_days, updated_at)
           VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (company_id) DO UPDATE
           SET rules = excluded.rules, version = excluded.version, remind_after_days = excluded.remind_after_days,
               escalate_after_days = excluded.escalate_after_days, updated_at = excluded.updated_at`,
    values: [company, JSON.stringify(rules), version, remindAfterDays, escalateAfterDays, now],
  });

/** Which of these the company has. */
export const readKnown = (db: Db, company: CompanyId, suppliers: readonly string[], partners: readonly string[]) =>
  onlyRowOf<{ suppliers: string[]; partners: string[] }>(db, {
    name: 'read-known-in-rules',
    text: `SELECT ARRAY(SELECT number FROM suppliers WHERE company_id = $1 AND number = ANY ($2::text[])) AS suppliers,
                  ARRAY(SELECT id FROM partners WHERE company_id = $1 AND id = ANY ($3::uuid[])) AS partners`,
    values: [company, suppliers, partners],
  });
