import { randomBytes } from 'node:crypto';
import type { Db, Pool } from '../db/pool.ts';
import { hashToken } from '../http/auth.ts';
import { deleteExpiredSessions, deleteSession, deleteSessions, insertSession } from './store.ts';

export const sessionSeconds = 12 * 3600;

/** A random text that is worth a session or an invitation; the database holds its hash only. */
export const newKey = () => randomBytes(32).toString('base64url');

/**
 * A new session for an operator who has proved who they are, by whatever means. It never takes over a key that the
 * browser brought along, and the session that the browser had before ends.
 */
export async function beginSession(db: Db, operatorId: string, before: string | undefined, now: Date): Promise<string> {
  const session = newKey();
  if (before !== undefined) await deleteSession(db, hashToken(before));
  await deleteExpiredSessions(db, now);
  await insertSession(db, { hash: hashToken(session), operatorId, createdAt: now, expiresAt: new Date(now.getTime() + sessionSeconds * 1000) });
  return session;
}

export const signOut = (pool: Pool, session: string) => deleteSession(pool, hashToken(session));

export const signOutEverywhere = (pool: Pool, operatorId: string) => deleteSessions(pool, operatorId, undefined);
