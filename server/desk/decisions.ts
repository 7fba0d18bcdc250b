import type { DutyDetails, ObstacleCode } from '../../common/errors/notices.ts';
import { judge, obstacleOf, type Decisions, type Obstacle } from '../ground/decisions.ts';
import { mayDo, type Role } from '../operators/permissions.ts';

/** Whether something may be done, and where it may not, why. */
export interface Action {
  allowed: boolean;
  why?: string;
  code?: ObstacleCode;
  /** What the sentence is made of, for other languages. */
  parameters?: DutyDetails;
}

/** What stands in the way of a decision: the record's state, or else the operator's role. Undefined where nothing does. */
export function obstacleTo<State extends string, Decision extends string>(
  decisions: Decisions<State, Decision>,
  decision: Decision,
  state: State,
  role: Role,
): Obstacle | undefined {
  const judged = judge(decisions, state, decision);
  if ('obstacle' in judged) return judged.obstacle;
  return mayDo(role, judged.row.who) ? undefined : obstacleOf('role.refused');
}

/** What somebody of this role may decide about a record in this state. */
export function actionsOf<State extends string, Decision extends string, Shown extends Decision>(
  decisions: Decisions<State, Decision>,
  shown: readonly Shown[],
  state: State,
  role: Role,
): Record<Shown, Action> {
  const actions = shown.map((decision) => {
    const obstacle = obstacleTo(decisions, decision, state, role);
    return [decision, obstacle === undefined ? { allowed: true } : { allowed: false, ...obstacle }] as const;
  });
  return Object.fromEntries(actions) as Record<Shown, Action>;
}
