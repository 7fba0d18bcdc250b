import { randomBytes } from 'node:crypto';
import { audit } from '../../audit/record.ts';
import { noCompany, transaction, type Db, type Pool } from '../../ground/db/pool.ts';
import { hashToken } from '../../door/auth.ts';
import { sessionEnded, type Operator } from '../../desk/auth.ts';
import { revokeTokensOf } from '../admin-store.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessions,
  findBySession,
  hasSession,
  insertSession,
  lockOperator,
} from '../store.ts';

/** How long a session lasts in any case, used or not. */
export const sessionSeconds = 7 * 24 * 3600;
/** How long a session lasts that nobody uses. */
const idleSeconds = 12 * 3600;

/** Sessions that were last used before this have ended. */
const idleSince = (now: Date) => new Date(now.getTime() - idleSeconds * 1000);

/** A random text that is worth a session or an invitation; the database holds its hash only. */
export const newKey = () => randomBytes(32).toString('base64url');

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

/** For what gives access: a session that ended after the request was let in, while it waited, gives none. */
export async function requireSession(tx: Db, operatorId: string, session: string | undefined): Promise<void> {
  if (session === undefined || !(await hasSession(tx, operatorId, hashToken(session)))) throw sessionEnded();
}

/** What an operator could come in with ends: sessions, but for one, and operator tokens. Answers how many tokens that were. */
export async function endAccess(tx: Db, operatorId: string, except: string | undefined, now: Date): Promise<number> {
  await deleteSessions(tx, operatorId, except === undefined ? undefined : hashToken(except));
  return revokeTokensOf(tx, operatorId, now);
}

const of = (action: string, { id }: Operator, data: object) => ({
  action,
  subjectType: 'operator',
  subjectId: id,
  data,
});

export function signOut(pool: Pool, operator: Operator, session: string, network: string): Promise<void> {
  return transaction(pool, async (tx) => {
    if (await deleteSession(tx, hashToken(session)))
      await audit(tx, noCompany, operator, of('operator.signedout', operator, { network }), new Date());
  });
}

export function signOutEverywhere(pool: Pool, operator: Operator, network: string): Promise<void> {
  return transaction(pool, async (tx) => {
    const now = new Date();
    await lockOperator(tx, operator.id);
    const tokensRevoked = await endAccess(tx, operator.id, undefined, now);
    await audit(tx, noCompany, operator, of('operator.signedouteverywhere', operator, { network, tokensRevoked }), now);
  });
}
