import type { CompanyId } from '../ground/db/pool.ts';
import { sql, type Sql } from '../ground/db/sql.ts';
import { onDays, type Days } from '../ground/db/days.ts';
import type { List } from '../ground/db/paging.ts';
import { timeText } from './chain.ts';
import { auditColumns } from './columns.ts';
import { isUuid } from '../ground/db/ids.ts';

export const auditList: List = {
  select: `id, created_at AS at, operator_name AS operator, action, subject_type AS "subjectType", subject_id AS "subjectId", data, seq::float8 AS seq`,
  from: 'audit_log',
  columns: auditColumns,
  sorts: { at: { column: 'created_at', type: 'timestamptz' }, seq: { column: 'seq', type: 'bigint' } },
  defaultSort: '-at',
  tie: { column: 'id', type: 'uuid' },
};

/** A line has all hashed fields, in the texts that are hashed, in the order of the chain. */
export const auditLines: List = {
  ...auditList,
  select: `json_build_object(
    'seq', seq, 'companyId', company_id, 'id', id, 'at', ${timeText('created_at')}, 'operatorId', operator_id, 'operator', operator_name,
    'action', action, 'subjectType', subject_type, 'subjectId', subject_id, 'data', data,
    'previous', encode(previous, 'hex'), 'hash', encode(hash, 'hex'))::text AS line`,
  defaultSort: 'seq',
};

export interface AuditFilter extends Days {
  operator?: string | undefined;
  action?: string | undefined;
}

export const auditWhere = (company: CompanyId, { operator, action, ...days }: AuditFilter): Sql[] => [
  sql`company_id = ${company}`,
  ...(operator === undefined
    ? []
    : [isUuid(operator) ? sql`operator_id = ${operator}` : sql`operator_name = ${operator}`]),
  ...(action === undefined ? [] : [sql`action = ${action}`]),
  ...onDays('created_at', days),
];
