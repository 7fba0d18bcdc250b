import type { Preferences } from './preferences.ts';
import type { Db } from '../ground/db/pool.ts';

export async function readPreferences(db: Db, operatorId: string): Promise<Preferences> {
  const { rows } = await db.query<{ preferences: Preferences }>({
    name: 'read-preferences',
    text: 'SELECT preferences FROM operators WHERE id = $1',
    values: [operatorId],
  });
  return rows[0]?.preferences ?? {};
}

/** Locks the operator until the transaction ends, so that changes from other windows wait. */
export async function lockPreferences(tx: Db, operatorId: string): Promise<Preferences> {
  const { rows } = await tx.query<{ preferences: Preferences }>(
    'SELECT preferences FROM operators WHERE id = $1 FOR NO KEY UPDATE',
    [operatorId],
  );
  return rows[0]?.preferences ?? {};
}

export async function writePreferences(tx: Db, operatorId: string, preferences: Preferences): Promise<void> {
  await tx.query('UPDATE operators SET preferences = $2 WHERE id = $1', [operatorId, JSON.stringify(preferences)]);
}
