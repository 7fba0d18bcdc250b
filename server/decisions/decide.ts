import type { DecisionStore, LatestDecision } from './store.ts';
import { transitionFor, type DecisionTable, type Transition } from './table.ts';
import { audit, type Actor } from '../audit/record.ts';
import { problemAt } from '../../common/errors/catalogue.ts';
import type { ActionName } from '../../common/names/events.ts';
import { short } from '../../common/errors/short.ts';
import type { DutyDetails } from '../../common/errors/notices.ts';
import { ApiError, conflict, invalidBody, notFound } from '../errors/errors.ts';
import type { Followers } from '../events/followers.ts';
import { repeated } from '../ground/db/batch.ts';
import { lockCounters } from '../events/counters.ts';
import { companyTransaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import type { Operator } from '../../common/permissions.ts';
import { newId } from '../ground/db/ids.ts';

export interface DecisionSubject<State extends string, Decision extends string> extends DecisionStore<State> {
  table: DecisionTable<State, Decision>;
  /** Values for the sentence that refuses a decision in this state. */
  readObstacleDetails?(tx: Db, company: CompanyId, id: string, state: State): Promise<DutyDetails>;
}

export interface DecisionRequest<Decision extends string> {
  company: CompanyId;
  operator: Operator;
  /** The record's id. */
  id: string;
  decision: Decision;
  reason: string | undefined;
  traceId: string;
  /**
   * For a decision that takes an earlier one back: the number of that one's event. Null if it has none, because events
   * are not stored forever.
   */
  takesBack?: number | null;
  /** The bulk decision that it is part of, for the audit log. */
  bulk?: { bulkId: string; bulkBegins?: true };
}

/** The service also decides: a hold ends the approvals before it. It has neither a reason nor a request. */
export type RecordedDecision = Pick<DecisionRequest<string>, 'company' | 'id' | 'bulk'> & {
  operator: Actor;
  reason?: string | undefined;
  traceId?: string;
};

/** Steps of one kind of decision. They run in its transaction, in this order. */
export interface DecisionHooks<State extends string, Decision extends string> {
  /** Takes locks that come after the company's counters and before the record. */
  lock?(tx: Db): Promise<void>;
  /** Whether an earlier request already made this decision; then nothing happens. The record is locked. */
  isDone?(tx: Db): Promise<boolean>;
  /**
   * Replaces the transition if it depends on more than the record's state. Throwing an error rolls back. Returning an
   * error refuses the decision but commits earlier writes.
   */
  resolve?(tx: Db, transition: Transition<State, Decision>, now: Date): Promise<Transition<State, Decision> | ApiError>;
  /** Makes further changes, or throws; returns the details of the event. */
  apply?(tx: Db, now: Date, transition: Transition<State, Decision>): Promise<object>;
}

export interface DecisionDeps {
  pool: Pool;
  followers: Followers;
}

export function reasonIn(form: unknown): string | undefined {
  const { reason, comment } = form as { reason?: string; comment?: string | null };
  return (reason ?? comment)?.trim() || undefined;
}

/**
 * The second of two concurrent decisions waits for the first, and is refused if the new state does not allow it. Returns
 * the number of the decision's event; undefined if an earlier request already made the decision.
 */
export async function decide<State extends string, Decision extends string>(
  { pool, followers }: DecisionDeps,
  subject: DecisionSubject<State, Decision>,
  request: DecisionRequest<Decision>,
  hooks: DecisionHooks<State, Decision> = {},
): Promise<number | undefined> {
  const result = await repeated(() =>
    companyTransaction(pool, request.company, async (tx) => {
      const now = await lockCounters(tx, request.company);
      await hooks.lock?.(tx);
      return decideLocked(tx, subject, request, hooks, now);
    }),
  );
  if (result === 'done before') return undefined;
  followers.wake(request.company);
  if (result instanceof ApiError) throw result;
  return result;
}

async function decideLocked<State extends string, Decision extends string>(
  tx: Db,
  subject: DecisionSubject<State, Decision>,
  request: DecisionRequest<Decision>,
  { isDone, resolve, apply }: DecisionHooks<State, Decision>,
  now: Date,
): Promise<ApiError | number | 'done before'> {
  const { company, id, decision, reason, takesBack = null } = request;
  const state = await subject.lockState(tx, company, id);
  if (state === undefined) throw notFound();
  if (await isDone?.(tx)) return 'done before';
  if (subject.table.takesBack.includes(decision)) await requireLatest(tx, subject, company, id, takesBack);
  const found = transitionFor(subject.table, state, decision);
  if ('obstacle' in found) {
    const details = await subject.readObstacleDetails?.(tx, company, id, state);
    throw conflict('decision.refused', { why: found.obstacle.code, ...details });
  }
  if (found.transition.needsReason && reason === undefined) throw invalidBody([problemAt('reason', 'field.required')]);
  const transition = (await resolve?.(tx, found.transition, now)) ?? found.transition;
  if (transition instanceof ApiError) return transition;
  const details = await apply?.(tx, now, transition);
  return recordDecision(tx, subject, request, transition, now, details);
}

/** Refuses to take back a decision that the caller has not named. The record is locked. */
async function requireLatest<State extends string>(
  tx: Db,
  { readLatest }: DecisionStore<State>,
  company: CompanyId,
  id: string,
  named: number | null,
): Promise<void> {
  const latest = await readLatest(tx, company, id);
  if ((latest?.seq ?? null) === named) return;
  throw decidedLater(latest);
}

export const decidedLater = (
  latest: (Pick<LatestDecision, 'by' | 'at'> & { action: ActionName }) | undefined,
): ApiError =>
  conflict('decision.refused', {
    why: 'decision.later',
    ...(latest && { by: short(latest.by), at: latest.at.toISOString(), action: latest.action }),
  });

/** Returns the number of the event. The caller has locked the record and checked that the decision is allowed. */
export async function recordDecision<State extends string, Decision extends string>(
  tx: Db,
  { table, writeDecision }: DecisionSubject<State, Decision>,
  { company, operator, id, reason, traceId, bulk }: RecordedDecision,
  { to, event, outcome }: Transition<State, Decision>,
  now: Date,
  details: object = {},
): Promise<number> {
  const decision = { id, to, event, outcome, reason, operator, traceId, eventId: newId(), details };
  const seq = await writeDecision(tx, company, decision, now);
  const entry = {
    action: event,
    subjectType: table.kind,
    subjectId: id.toLowerCase(),
    data: { reason, ...details, ...bulk },
  };
  await audit(tx, company, operator, entry, now);
  return seq;
}
