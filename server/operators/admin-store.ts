import { seenFrom, type OperatorRecord } from './admin-rules.ts';
import { operatorColumns, operatorTokenColumns } from './columns.ts';
import { type Db, columnOf, countTouched, execute, rowOf, rowsOf, touchesRow } from '../ground/db/pool.ts';
import { raw, sql, type Sql } from '../ground/db/sql.ts';
import type { List } from '../ground/db/paging.ts';
import type { Reach } from '../../common/permissions.ts';

const fields = `
  operators.id, email, name, administrator,
  coalesce((SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
             'id', companies.id, 'name', companies.name, 'role', role, 'approvalLimit', approval_limit::text)) ORDER BY companies.name)
            FROM operator_companies JOIN companies ON companies.id = company_id WHERE operator_id = operators.id), '[]') AS companies,
  created_at AS "createdAt", disabled_at AS "disabledAt", joined_at IS NULL AS invited,
  (SELECT jsonb_build_object('id', directories.id, 'name', directories.name)
   FROM directories WHERE directories.id = roles_from) AS "rolesFrom"`;

export const operatorOrder = {
  sorts: {
    name: { column: 'name', type: 'text' },
    email: { column: 'email', type: 'text' },
    createdAt: { column: 'created_at', type: 'timestamptz' },
  },
  defaultSort: 'name',
  tie: { column: 'operators.id', type: 'uuid' },
} satisfies Partial<List>;

export const operatorList = (reach: Reach): List => ({
  ...operatorOrder,
  select: fields,
  present: (row) => ({ ...seenFrom(reach, row as unknown as OperatorRecord) }),
  columns: operatorColumns,
  from: 'operators',
});

/** Systems have their own list. */
export const operatorsWhere = (reach: Reach): Sql[] => [
  raw('NOT system'),
  ...(reach === 'everything'
    ? []
    : [
        sql`EXISTS (SELECT FROM operator_companies WHERE operator_id = operators.id AND company_id = ANY (${reach}::uuid[]))`,
      ]),
];

export const readOperator = (db: Db, id: string): Promise<OperatorRecord | undefined> =>
  rowOf(db, `SELECT ${fields} FROM operators WHERE id = $1 AND NOT system`, [id]);

/** Nobody may sign in as somebody whose data was erased. */
export const isErased = (db: Db, id: string): Promise<boolean> =>
  touchesRow(db, 'SELECT FROM operators WHERE id = $1 AND erased_at IS NOT NULL', [id]);

export const listOperators = (db: Db): Promise<OperatorRecord[]> =>
  rowsOf(db, `SELECT ${fields} FROM operators WHERE NOT system ORDER BY email`);

/**
 * Locks an operator and every administrator, in one order, so that two transactions cannot remove the last two
 * administrators at once. Returns the ids of those who can act as administrator.
 */
export async function lockAdministrators(tx: Db, operatorId: string): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string; acts: boolean }>(
    `SELECT id, administrator AND disabled_at IS NULL AND joined_at IS NOT NULL AS acts
     FROM operators WHERE administrator OR id = $1 ORDER BY id FOR NO KEY UPDATE`,
    [operatorId],
  );
  return new Set(rows.filter(({ acts }) => acts).map(({ id }) => id));
}

export const updateOperator = (
  tx: Db,
  { id, name, administrator, disabledAt }: Pick<OperatorRecord, 'id' | 'name' | 'administrator' | 'disabledAt'>,
): Promise<void> =>
  execute(tx, 'UPDATE operators SET name = $2, administrator = $3, disabled_at = $4 WHERE id = $1', [
    id,
    name,
    administrator,
    disabledAt,
  ]);

export const voidInvitations = (tx: Db, operatorId: string, now: Date): Promise<void> =>
  execute(tx, 'UPDATE invitations SET used_at = $2 WHERE operator_id = $1 AND used_at IS NULL', [operatorId, now]);

/** Companies are never deleted, so no lock is needed. */
export const unknownCompanies = (db: Db, ids: string[]): Promise<string[]> =>
  columnOf(
    db,
    'SELECT id FROM unnest($1::uuid[]) AS given (id) WHERE NOT EXISTS (SELECT FROM companies WHERE companies.id = given.id)',
    [ids],
  );

export const operatorTokenList: List = {
  select:
    'id, name, created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"',
  columns: operatorTokenColumns,
  from: 'operator_tokens',
  sorts: { createdAt: { column: 'created_at', type: 'timestamptz' }, name: { column: 'name', type: 'text' } },
  defaultSort: '-createdAt',
  tie: { column: 'id', type: 'uuid' },
};

export const operatorTokensWhere = (operatorId: string): Sql[] => [sql`operator_id = ${operatorId}`];

export interface NewOperatorToken {
  hash: Buffer;
  id: string;
  operatorId: string;
  name: string;
  createdAt: Date;
  expiresAt: Date | undefined;
}

export const insertOperatorToken = (tx: Db, token: NewOperatorToken): Promise<void> =>
  execute(
    tx,
    'INSERT INTO operator_tokens (hash, id, operator_id, name, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [token.hash, token.id, token.operatorId, token.name, token.createdAt, token.expiresAt],
  );

export interface RevokedOperatorToken {
  name: string;
  /** False if it was already revoked. */
  now: boolean;
}

export async function revokeOperatorToken(
  tx: Db,
  operatorId: string,
  id: string,
  now: Date,
): Promise<RevokedOperatorToken | undefined> {
  const revoked = await tx.query<{ name: string }>(
    'UPDATE operator_tokens SET revoked_at = $3 WHERE operator_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING name',
    [operatorId, id, now],
  );
  if (revoked.rows[0] !== undefined) return { ...revoked.rows[0], now: true };
  const known = await tx.query<{ name: string }>(
    'SELECT name FROM operator_tokens WHERE operator_id = $1 AND id = $2',
    [operatorId, id],
  );
  return known.rows[0] && { ...known.rows[0], now: false };
}

export const revokeTokensOf = (tx: Db, operatorId: string, now: Date): Promise<number> =>
  countTouched(
    tx,
    'UPDATE operator_tokens SET revoked_at = $2 WHERE operator_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)',
    [operatorId, now],
  );
