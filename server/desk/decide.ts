import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/record.ts';
import { badRequest, conflict, notFound } from '../errors/errors.ts';
import { repeated } from '../ground/db/batch.ts';
import { transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import { judge, type Decisions, type Written } from '../ground/decisions.ts';
import type { Operator } from '../operators/permissions.ts';

/** A kind of record that operators decide about: what may be decided, and its store's part. */
export interface Decided<State extends string, Decision extends string> {
  decisions: Decisions<State, Decision>;
  /** The state, which stays as it is until the transaction ends; undefined where there is no such record. */
  lockState(tx: Db, company: CompanyId, id: string): Promise<State | undefined>;
  writeDecision(tx: Db, company: CompanyId, written: Written, now: Date): Promise<void>;
}

export interface Verdict<Decision extends string> {
  decision: Decision;
  reason: string | undefined;
}

/** What the form of a decision says of its why: a reason that it needs, or a comment that may be left out. */
export function reasonIn(form: unknown): string | undefined {
  const { reason, comment } = form as { reason?: string; comment?: string | null };
  return (reason ?? comment)?.trim() || undefined;
}

/** Of two who decide at once the second waits for the first and is told what was decided. */
export function decide<State extends string, Decision extends string>(
  pool: Pool,
  { decisions, lockState, writeDecision }: Decided<State, Decision>,
  company: CompanyId,
  operator: Operator,
  id: string,
  { decision, reason }: Verdict<Decision>,
): Promise<void> {
  return repeated(() =>
    transaction(pool, async (tx) => {
      const state = await lockState(tx, company, id);
      if (state === undefined) throw notFound();
      const judged = judge(decisions, state, decision);
      if ('obstacle' in judged) throw conflict('decision.refused', judged.obstacle.why);
      const { to, event, decides, needsReason } = judged.row;
      if (needsReason && reason === undefined)
        throw badRequest('body.invalid', 'reason is required.', ['reason is required']);
      const now = new Date();
      await writeDecision(tx, company, { id, to, event, decides, reason, operator, eventId: uuidv7() }, now);
      const { kind } = decisions;
      await audit(
        tx,
        company,
        operator,
        { action: event, subjectType: kind, subjectId: id.toLowerCase(), data: { reason } },
        now,
      );
    }),
  );
}
