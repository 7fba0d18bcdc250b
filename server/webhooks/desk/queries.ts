import { matchesEndpoint } from '../store.ts';
import { type CsvColumns, column } from '../../ground/csv/columns.ts';
import type { List } from '../../ground/db/paging.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import { raw, sql, type Sql } from '../../ground/db/sql.ts';
import { mayDo, type Role } from '../../../common/permissions.ts';
import { deliveryOutcomeNames, endpointStateNames, switchOffNames } from '../../../common/names/states.ts';

const time = { as: 'time' } as const;

const endpointColumns: CsvColumns = {
  url: column('Address', 'Adress'),
  partnerId: column('Partner id', 'Partnerns id'),
  partner: column('Partner', 'Partner'),
  types: column('Types of events', 'Händelsetyper', { plain: (types: readonly string[]) => types.join(' ') }),
  state: column('State', 'Status', { as: endpointStateNames }),
  switchedOffAt: column('Switched off', 'Avstängd sedan', time),
  switchedOffFor: column('Switched off because', 'Avstängd för att', { as: switchOffNames }),
  failingSince: column('Failing since', 'Fel sedan', time),
  tries: column('Tries', 'Försök'),
  nextTryAt: column('Next try', 'Nästa försök', time),
  deliveredAt: column('Last delivery', 'Senaste leverans', time),
  position: column('Last event', 'Senaste händelse'),
  behind: column('Waiting', 'Väntar'),
  formerSecretUntil: column('Former secret valid until', 'Tidigare hemlighet gäller till', time),
  createdAt: column('Created', 'Skapad', time),
  id: column('Id', 'Id'),
};

const attemptColumns: CsvColumns = {
  at: column('Time', 'Tid', { as: 'second' }),
  seq: column('Number', 'Nummer'),
  type: column('Type', 'Typ'),
  outcome: column('Outcome', 'Resultat', { as: deliveryOutcomeNames }),
  status: column('Status', 'Status'),
  error: column('Error', 'Fel'),
  tookMs: column('Milliseconds', 'Millisekunder'),
  askedBy: column('Sent by', 'Skickad av'),
  eventId: column('Event', 'Händelse'),
  id: column('Id', 'Id'),
};

const maxCounted = 10_000;

const waiting = (company: CompanyId) => sql`
  FROM events
  WHERE events.company_id = ${company} AND events.seq > webhook_positions.seq
    AND ${raw(matchesEndpoint(`nullif(types, '{}')`, 'webhook_endpoints.partner_id::text'))}`;

export const endpointOrder = {
  sorts: { createdAt: { column: 'webhook_endpoints.created_at', type: 'timestamptz' } },
  defaultSort: 'createdAt',
  tie: { column: 'webhook_endpoints.id', type: 'uuid' },
} satisfies Partial<List>;

const state = `CASE WHEN switched_off_at IS NOT NULL THEN 'off' WHEN tries > 0 THEN 'failing' ELSE 'on' END AS state,
    switched_off_at AS "switchedOffAt", switched_off_for AS "switchedOffFor", failing_since AS "failingSince"`;

const owner = 'webhook_endpoints.partner_id AS "partnerId", partners.name AS partner';

const endpoints = `webhook_endpoints
    JOIN webhook_positions ON webhook_positions.company_id = webhook_endpoints.company_id AND endpoint_id = webhook_endpoints.id
    JOIN company_counters ON company_counters.company_id = webhook_endpoints.company_id
    LEFT JOIN partners ON partners.company_id = webhook_endpoints.company_id AND partners.id = webhook_endpoints.partner_id`;

const { partnerId, partner, state: stateColumn, switchedOffAt, switchedOffFor, failingSince, id } = endpointColumns;

/** Columns for operators who are not administrators. */
const stateList: List = {
  ...endpointOrder,
  select: `webhook_endpoints.id, ${owner}, ${state}`,
  columns: { partnerId, partner, state: stateColumn, switchedOffAt, switchedOffFor, failingSince, id } as CsvColumns,
  from: endpoints,
};

export const endpointsFor = (role: Role, company: CompanyId, now: Date): List =>
  mayDo(role, 'administer') ? endpointList(company, now) : stateList;

const endpointList = (company: CompanyId, now: Date): List => ({
  ...endpointOrder,
  select: sql`webhook_endpoints.id, url, types, ${raw(owner)}, webhook_endpoints.created_at AS "createdAt",
    CASE WHEN former_until > ${now} THEN former_until END AS "formerSecretUntil",
    ${raw(state)}, tries, next_try_at AS "nextTryAt", delivered_at AS "deliveredAt",
    webhook_positions.seq::float8 AS position,
    (SELECT count(*)::integer ${waiting(company)} AND events.seq <= webhook_positions.seq + ${maxCounted}) AS behind,
    (event_seq > webhook_positions.seq + ${maxCounted}) AS "behindAtLeast",
    CASE WHEN tries > 0 THEN (SELECT jsonb_build_object('seq', events.seq, 'type', events.type) ${waiting(company)} ORDER BY events.seq LIMIT 1) END AS holding`,
  columns: endpointColumns,
  pageOnly: ['holding', 'behindAtLeast'],
  from: endpoints,
});

export const endpointsWhere = (company: CompanyId, { partner }: { partner?: string }): Sql[] => [
  sql`webhook_endpoints.company_id = ${company}`,
  ...(partner === undefined ? [] : [sql`(partners.name = ${partner} OR partners.id::text = ${partner.toLowerCase()})`]),
];

export const thisEndpoint = (company: CompanyId, id: string): Sql[] => [
  sql`webhook_endpoints.company_id = ${company}`,
  sql`webhook_endpoints.id = ${id}`,
];

/** Sorted by id, which is the order of time. */
export const attemptList: List = {
  select: `webhook_attempts.id, webhook_attempts.seq::float8 AS seq, event_id AS "eventId", type, tried_at AS at, took_ms AS "tookMs",
    CASE WHEN error IS NULL THEN 'delivered' ELSE 'failed' END AS outcome, status, error, answer, coalesce(operators.name, partners.name) AS "askedBy"`,
  columns: attemptColumns,
  pageOnly: ['answer'],
  from: `webhook_attempts LEFT JOIN operators ON operators.id = asked_by
    LEFT JOIN partners ON partners.company_id = webhook_attempts.company_id AND partners.id = asked_by`,
  sorts: { at: { column: 'webhook_attempts.id', type: 'uuid' } },
  defaultSort: '-at',
  tie: { column: 'webhook_attempts.id', type: 'uuid' },
};

export interface AttemptFilter {
  outcome?: 'delivered' | 'failed';
  seq?: string;
  type?: string;
}

export const attemptsWhere = (
  company: CompanyId,
  endpointId: string,
  { outcome, seq, type }: AttemptFilter = {},
): Sql[] => [
  sql`webhook_attempts.company_id = ${company}`,
  sql`endpoint_id = ${endpointId}`,
  ...(outcome === undefined ? [] : [outcome === 'delivered' ? sql`error IS NULL` : sql`error IS NOT NULL`]),
  ...(seq === undefined ? [] : [sql`webhook_attempts.seq = ${seq}`]),
  ...(type === undefined ? [] : [sql`type = ${type}`]),
];

export const thisAttempt = (company: CompanyId, endpointId: string, id: string): Sql[] => [
  ...attemptsWhere(company, endpointId),
  sql`webhook_attempts.id = ${id}`,
];
