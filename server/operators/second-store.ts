import { noticeOf } from '../../common/errors/notices.ts';
import { short } from '../../common/errors/short.ts';
import { conflict } from '../errors/errors.ts';
import type { Db } from '../ground/db/pool.ts';

export interface UnprovenOperator {
  id: string;
  name: string;
  /** From then on the operator counts as a person of their own. */
  until: Date;
}

/**
 * Operators who chose their password through a link that was shown to somebody else, less than a day ago: that person
 * may have used it. The database's clock decides, as it did when the link was used.
 */
export async function readUnproven(db: Db): Promise<UnprovenOperator[]> {
  const { rows } = await db.query<UnprovenOperator>({
    name: 'read-unproven-operators',
    text: `SELECT id, name, shown_link_used_at + interval '1 day' AS until FROM operators
           WHERE shown_link_used_at > now() - interval '1 day' ORDER BY id`,
  });
  return rows;
}

export interface LinkObstacle {
  code: 'duty.link';
  parameters: { by?: string; until: string };
  why: string;
}

/**
 * Why an operator and those who acted before do not count as different people; undefined if they do, or if nobody acted
 * before.
 */
export function linkObstacleOf(
  unproven: readonly UnprovenOperator[],
  operatorId: string,
  before: readonly (string | null)[],
): LinkObstacle | undefined {
  const others = before.filter((id) => id !== null && id !== operatorId);
  if (others.length === 0) return undefined;
  const found = unproven.find(({ id }) => id === operatorId) ?? unproven.find(({ id }) => others.includes(id));
  if (found === undefined) return undefined;
  const until = `${found.until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const parameters = { ...(found.id !== operatorId && { by: short(found.name) }), until };
  return { code: 'duty.link', parameters, why: noticeOf('duty.link', parameters).message };
}

export const readLinkObstacle = async (
  db: Db,
  operatorId: string,
  before: readonly (string | null)[],
): Promise<LinkObstacle | undefined> => linkObstacleOf(await readUnproven(db), operatorId, before);

/** Every decision that takes two people calls this for the second one. */
export async function requireTwoPeople(tx: Db, firstId: string, secondId: string): Promise<void> {
  const obstacle = await readLinkObstacle(tx, secondId, [firstId]);
  if (obstacle !== undefined) throw conflict('decision.refused', { why: obstacle.code, ...obstacle.parameters });
}
