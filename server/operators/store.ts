import type { CompanyId, Db } from '../db/pool.ts';
import type { Operator } from '../http/operator-auth.ts';
import type { Role } from '../http/permissions.ts';

const operatorColumns = `
  operators.id, operators.email, operators.name, administrator,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', company_id, 'role', role) ORDER BY company_id)
            FROM operator_companies WHERE operator_id = operators.id), '[]') AS companies`;

export async function findBySession(db: Db, hash: Buffer, now: Date): Promise<Operator | undefined> {
  const { rows } = await db.query<Operator>({
    name: 'find-operator-by-session',
    text: `SELECT ${operatorColumns} FROM operator_sessions JOIN operators ON operators.id = operator_id
           WHERE hash = $1 AND expires_at > $2 AND disabled_at IS NULL`,
    values: [hash, now],
  });
  return rows[0];
}

export async function findByToken(db: Db, hash: Buffer, now: Date): Promise<Operator | undefined> {
  const { rows } = await db.query<Operator>({
    name: 'find-operator-by-token',
    text: `SELECT ${operatorColumns} FROM operator_tokens JOIN operators ON operators.id = operator_id
           WHERE hash = $1 AND (expires_at IS NULL OR expires_at > $2) AND revoked_at IS NULL AND disabled_at IS NULL`,
    values: [hash, now],
  });
  return rows[0];
}

export interface Credentials {
  id: string;
  email: string;
  passwordHash: string | null;
}

export async function findCredentials(db: Db, email: string): Promise<Credentials | undefined> {
  const { rows } = await db.query<Credentials>(
    'SELECT id, email, password_hash AS "passwordHash" FROM operators WHERE email = $1 AND disabled_at IS NULL',
    [email],
  );
  return rows[0];
}

export async function setPassword(tx: Db, operatorId: string, passwordHash: string): Promise<void> {
  await tx.query('UPDATE operators SET password_hash = $2 WHERE id = $1', [operatorId, passwordHash]);
}

export async function insertSession(db: Db, session: { hash: Buffer; operatorId: string; createdAt: Date; expiresAt: Date }): Promise<void> {
  await db.query('INSERT INTO operator_sessions (hash, operator_id, created_at, expires_at) VALUES ($1, $2, $3, $4)', [
    session.hash,
    session.operatorId,
    session.createdAt,
    session.expiresAt,
  ]);
}

export async function deleteSession(db: Db, hash: Buffer): Promise<void> {
  await db.query('DELETE FROM operator_sessions WHERE hash = $1', [hash]);
}

/** All sessions of an operator but one. */
export async function deleteSessions(db: Db, operatorId: string, except: Buffer | undefined): Promise<void> {
  await db.query('DELETE FROM operator_sessions WHERE operator_id = $1 AND hash IS DISTINCT FROM $2', [operatorId, except]);
}

/** Of anybody: sessions that nobody ended would pile up. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.query('DELETE FROM operator_sessions WHERE expires_at < $1', [now]);
}

export interface Try {
  email: string;
  address: string;
}

export async function insertTry(db: Db, { email, address, id }: Try & { id: string }, now: Date): Promise<void> {
  await db.query('INSERT INTO sign_in_tries (email, address, id, tried_at) VALUES ($1, $2, $3, $4)', [email, address, id, now]);
}

export async function countTries(db: Db, { email, address }: Try, since: Date): Promise<{ byEmail: number; byAddress: number }> {
  const { rows } = await db.query<{ byEmail: number; byAddress: number }>(
    `SELECT (SELECT count(*)::integer FROM sign_in_tries WHERE email = $1 AND tried_at > $3) AS "byEmail",
            (SELECT count(*)::integer FROM sign_in_tries WHERE address = $2 AND tried_at > $3) AS "byAddress"`,
    [email, address, since],
  );
  return rows[0] as { byEmail: number; byAddress: number };
}

export async function deleteTry(db: Db, email: string, id: string): Promise<void> {
  await db.query('DELETE FROM sign_in_tries WHERE email = $1 AND id = $2', [email, id]);
}

/** Those of an e-mail address, and those of anybody that are too old to count. */
export async function forgetTries(db: Db, email: string, before: Date): Promise<void> {
  await db.query('DELETE FROM sign_in_tries WHERE email = $1 OR tried_at < $2', [email, before]);
}

export interface NewOperator {
  id: string;
  email: string;
  name: string;
  administrator: boolean;
}

/** False where the e-mail address is taken. */
export async function insertOperator(tx: Db, { id, email, name, administrator }: NewOperator, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO operators (id, email, name, administrator, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
    [id, email, name, administrator, now],
  );
  return rowCount === 1;
}

/** What an operator is admitted to becomes what is given. */
export async function setCompanies(tx: Db, operatorId: string, companies: { id: CompanyId; role: Role }[]): Promise<void> {
  await tx.query('DELETE FROM operator_companies WHERE operator_id = $1', [operatorId]);
  await tx.query(
    `INSERT INTO operator_companies (company_id, operator_id, role)
     SELECT company_id, $1, role FROM unnest($2::uuid[], $3::text[]) AS input (company_id, role)`,
    [operatorId, companies.map(({ id }) => id), companies.map(({ role }) => role)],
  );
}

export async function insertInvitation(tx: Db, invitation: { hash: Buffer; operatorId: string | undefined; createdAt: Date; expiresAt: Date }): Promise<void> {
  await tx.query('INSERT INTO invitations (hash, operator_id, created_at, expires_at) VALUES ($1, $2, $3, $4)', [
    invitation.hash,
    invitation.operatorId,
    invitation.createdAt,
    invitation.expiresAt,
  ]);
}

export interface FoundInvitation {
  /** Null for the very first administrator. */
  operatorId: string | null;
  email: string | null;
}

/** An invitation that is still good. */
export async function findInvitation(db: Db, hash: Buffer, now: Date): Promise<FoundInvitation | undefined> {
  const { rows } = await db.query<FoundInvitation>(
    `SELECT operator_id AS "operatorId", email FROM invitations LEFT JOIN operators ON operators.id = operator_id
     WHERE hash = $1 AND used_at IS NULL AND expires_at > $2`,
    [hash, now],
  );
  return rows[0];
}

/** Of several who would all be the first administrator, the second waits here for what becomes of the first. */
export async function lockFirstInvitations(tx: Db): Promise<void> {
  await tx.query('SELECT FROM invitations WHERE operator_id IS NULL ORDER BY hash FOR UPDATE');
}

/** Uses an invitation up; false where it is not good any more. */
export async function useInvitation(tx: Db, hash: Buffer, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query('UPDATE invitations SET used_at = $2 WHERE hash = $1 AND used_at IS NULL AND expires_at > $2', [hash, now]);
  return rowCount === 1;
}

export async function anyOperator(db: Db): Promise<boolean> {
  return (await db.query('SELECT FROM operators WHERE password_hash IS NOT NULL LIMIT 1')).rowCount === 1;
}

/** The companies that an operator may enter, by name. */
export async function companiesOf(db: Db, { id, administrator }: Operator): Promise<{ id: CompanyId; name: string; role: Role }[]> {
  const { rows } = await db.query<{ id: CompanyId; name: string; role: Role }>(
    administrator
      ? `SELECT id, name, 'administrator' AS role FROM companies WHERE $1::uuid IS NOT NULL ORDER BY name`
      : `SELECT companies.id, name, role FROM operator_companies JOIN companies ON companies.id = company_id WHERE operator_id = $1 ORDER BY name`,
    [id],
  );
  return rows;
}
