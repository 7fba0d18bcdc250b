import { linkObstacleOf, type UnprovenOperator } from './two-people.ts';
import { conflict } from '../errors/errors.ts';
import { type Db, rowsOf } from '../ground/db/pool.ts';

/**
 * SQL: operators who chose their password through a link that was shown to somebody else, less than a day ago: that
 * person may have used it. The database's clock decides, as it did when the link was used.
 */
export const unprovenOperators = `
  SELECT id, name, shown_link_used_at + interval '1 day' AS until FROM operators
  WHERE shown_link_used_at > now() - interval '1 day' ORDER BY id`;

export const readUnproven = async (db: Db): Promise<UnprovenOperator[]> =>
  rowsOf<UnprovenOperator>(db, { name: 'read-unproven-operators', text: unprovenOperators });

/** Every decision that takes two people calls this for the second one. */
export async function requireTwoPeople(tx: Db, firstId: string, secondId: string): Promise<void> {
  const obstacle = linkObstacleOf(await readUnproven(tx), secondId, [firstId]);
  if (obstacle !== undefined) throw conflict('decision.refused', { why: obstacle.code, ...obstacle.parameters });
}
