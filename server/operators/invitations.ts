import * as store from './store.ts';
import type { Db } from '../ground/db/pool.ts';
import { newKey, hashToken } from '../ground/secrets/tokens.ts';

const invitationSeconds = 7 * 24 * 3600;

/** A one-time key for a link. Without an operator it makes the first administrator. */
export async function invite(
  db: Db,
  operatorId: string | undefined,
  validSeconds = invitationSeconds,
): Promise<string> {
  const key = newKey();
  const now = new Date();
  const expiresAt = new Date(now.getTime() + validSeconds * 1000);
  await store.insertInvitation(db, { hash: hashToken(key), operatorId, createdAt: now, expiresAt });
  return key;
}
