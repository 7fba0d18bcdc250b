import { validate as isUuid } from 'uuid';
import type { CompanyId } from '../db/pool.ts';
import { sql, type Sql } from '../db/sql.ts';
import { onDays, type Days } from '../http/days.ts';
import type { List } from '../http/lists.ts';

export const auditList: List = {
  select: `id, created_at AS at, operator_name AS operator, action, subject_type AS "subjectType", subject_id AS "subjectId", data`,
  from: 'audit_log',
  sorts: { at: { column: 'created_at', type: 'timestamptz' } },
  defaultSort: '-at',
  tie: { column: 'id', type: 'uuid' },
};

export interface AuditFilter extends Days {
  operator?: string | undefined;
  action?: string | undefined;
}

export const auditWhere = (company: CompanyId, { operator, action, ...days }: AuditFilter): Sql[] => [
  sql`company_id = ${company}`,
  ...(operator === undefined ? [] : [isUuid(operator) ? sql`operator_id = ${operator}` : sql`operator_name = ${operator}`]),
  ...(action === undefined ? [] : [sql`action = ${action}`]),
  ...onDays('created_at', days),
];
