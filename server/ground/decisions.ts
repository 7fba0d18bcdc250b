import { noticeOf, type ObstacleCode } from '../../common/errors/notices.ts';

/** A row of the table of decisions: what may be decided about a record in one state, and what follows from it. */
export interface Transition<State extends string, Decision extends string> {
  from: State;
  decision: Decision;
  to: State;
  /** The permission that it takes. */
  who: 'edit' | 'decide' | 'acknowledge';
  /** The event that tells of it. The audit log has it under the same name. */
  event: string;
  needsReason: boolean;
  /** Whether the record counts as decided from then on, with when, by whom and why. A release, for one, decides nothing. */
  decides: boolean;
}

/** Why something cannot be decided. */
export interface Obstacle {
  code: ObstacleCode;
  why: string;
}

export const obstacleOf = (code: ObstacleCode): Obstacle => ({ code, why: noticeOf(code, {}).message });

/** All decisions about one kind of record. */
export interface Decisions<State extends string, Decision extends string> {
  /** As the events call it. */
  kind: 'supplierinvoice' | 'workorder';
  table: readonly Transition<State, Decision>[];
  /** What stands in the way, in each state, of the decisions that have no row for it. */
  obstacles: Partial<Record<State, ObstacleCode>>;
  /** What stands in the way of one decision in a state, in place of what the state says to all of them. */
  obstaclesTo?: Partial<Record<Decision, Partial<Record<State, ObstacleCode>>>>;
}

/** What a decision comes to in a state: its row of the table, or why it has no row. */
export function judge<State extends string, Decision extends string>(
  { table, obstacles, obstaclesTo = {} }: Decisions<State, Decision>,
  state: State,
  decision: Decision,
): { row: Transition<State, Decision> } | { obstacle: Obstacle } {
  const row = table.find((one) => one.from === state && one.decision === decision);
  return row === undefined
    ? { obstacle: obstacleOf(obstaclesTo[decision]?.[state] ?? (obstacles[state] as ObstacleCode)) }
    : { row };
}

/** The permission that a decision takes, which is the same in every state. */
export const permissionFor = <Decision extends string>(
  { table }: Decisions<string, Decision>,
  decision: Decision,
): Transition<string, Decision>['who'] =>
  (table.find((one) => one.decision === decision) as (typeof table)[number]).who;

/** What a store writes of a decision, with its event. */
export interface Written {
  id: string;
  to: string;
  event: string;
  decides: boolean;
  reason: string | undefined;
  operator: { id: string; name: string };
  /** Of the operator's request. */
  traceId: string;
  eventId: string;
  /** What its event tells besides. */
  besides?: object | undefined;
}
