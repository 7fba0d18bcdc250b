import type { Operator, Role } from '../../common/permissions.ts';
import { type CompanyId, type Db, rowOf, rowsOf, touchesRow, valueOf, execute } from '../ground/db/pool.ts';
import { demandsOfCompany } from '../companies/store.ts';
import type { SessionProof, SignedInOperator } from '../people/demands.ts';
import { companiesOfOperators } from '../people/store.ts';
import type { Preferences } from './preferences.ts';

export const operatorColumns = `
  operators.id, coalesce(operators.email, '') AS email, operators.name, administrator,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', companies.id, 'role', role, 'demands', ${demandsOfCompany}) ORDER BY companies.id)
            FROM ${companiesOfOperators} WHERE operator_id = operators.id), '[]') AS companies`;

const useIntervalMs = 60_000;

type OperatorUse = SignedInOperator & { lastUsedAt: Date | null };

/** A session that was last used before `idleSince` has ended. `isUse` is false for background refreshes. */
export async function findBySession(
  db: Db,
  hash: Buffer,
  { now, idleSince, isUse }: { now: Date; idleSince: Date; isUse: boolean },
): Promise<SignedInOperator | undefined> {
  const found = await rowOf<OperatorUse & SessionProof>(db, {
    name: 'find-operator-by-session',
    text: `SELECT ${operatorColumns}, last_seen_at AS "lastUsedAt", way,
             operator_sessions.proved_at AS "provedAt",
             coalesce(proof_spent_at >= operator_sessions.proved_at, false) AS "isSpent",
             EXISTS (SELECT FROM operator_factors WHERE operator_factors.operator_id = operators.id) AS "hasFactor"
           FROM operator_sessions JOIN operators ON operators.id = operator_id
           WHERE hash = $1 AND expires_at > $2 AND coalesce(last_seen_at, operator_sessions.created_at) > $3 AND disabled_at IS NULL`,
    values: [hash, now, idleSince],
  });
  if (found !== undefined && isUse)
    noteUse(
      db,
      'UPDATE operator_sessions SET last_seen_at = $2 WHERE hash = $1 AND (last_seen_at IS NULL OR last_seen_at <= $3)',
      hash,
      found,
      now,
    );
  if (found === undefined) return undefined;
  const { way, provedAt, isSpent, hasFactor, ...operator } = withoutUse(found);
  return { ...operator, session: { way, provedAt, isSpent, hasFactor } };
}

export async function findByToken(db: Db, hash: Buffer, now: Date): Promise<SignedInOperator | undefined> {
  const found = await rowOf<OperatorUse>(db, {
    name: 'find-operator-by-token',
    text: `SELECT ${operatorColumns}, last_used_at AS "lastUsedAt" FROM operator_tokens JOIN operators ON operators.id = operator_id
           WHERE hash = $1 AND (expires_at IS NULL OR expires_at > $2) AND revoked_at IS NULL AND disabled_at IS NULL`,
    values: [hash, now],
  });
  if (found !== undefined)
    noteUse(
      db,
      'UPDATE operator_tokens SET last_used_at = $2 WHERE hash = $1 AND (last_used_at IS NULL OR last_used_at <= $3)',
      hash,
      found,
      now,
    );
  return found && withoutUse(found);
}

export interface CredentialsInUse {
  sessions: Buffer[];
  tokens: Buffer[];
  companies: CompanyId[];
}

