import { noticeOf } from '../../common/errors/notices.ts';
import { short } from '../../common/errors/words.ts';

export interface Person {
  id: string;
  name: string;
}

/** An operator who chose their password through a link that was shown to somebody else, less than a day ago. */
export interface UnprovenOperator extends Person {
  /** From then on the operator counts as a person of their own. */
  until: Date;
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
