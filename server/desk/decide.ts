import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/record.ts';
import { problemAt } from '../../common/errors/catalogue.ts';
import { ApiError, conflict, invalidBody, notFound } from '../errors/errors.ts';
import type { Followers } from '../events/followers.ts';
import { repeated } from '../ground/db/batch.ts';
import { lockCounters } from '../ground/db/counters.ts';
import { transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import { judge, type Decisions, type Transition, type Written } from '../ground/decisions.ts';
import type { Operator } from '../operators/permissions.ts';

/** A kind of record that operators decide about: what may be decided, and its store's part. */
export interface Decided<State extends string, Decision extends string> {
  decisions: Decisions<State, Decision>;
  /** The state, which stays as it is until the transaction ends; undefined if the record does not exist. */
  lockState(tx: Db, company: CompanyId, id: string): Promise<State | undefined>;
  writeDecision(tx: Db, company: CompanyId, written: Written, now: Date): Promise<void>;
}

export interface Verdict<Decision extends string> {
  decision: Decision;
  reason: string | undefined;
  /** Of the operator's request. */
  traceId: string;
}

/** What a decision takes besides, in the same transaction. */
export interface Besides<State extends string, Decision extends string> {
  /** Locks what has to be locked after the company's counters and before the record. */
  lock?(tx: Db): Promise<void>;
  /**
   * What the decision comes to, where that takes more than the record's state. The record is locked, and its state allows the decision. An
   * error that is answered, not thrown, refuses the decision and keeps what was written meanwhile.
   */
  turn?(tx: Db, row: Transition<State, Decision>): Promise<Transition<State, Decision> | ApiError>;
  /** Once that is known. It may refuse all the same, and answers what the event tells besides. */
  act?(tx: Db, now: Date, row: Transition<State, Decision>): Promise<object>;
}

/** What deciding needs. */
export interface Decides {
  pool: Pool;
  followers: Followers;
}

/** What the form of a decision says of its why: a reason that it needs, or a comment that may be left out. */
export function reasonIn(form: unknown): string | undefined {
  const { reason, comment } = form as { reason?: string; comment?: string | null };
  return (reason ?? comment)?.trim() || undefined;
}

/** Of two who decide at once the second waits for the first and is told what was decided. */
export async function decide<State extends string, Decision extends string>(
  { pool, followers }: Decides,
  decided: Decided<State, Decision>,
  company: CompanyId,
  operator: Operator,
  id: string,
  verdict: Verdict<Decision>,
  besides: Besides<State, Decision> = {},
): Promise<void> {
  const refusal = await repeated(() =>
    transaction(pool, async (tx) => {
      await lockCounters(tx, company);
      await besides.lock?.(tx);
      return decideIn(tx, decided, company, operator, id, verdict, besides);
    }),
  );
  followers.wake(company);
  if (refusal !== undefined) throw refusal;
}

/**
 * A decision in a transaction that has locked the company's counters, and what has to be locked before the record. It answers why the decision
 * was refused if something was written all the same.
 */
async function decideIn<State extends string, Decision extends string>(
  tx: Db,
  decided: Decided<State, Decision>,
  company: CompanyId,
  operator: Operator,
  id: string,
  { decision, reason, traceId }: Verdict<Decision>,
  { turn, act }: Besides<State, Decision>,
): Promise<ApiError | undefined> {
  const state = await decided.lockState(tx, company, id);
  if (state === undefined) throw notFound();
  const judged = judge(decided.decisions, state, decision);
  if ('obstacle' in judged) throw conflict('decision.refused', { why: judged.obstacle.code });
  if (judged.row.needsReason && reason === undefined) throw invalidBody([problemAt('reason', 'field.required')]);
  const row = (await turn?.(tx, judged.row)) ?? judged.row;
  if (row instanceof ApiError) return row;
  const now = new Date();
  const besides = await act?.(tx, now, row);
  await writeVerdict(tx, decided, company, operator, id, { ...row, reason, traceId, besides }, now);
  return undefined;
}

/** Writes a decision that the table allows about a record which is locked: its event and its entry in the audit log with it. */
export async function writeVerdict<State extends string, Decision extends string>(
  tx: Db,
  { decisions: { kind }, writeDecision }: Decided<State, Decision>,
  company: CompanyId,
  operator: Operator,
  id: string,
  { to, event, decides, reason, traceId, besides }: Omit<Written, 'id' | 'operator' | 'eventId'>,
  now: Date,
): Promise<void> {
  const written = { id, to, event, decides, reason, operator, traceId, eventId: uuidv7(), besides };
  await writeDecision(tx, company, written, now);
  const entry = { action: event, subjectType: kind, subjectId: id.toLowerCase(), data: { reason, ...besides } };
  await audit(tx, company, operator, entry, now);
}
