import { noticeOf, type DutyDetails, type OnePersonReason } from '../../common/errors/notices.ts';
import { short } from '../../common/errors/words.ts';

export interface Person {
  id: string;
  name: string;
}

/** An operator who may not count as a person of their own. */
export interface UnprovenOperator extends Person {
  /**
   * From then on the operator counts as one of two. Null unless they chose their password through a link that was shown
   * to somebody else, less than a day ago.
   */
  until: Date | null;
  /** The e-mail address as the mail server sees it. */
  mailbox: string | null;
  /** The operator who may have chosen the password in this one's place. Null if that was long ago. */
  provedBy: string | null;
  provedUntil: Date | null;
}

export interface TwoPeopleObstacle {
  code: 'duty.link' | 'duty.person';
  parameters: DutyDetails;
  why: string;
}

/** How another account is the same person as an operator's: the last step that led to it. */
interface SamePerson {
  because: OnePersonReason;
  until?: Date;
}

function relationOf(one: UnprovenOperator, other: UnprovenOperator): SamePerson | undefined {
  if (one.mailbox !== null && one.mailbox === other.mailbox) return { because: 'email' };
  const until = one.provedBy === other.id ? one.provedUntil : other.provedBy === one.id ? other.provedUntil : null;
  return until === null ? undefined : { because: 'invited', until };
}

const earlier = (one?: Date, other?: Date) => (one === undefined || (other !== undefined && other < one) ? other : one);

/** The other accounts that count as the same person, also by way of a third one. */
export function accountsOfPerson(unproven: readonly UnprovenOperator[], operatorId: string): Map<string, SamePerson> {
  const found = new Map<string, SamePerson>();
  const next = unproven.filter(({ id }) => id === operatorId);
  for (let one = next.pop(); one !== undefined; one = next.pop())
    for (const other of unproven) {
      const relation = other.id === operatorId || found.has(other.id) ? undefined : relationOf(one, other);
      if (relation === undefined) continue;
      const until = earlier(found.get(one.id)?.until, relation.until);
      found.set(other.id, { because: relation.because, ...(until && { until }) });
      next.push(other);
    }
  return found;
}

const minuteOf = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Why an operator and those who acted before do not count as different people; undefined if they do, or if nobody acted
 * before.
 */
export function twoPeopleObstacleOf(
  unproven: readonly UnprovenOperator[],
  operatorId: string,
  before: readonly (string | null)[],
): TwoPeopleObstacle | undefined {
  const others = before.filter((id) => id !== null && id !== operatorId);
  if (others.length === 0) return undefined;
  const shown = unproven.filter(({ until }) => until !== null);
  const found = shown.find(({ id }) => id === operatorId) ?? shown.find(({ id }) => others.includes(id));
  if (found?.until) {
    const by = found.id === operatorId ? undefined : short(found.name);
    return obstacle('duty.link', { ...(by !== undefined && { by }), until: minuteOf(found.until) });
  }
  const accounts = accountsOfPerson(unproven, operatorId);
  const same = unproven.find(({ id }) => others.includes(id) && accounts.has(id));
  if (same === undefined) return undefined;
  const { because, until } = accounts.get(same.id) as SamePerson;
  return obstacle('duty.person', { by: short(same.name), because, ...(until && { until: minuteOf(until) }) });
}

const obstacle = (code: TwoPeopleObstacle['code'], parameters: DutyDetails): TwoPeopleObstacle => ({
  code,
  parameters,
  why: noticeOf(code, parameters).message,
});
