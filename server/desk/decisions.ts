/** Whether something may be done, and where it may not, why. */
export interface Action {
  allowed: boolean;
  why?: string;
}

const roleObstacle = 'Your role does not allow decisions. Ask an administrator.';

/** What may be decided of a record: all of it, unless its state or the operator's role stands in the way. */
export function actionsOf<Decision extends string>(
  decisions: readonly Decision[],
  obstacle: string | undefined,
  mayDecide: boolean,
): Record<Decision, Action> {
  const why = obstacle ?? (mayDecide ? undefined : roleObstacle);
  const action: Action = why === undefined ? { allowed: true } : { allowed: false, why };
  return Object.fromEntries(decisions.map((decision) => [decision, action])) as Record<Decision, Action>;
}
