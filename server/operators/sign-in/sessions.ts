import { revokeTokensOf } from '../admin-store.ts';
import type { Operator } from '../../../common/permissions.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessions,
  findByCredentials,
  findBySession,
  insertSession,
  type CredentialsInUse,
  type SessionStart,
} from '../store.ts';
import type { SignedInOperator } from '../../people/demands.ts';
import { deleteStepsOf } from './steps.ts';
import type { Db, Pool } from '../../ground/db/pool.ts';
import { hashToken, newKey } from '../../ground/secrets/tokens.ts';

export const sessionSeconds = 7 * 24 * 3600;

/** A directory takes people's access away, and Doorway learns of it at the next sign-in. */
export const directorySessionSeconds = 12 * 3600;

/** A session that is unused for this long ends early. */
const idleSeconds = 12 * 3600;

const idleSince = (now: Date) => new Date(now.getTime() - idleSeconds * 1000);

/**
 * Call it only after the operator's identity is proved. The key is always new, never one that the browser sent; the
 * browser's previous session ends.
 */
export async function beginSession(
  db: Db,
  operatorId: string,
  before: string | undefined,
  now: Date,
  start: SessionStart = { way: 'password', provedAt: null },
): Promise<string> {
  const session = newKey();
  const seconds = start.way === 'directory' ? directorySessionSeconds : sessionSeconds;
  if (before !== undefined) await deleteSession(db, hashToken(before));
  await endExpired(db, now);
  await insertSession(db, {
    hash: hashToken(session),
    operatorId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + seconds * 1000),
    ...start,
  });
  return session;
}

export const endExpired = (db: Db, now: Date): Promise<void> => deleteExpiredSessions(db, now, idleSince(now));

export function findOperator(pool: Pool, hash: Buffer, isUse: boolean): Promise<SignedInOperator | undefined> {
  const now = new Date();
  return findBySession(pool, hash, { now, idleSince: idleSince(now), isUse });
}

/** Keyed by hash in hex. Does not keep sessions alive. */
export function findOperators(pool: Pool, inUse: CredentialsInUse): Promise<Map<string, Operator>> {
  const now = new Date();
  return findByCredentials(pool, inUse, { now, idleSince: idleSince(now) });
}

export async function endAccess(tx: Db, operatorId: string, except: string | undefined, now: Date): Promise<number> {
  await deleteSessions(tx, operatorId, except === undefined ? undefined : hashToken(except));
  await deleteStepsOf(tx, operatorId);
  return revokeTokensOf(tx, operatorId, now);
}
