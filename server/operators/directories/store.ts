import type { RoleRow } from './rules.ts';
import {
  columnOf,
  countTouched,
  execute,
  rowOf,
  rowsOf,
  touchesRow,
  valueOf,
  type CompanyId,
  type Db,
} from '../../ground/db/pool.ts';

export interface DirectoryRow {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  /** Sealed. */
  secret: string | null;
  scopes: string;
  /** It signs in only operators who can enter no others. Null for all. */
  companies: CompanyId[] | null;
  roles: RoleRow[];
  createdAt: Date;
  disabledAt: Date | null;
}

const columns = `id, name, issuer, client_id AS "clientId", secret, scopes, companies, roles, created_at AS "createdAt",
                 disabled_at AS "disabledAt"`;

export const listDirectories = (db: Db): Promise<DirectoryRow[]> =>
  rowsOf(db, { name: 'list-directories', text: `SELECT ${columns} FROM directories ORDER BY name, id` });

/** Locks the directory until the transaction ends. */
export const lockDirectory = (tx: Db, id: string): Promise<DirectoryRow | undefined> =>
  rowOf(tx, `SELECT ${columns} FROM directories WHERE id = $1 FOR UPDATE`, [id]);

const valuesOf = ({ id, name, issuer, clientId, secret, scopes, companies, roles, disabledAt }: DirectoryRow) => [
  id,
  name,
  issuer,
  clientId,
  secret,
  scopes,
  companies === null ? null : JSON.stringify(companies),
  JSON.stringify(roles),
  disabledAt,
];

/** Does nothing if there is one with this id. */
export const insertDirectory = (db: Db, row: DirectoryRow): Promise<void> =>
  execute(
    db,
    `INSERT INTO directories (id, name, issuer, client_id, secret, scopes, companies, roles, disabled_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
    [...valuesOf(row), row.createdAt],
  );

export const updateDirectory = (tx: Db, row: DirectoryRow): Promise<void> =>
  execute(
    tx,
    `UPDATE directories SET name = $2, issuer = $3, client_id = $4, secret = $5, scopes = $6, companies = $7, roles = $8,
            disabled_at = $9 WHERE id = $1`,
    valuesOf(row),
  );

/** Replaces a sealed secret, unless it has changed. */
export const replaceSecret = (db: Db, id: string, before: string, secret: string): Promise<void> =>
  execute(db, 'UPDATE directories SET secret = $3 WHERE id = $1 AND secret = $2', [id, before, secret]);

/** A person, as the directory names them. */
export interface Identity {
  directoryId: string;
  issuer: string;
  subject: string;
}

export const findIdentity = (db: Db, { directoryId, issuer, subject }: Identity): Promise<string | undefined> =>
  valueOf(db, 'SELECT operator_id FROM operator_identities WHERE directory_id = $1 AND issuer = $2 AND subject = $3', [
    directoryId,
    issuer,
    subject,
  ]);

/**
 * The operator of this person in whatever directory of the issuer: one person has one account. Until the transaction
 * ends, others that ask about the person wait.
 */
export async function findPerson(tx: Db, { issuer, subject }: Identity): Promise<string | undefined> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [JSON.stringify([issuer, subject])]);
  return valueOf(tx, 'SELECT operator_id FROM operator_identities WHERE issuer = $1 AND subject = $2 LIMIT 1', [
    issuer,
    subject,
  ]);
}

/** False if the person or the operator is linked already. A link with an earlier issuer of the directory gives way. */
export async function insertIdentity(
  tx: Db,
  { directoryId, issuer, subject }: Identity,
  operatorId: string,
  now: Date,
): Promise<boolean> {
  await tx.query('DELETE FROM operator_identities WHERE directory_id = $1 AND operator_id = $2 AND issuer <> $3', [
    directoryId,
    operatorId,
    issuer,
  ]);
  return touchesRow(
    tx,
    `INSERT INTO operator_identities (directory_id, issuer, subject, operator_id, linked_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [directoryId, issuer, subject, operatorId, now],
  );
}

export const deleteIdentity = (tx: Db, directoryId: string, operatorId: string): Promise<boolean> =>
  touchesRow(tx, 'DELETE FROM operator_identities WHERE directory_id = $1 AND operator_id = $2', [
    directoryId,
    operatorId,
  ]);

export const identitiesOf = (db: Db, operatorId: string): Promise<{ directoryId: string; linkedAt: Date }[]> =>
  rowsOf(
    db,
    'SELECT directory_id AS "directoryId", linked_at AS "linkedAt" FROM operator_identities WHERE operator_id = $1 ORDER BY linked_at, directory_id',
    [operatorId],
  );

/** Also an operator who is disabled or has never signed in. */
export const findOperatorByEmail = (db: Db, email: string): Promise<string | undefined> =>
  valueOf(db, 'SELECT id FROM operators WHERE email = $1', [email]);

export interface Access {
  hasPassword: boolean;
  rolesFrom: string | null;
}

export const readAccess = (db: Db, operatorId: string): Promise<Access | undefined> =>
  rowOf(
    db,
    'SELECT password_hash IS NOT NULL AS "hasPassword", roles_from AS "rolesFrom" FROM operators WHERE id = $1',
    [operatorId],
  );

export const setRolesFrom = (tx: Db, operatorId: string, directoryId: string | null): Promise<void> =>
  execute(tx, 'UPDATE operators SET roles_from = $2 WHERE id = $1', [operatorId, directoryId]);

/** It asks first: on a cluster an UPDATE of operators goes to every node, even if it changes no row. */
export async function noteJoined(tx: Db, operatorId: string, now: Date): Promise<void> {
  if (await touchesRow(tx, 'SELECT FROM operators WHERE id = $1 AND joined_at IS NULL', [operatorId]))
    await execute(tx, 'UPDATE operators SET joined_at = $2 WHERE id = $1 AND joined_at IS NULL', [operatorId, now]);
}

export const noteProof = (tx: Db, session: Buffer, provedAt: Date): Promise<void> =>
  execute(tx, 'UPDATE operator_sessions SET proved_at = $2 WHERE hash = $1', [session, provedAt]);

/** Sessions that the directory began, except one. */
export const endSessionsOf = (tx: Db, directoryId: string, operatorId: string, except: Buffer | null): Promise<void> =>
  execute(
    tx,
    'DELETE FROM operator_sessions WHERE directory_id = $1 AND operator_id = $2 AND hash IS DISTINCT FROM $3',
    [directoryId, operatorId, except],
  );

export const endAllSessionsOf = (tx: Db, directoryId: string): Promise<number> =>
  countTouched(tx, 'DELETE FROM operator_sessions WHERE directory_id = $1', [directoryId]);

/** Ends sessions by the directory's names for them; returns whose they were. */
export const endSessionsBy = (
  tx: Db,
  directoryId: string,
  { subject, session }: { subject: string | null; session: string | null },
): Promise<string[]> =>
  columnOf(
    tx,
    `DELETE FROM operator_sessions
     WHERE directory_id = $1 AND ($2::text IS NULL OR directory_subject = $2) AND ($3::text IS NULL OR directory_session = $3)
     RETURNING operator_id`,
    [directoryId, subject, session],
  );
