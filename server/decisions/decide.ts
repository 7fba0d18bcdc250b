import { readLatestDecision, type LatestDecision } from './store.ts';
import { transitionFor, type DecisionTable, type Transition } from './table.ts';
import type { Actor } from '../audit/record.ts';
import { problemAt } from '../../common/errors/catalogue.ts';
import type { DutyDetails } from '../../common/errors/notices.ts';
import { short } from '../../common/errors/words.ts';
import type { ActionName } from '../../common/names/events.ts';
import { conflict, invalidBody, type ApiError } from '../errors/errors.ts';
import type { Followers } from '../events/followers.ts';
import { lockedTransaction } from '../events/counters.ts';
import type { CompanyId, Db, Pool } from '../ground/db/pool.ts';

export interface DecisionRequest<By extends Actor = Actor> {
  company: CompanyId;
  operator: By;
  /** The record's id. */
  id: string;
  reason: string | undefined;
  traceId: string;
}

export interface DecisionDeps {
  pool: Pool;
  followers: Followers;
}

export function reasonIn(form: unknown): string | undefined {
  const { reason, comment } = form as { reason?: string; comment?: string | null };
  return (reason ?? comment)?.trim() || undefined;
}

/** Runs in a transaction that has locked the company's counters: the second of two concurrent decisions waits for the first. */
export async function decide<Result>(
  { pool, followers }: DecisionDeps,
  company: CompanyId,
  work: (tx: Db, now: Date) => Promise<Result>,
): Promise<Result> {
  const result = await lockedTransaction(pool, company, work);
  followers.wake(company);
  return result;
}

/** Throws if the record's state does not allow the decision. `details` are values for the sentence that says so. */
export function allowedTransition<State extends string, Decision extends string>(
  table: DecisionTable<State, Decision>,
  state: State,
  decision: Decision,
  reason: string | undefined,
  details: DutyDetails = {},
): Transition<State, Decision> {
  const found = transitionFor(table, state, decision);
  if ('obstacle' in found) throw conflict('decision.refused', { why: found.obstacle.code, ...details });
  if (found.transition.needsReason && reason === undefined) throw invalidBody([problemAt('reason', 'field.required')]);
  return found.transition;
}

/** Refuses to take back a decision that the caller has not named by the number of its event. The record is locked. */
export async function requireLatest(tx: Db, company: CompanyId, id: string, named: number | null) {
  const latest = await readLatestDecision(tx, company, id);
  if ((latest?.seq ?? null) !== named) throw decidedLater(latest);
}

export const decidedLater = (
  latest: (Pick<LatestDecision, 'by' | 'at'> & { action: ActionName }) | undefined,
): ApiError => conflict('decision.refused', { why: 'decision.later', ...detailsOf(latest) });

/** Who decided, how and when. */
export const detailsOf = (
  latest: (Pick<LatestDecision, 'by' | 'at'> & { action: ActionName }) | undefined,
): DutyDetails =>
  latest === undefined ? {} : { by: short(latest.by), at: latest.at.toISOString(), action: latest.action };