/** Returns the operators of valid credentials, keyed by hash in hex, with their roles in these companies. */
export async function findByCredentials(
  db: Db,
  { sessions, tokens, companies }: CredentialsInUse,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<Map<string, Operator>> {
  const { rows } = await db.query<Operator & { hash: string }>({
    name: 'find-operators-by-credentials',
    text: `WITH valid AS (
             SELECT hash, operator_id FROM operator_sessions
             WHERE hash = ANY ($1::bytea[]) AND expires_at > $4 AND coalesce(last_seen_at, created_at) > $5
             UNION ALL
             SELECT hash, operator_id FROM operator_tokens
             WHERE hash = ANY ($2::bytea[]) AND (expires_at IS NULL OR expires_at > $4) AND revoked_at IS NULL
           )
           SELECT encode(hash, 'hex') AS hash, operators.id, coalesce(email, '') AS email, name, administrator,
             coalesce((SELECT jsonb_agg(jsonb_build_object('id', companies.id, 'role', role)) FROM ${companiesOfOperators}
                       WHERE companies.id = ANY ($3::uuid[]) AND operator_id = operators.id), '[]') AS companies
           FROM valid JOIN operators ON operators.id = operator_id
           WHERE disabled_at IS NULL`,
    values: [sessions, tokens, companies, now, idleSince],
  });
  return new Map(rows.map(({ hash, ...operator }) => [hash, operator]));
}

const withoutUse = <Found extends OperatorUse>({ lastUsedAt: _lastUsedAt, ...operator }: Found) => operator;

/** Runs in the background. If it fails, the next request tries again. */
function noteUse(db: Db, update: string, hash: Buffer, { lastUsedAt }: OperatorUse, now: Date): void {
  const before = new Date(now.getTime() - useIntervalMs);
  if (lastUsedAt === null || lastUsedAt <= before) db.query(update, [hash, now, before]).catch(() => undefined);
}

export interface Credentials {
  id: string;
  email: string;
  name: string;
  passwordHash: string | null;
}

export const findCredentials = (db: Db, email: string): Promise<Credentials | undefined> =>
  rowOf(
    db,
    'SELECT id, email, name, password_hash AS "passwordHash" FROM operators WHERE email = $1 AND disabled_at IS NULL',
    [email],
  );

/**
 * True if the password is unchanged and the operator enabled. Until the transaction ends, a change of password or
 * disabling waits; it then ends the new session.
 */
export const holdPassword = async (tx: Db, operatorId: string, passwordHash: string): Promise<boolean> =>
  (
    await tx.query('SELECT FROM operators WHERE id = $1 AND password_hash = $2 AND disabled_at IS NULL FOR SHARE', [
      operatorId,
      passwordHash,
    ])
  ).rowCount === 1;

/** Blocks transactions that end this operator's access until this one ends. */
export const holdOperator = (tx: Db, operatorId: string): Promise<void> =>
  execute(tx, 'SELECT FROM operators WHERE id = $1 FOR SHARE', [operatorId]);

export interface OperatorIdentity {
  id: string;
  email: string;
  name: string;
}

/** As `holdOperator`; undefined if the operator is disabled. */
export const holdEnabled = (tx: Db, operatorId: string): Promise<OperatorIdentity | undefined> =>
  rowOf(
    tx,
    `SELECT id, coalesce(email, '') AS email, name FROM operators WHERE id = $1 AND disabled_at IS NULL FOR SHARE`,
    [operatorId],
  );

/** Call it after `holdOperator` or `lockOperator`: then the result is valid until the transaction ends. */
export const hasSession = (tx: Db, operatorId: string, hash: Buffer): Promise<boolean> =>
  touchesRow(tx, 'SELECT FROM operator_sessions WHERE hash = $1 AND operator_id = $2', [hash, operatorId]);

/** Blocks transactions that give this operator access until this one ends. False if the operator is disabled. */
export async function lockOperator(tx: Db, operatorId: string): Promise<boolean> {
  const disabled = await valueOf<boolean>(
    tx,
    'SELECT disabled_at IS NOT NULL AS disabled FROM operators WHERE id = $1 FOR NO KEY UPDATE',
    [operatorId],
  );
  return disabled === false;
}

export const setPassword = (tx: Db, operatorId: string, passwordHash: string, now: Date): Promise<void> =>
  execute(tx, 'UPDATE operators SET password_hash = $2, joined_at = coalesce(joined_at, $3) WHERE id = $1', [
    operatorId,
    passwordHash,
    now,
  ]);

export const ways = ['password', 'passkey', 'directory'] as const;

/** How a session began. */
export interface SessionStart {
  way: (typeof ways)[number];
  /** When the operator last proved who they are by more than a password. */
  provedAt: Date | null;
  /** The directory that began it, with its names for the person and the session. */
  directory?: { id: string; subject: string; session: string | null };
}

export const insertSession = (
  db: Db,
  session: { hash: Buffer; operatorId: string; createdAt: Date; expiresAt: Date } & SessionStart,
): Promise<void> =>
  execute(
    db,
    `INSERT INTO operator_sessions (hash, operator_id, created_at, last_seen_at, expires_at, way, proved_at,
                                    directory_id, directory_subject, directory_session)
     VALUES ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9)`,
    [
      session.hash,
      session.operatorId,
      session.createdAt,
      session.expiresAt,
      session.way,
      session.provedAt,
      session.directory?.id ?? null,
      session.directory?.subject ?? null,
      session.directory?.session ?? null,
    ],
  );

/** False if the session has ended. */
export const proveSession = (tx: Db, operatorId: string, hash: Buffer, now: Date): Promise<boolean> =>
  touchesRow(tx, 'UPDATE operator_sessions SET proved_at = $3 WHERE hash = $2 AND operator_id = $1', [
    operatorId,
    hash,
    now,
  ]);

/** False if the proof was spent in the meantime: each serves one action. */
export const spendProof = (db: Db, hash: Buffer, now: Date): Promise<boolean> =>
  touchesRow(
    db,
    `UPDATE operator_sessions SET proof_spent_at = $2
     WHERE hash = $1 AND proved_at IS NOT NULL AND (proof_spent_at IS NULL OR proof_spent_at < proved_at)`,
    [hash, now],
  );

export const deleteSession = (db: Db, hash: Buffer): Promise<boolean> =>
  touchesRow(db, 'DELETE FROM operator_sessions WHERE hash = $1', [hash]);

export const deleteSessions = (db: Db, operatorId: string, except: Buffer | undefined): Promise<void> =>
  execute(db, 'DELETE FROM operator_sessions WHERE operator_id = $1 AND hash IS DISTINCT FROM $2', [
    operatorId,
    except,
  ]);

export const deleteExpiredSessions = (db: Db, now: Date, idleSince: Date): Promise<void> =>
  execute(db, 'DELETE FROM operator_sessions WHERE expires_at <= $1 OR coalesce(last_seen_at, created_at) <= $2', [
    now,
    idleSince,
  ]);

export interface NewOperator {
  id: string;
  email: string;
  name: string;
  administrator: boolean;
}

/** False if the e-mail address is taken. */
export const insertOperator = (tx: Db, { id, email, name, administrator }: NewOperator, now: Date): Promise<boolean> =>
  touchesRow(
    tx,
    'INSERT INTO operators (id, email, name, administrator, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
    [id, email, name, administrator, now],
  );

export async function setCompanies(
  tx: Db,
  operatorId: string,
  companies: { id: CompanyId; role: Role; approvalLimit?: string | null | undefined }[],
): Promise<void> {
  await tx.query('DELETE FROM operator_companies WHERE operator_id = $1', [operatorId]);
  await tx.query(
    `INSERT INTO operator_companies (company_id, operator_id, role, approval_limit)
     SELECT company_id, $1, role, approval_limit FROM unnest($2::uuid[], $3::text[], $4::numeric[]) AS input (company_id, role, approval_limit)`,
    [
      operatorId,
      companies.map(({ id }) => id),
      companies.map(({ role }) => role),
      companies.map(({ approvalLimit }) => approvalLimit ?? null),
    ],
  );
}

export const anyOperator = (db: Db): Promise<boolean> =>
  touchesRow(db, 'SELECT FROM operators WHERE joined_at IS NOT NULL LIMIT 1');

export interface EnteredCompany {
  id: CompanyId;
  name: string;
  role: Role;
  /** By an IANA name. */
  timeZone: string;
  /** Names; null for a real company. */
  sandboxOf: { company: string; partner: string } | null;
}

export const companiesOf = (db: Db, { id, administrator }: Operator): Promise<EnteredCompany[]> =>
  rowsOf(
    db,
    `SELECT companies.id, companies.name, companies.time_zone AS "timeZone", ${administrator ? `'administrator' AS role` : 'role'},
            CASE WHEN sandbox_of IS NOT NULL THEN jsonb_build_object(
              'company', (SELECT real.name FROM companies AS real WHERE real.id = companies.sandbox_of),
              'partner', (SELECT partners.name FROM partners
                          WHERE partners.company_id = companies.sandbox_of AND partners.id = companies.sandbox_partner_id)) END AS "sandboxOf"
     FROM ${administrator ? 'companies' : companiesOfOperators}
     WHERE ${administrator ? '$1::uuid IS NOT NULL' : 'operator_id = $1'} ORDER BY sandbox_of IS NOT NULL, companies.name`,
    [id],
  );

export async function readPreferences(db: Db, operatorId: string): Promise<Preferences> {
  const preferences = await valueOf<Preferences>(db, {
    name: 'read-preferences',
    text: 'SELECT preferences FROM operators WHERE id = $1',
    values: [operatorId],
  });
  return preferences ?? {};
}

/** Locks the operator until the transaction ends, so that changes from other windows wait. */
export async function lockPreferences(tx: Db, operatorId: string): Promise<Preferences> {
  const preferences = await valueOf<Preferences>(
    tx,
    'SELECT preferences FROM operators WHERE id = $1 FOR NO KEY UPDATE',
    [operatorId],
  );
  return preferences ?? {};
}

export const writePreferences = (tx: Db, operatorId: string, preferences: Preferences): Promise<void> =>
  execute(tx, 'UPDATE operators SET preferences = $2 WHERE id = $1', [operatorId, JSON.stringify(preferences)]);
