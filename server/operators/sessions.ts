import { revokeTokensOf } from './admin-store.ts';
import type { Operator } from './permissions.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessions,
  findByCredentials,
  findBySession,
  insertSession,
  type CredentialsInUse,
} from './store.ts';
import type { Db, Pool } from '../ground/db/pool.ts';
import { hashToken, newKey } from '../ground/secrets/tokens.ts';

/** How long a session lasts in any case, used or not. */
export const sessionSeconds = 7 * 24 * 3600;

/** How long a session lasts that nobody uses. */
const idleSeconds = 12 * 3600;

/** Sessions that were last used before this have ended. */
const idleSince = (now: Date) => new Date(now.getTime() - idleSeconds * 1000);

/**
 * A new session for an operator who has proved who they are, by whatever means. It never takes over a key that the
 * browser brought along, and the session that the browser had before ends.
 */
export async function beginSession(db: Db, operatorId: string, before: string | undefined, now: Date): Promise<string> {
  const session = newKey();
  if (before !== undefined) await deleteSession(db, hashToken(before));
  await endExpired(db, now);
  await insertSession(db, {
    hash: hashToken(session),
    operatorId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionSeconds * 1000),
  });
  return session;
}

/** Of anybody: sessions that nobody ended would pile up. */
export const endExpired = (db: Db, now: Date): Promise<void> => deleteExpiredSessions(db, now, idleSince(now));

/** Whose session it is. `isUse`: somebody is at it, so that it counts as used. */
export function findOperator(pool: Pool, hash: Buffer, isUse: boolean): Promise<Operator | undefined> {
  const now = new Date();
  return findBySession(pool, hash, { now, idleSince: idleSince(now), isUse });
}

/** The operators of those credentials that are valid, by the hashes in hex. It does not count as use. */
export function findOperators(pool: Pool, inUse: CredentialsInUse): Promise<Map<string, Operator>> {
  const now = new Date();
  return findByCredentials(pool, inUse, { now, idleSince: idleSince(now) });
}

/** What an operator could come in with ends: sessions, except one, and operator tokens. Answers how many tokens that were. */
export async function endAccess(tx: Db, operatorId: string, except: string | undefined, now: Date): Promise<number> {
  await deleteSessions(tx, operatorId, except === undefined ? undefined : hashToken(except));
  return revokeTokensOf(tx, operatorId, now);
}
