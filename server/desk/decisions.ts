import { noticeOf, type ObstacleCode } from '../errors/notices.ts';

/** Whether something may be done, and where it may not, why. */
export interface Action {
  allowed: boolean;
  why?: string;
  code?: ObstacleCode;
}

/** What may be decided of a record: all of it, unless its state or the operator's role stands in the way. */
export function actionsOf<Decision extends string>(
  decisions: readonly Decision[],
  obstacle: ObstacleCode | undefined,
  mayDecide: boolean,
): Record<Decision, Action> {
  const code = obstacle ?? (mayDecide ? undefined : 'role.refused');
  const action: Action =
    code === undefined ? { allowed: true } : { allowed: false, why: noticeOf(code, {}).message, code };
  return Object.fromEntries(decisions.map((decision) => [decision, action])) as Record<Decision, Action>;
}
