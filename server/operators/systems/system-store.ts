import { systemColumns } from '../columns.ts';
import { type CompanyId, type Db, rowOf, execute } from '../../ground/db/pool.ts';
import type { List } from '../../ground/db/paging.ts';
import { sql, type Sql } from '../../ground/db/sql.ts';

const maxTokens = 50;

const tokens = `
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', id, 'name', name, 'createdAt', created_at, 'expiresAt', expires_at,
                                                'revokedAt', revoked_at, 'lastUsedAt', last_used_at) ORDER BY created_at DESC, id DESC)
            FROM (SELECT * FROM operator_tokens WHERE operator_id = operators.id ORDER BY created_at DESC, id DESC LIMIT ${maxTokens}) AS latest), '[]')`;

/** A system is a row in `operators`, and belongs to exactly one company. */
export const systemList: List = {
  select: `operators.id, name, created_at AS "createdAt", disabled_at AS "disabledAt",
    (SELECT max(last_used_at) FROM operator_tokens WHERE operator_id = operators.id) AS "lastUsedAt", ${tokens} AS tokens`,
  pageOnly: ['tokens'],
  columns: systemColumns,
  from: 'operator_companies JOIN operators ON operators.id = operator_id',
  sorts: { name: { column: 'name', type: 'text' }, createdAt: { column: 'created_at', type: 'timestamptz' } },
  defaultSort: 'name',
  tie: { column: 'operators.id', type: 'uuid' },
};

/**
 * The company is not the first parameter: on Citus the statement would be sent to its worker, but operators' tokens are
 * on the coordinator.
 */
export const systemsWhere = (company: CompanyId): Sql[] => [sql`role = ${'system'} AND company_id = ${company}`];

export async function insertSystem(tx: Db, company: CompanyId, { id, name }: { id: string; name: string }, now: Date) {
  await tx.query(
    'INSERT INTO operators (id, email, name, administrator, system, created_at) VALUES ($1, NULL, $2, false, true, $3)',
    [id, name, now],
  );
  await tx.query(`INSERT INTO operator_companies (company_id, operator_id, role) VALUES ($1, $2, 'system')`, [
    company,
    id,
  ]);
}

export interface System {
  name: string;
  disabled: boolean;
}

export const lockSystem = (tx: Db, company: CompanyId, id: string): Promise<System | undefined> =>
  rowOf(
    tx,
    `SELECT name, disabled_at IS NOT NULL AS disabled FROM operators
     WHERE id = $2 AND system AND EXISTS (SELECT FROM operator_companies WHERE company_id = $1 AND operator_id = $2)
     FOR NO KEY UPDATE OF operators`,
    [company, id],
  );

export const disableSystem = (tx: Db, id: string, now: Date): Promise<void> =>
  execute(tx, 'UPDATE operators SET disabled_at = $2 WHERE id = $1', [id, now]);
