import type { Preferences } from './preferences.ts';
import { type Db, valueOf, execute } from '../ground/db/pool.ts';

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
