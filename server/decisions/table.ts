import { noticeOf, type DutyDetails, type ObstacleCode } from '../../common/errors/notices.ts';
import type { EventType } from '../../common/events.ts';
import type { ActionName } from '../../common/names/events.ts';
import { mayDo, type Role } from '../../common/permissions.ts';

export type DecisionEvent = EventType & ActionName;

export interface Transition<State extends string, Decision extends string> {
  from: State;
  decision: Decision;
  to: State;
  permission: 'edit' | 'decide' | 'acknowledge';
  /** The event type, which is also the action in the audit log. */
  event: DecisionEvent;
  needsReason: boolean;
  /** The effect on the record's columns decided_at, decided_by and reason. */
  outcome: 'set' | 'clear' | 'keep';
}

export interface Obstacle {
  code: ObstacleCode;
  why: string;
}

export const obstacleOf = (code: ObstacleCode): Obstacle => ({ code, why: noticeOf(code, {}).message });

export interface DecisionTable<State extends string, Decision extends string> {
  kind: 'supplierinvoice' | 'workorder';
  transitions: readonly Transition<State, Decision>[];
  /** For each state, the obstacle to every decision that has no transition from it. */
  obstacles: Partial<Record<State, ObstacleCode>>;
  /** Obstacles to single decisions; they take precedence. */
  obstaclesTo?: Partial<Record<Decision, Partial<Record<State, ObstacleCode>>>>;
  /** Decisions that take an earlier one back. A request for one of these names the decision that it takes back. */
  takesBack: readonly Decision[];
}

export function transitionFor<State extends string, Decision extends string>(
  { transitions, obstacles, obstaclesTo = {} }: DecisionTable<State, Decision>,
  state: State,
  decision: Decision,
): { transition: Transition<State, Decision> } | { obstacle: Obstacle } {
  const transition = transitions.find((one) => one.from === state && one.decision === decision);
  return transition === undefined
    ? { obstacle: obstacleOf(obstaclesTo[decision]?.[state] ?? (obstacles[state] as ObstacleCode)) }
    : { transition };
}

export const permissionFor = <Decision extends string>(
  { transitions }: DecisionTable<string, Decision>,
  decision: Decision,
): Transition<string, Decision>['permission'] =>
  (transitions.find((one) => one.decision === decision) as (typeof transitions)[number]).permission;

/** The record's state is checked before the operator's role. Undefined if neither prevents the decision. */
export function obstacleTo<State extends string, Decision extends string>(
  table: DecisionTable<State, Decision>,
  decision: Decision,
  state: State,
  role: Role,
): Obstacle | undefined {
  const found = transitionFor(table, state, decision);
  if ('obstacle' in found) return found.obstacle;
  return mayDo(role, found.transition.permission) ? undefined : obstacleOf('role.refused');
}

export interface Action {
  allowed: boolean;
  why?: string;
  code?: ObstacleCode;
  /** The values in the sentence, so that clients can translate it. */
  parameters?: DutyDetails;
}

export const actionUnless = (obstacle: (Obstacle & Pick<Action, 'parameters'>) | undefined): Action =>
  obstacle === undefined ? { allowed: true } : { allowed: false, ...obstacle };

export const actionsFor = <State extends string, Decision extends string, Shown extends Decision>(
  table: DecisionTable<State, Decision>,
  shown: readonly Shown[],
  state: State,
  role: Role,
): Record<Shown, Action> =>
  Object.fromEntries(
    shown.map((decision) => [decision, actionUnless(obstacleTo(table, decision, state, role))]),
  ) as Record<Shown, Action>;
