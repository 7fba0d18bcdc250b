import { v7 as uuidv7 } from 'uuid';
import type { Action } from './decisions.ts';
import { audit } from '../audit/record.ts';
import { conflict, notFound } from '../errors/errors.ts';
import { repeated } from '../ground/db/batch.ts';
import { transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import type { Operator } from '../operators/permissions.ts';

/** A kind of record that operators decide about. */
export interface Decided<State extends string, Decision extends string, After extends State> {
  /** As the events call it. */
  kind: 'supplierinvoice' | 'workorder';
  /** The state, which stays as it is until the transaction ends; undefined where there is no such record. */
  lockState(tx: Db, company: CompanyId, id: string): Promise<State | undefined>;
  actionsFor(state: State): Record<Decision, Action>;
  stateAfter: Record<Decision, After>;
  write(tx: Db, company: CompanyId, written: Written<After>, now: Date): Promise<void>;
}

/** What a store writes of a decision, with its event. */
export interface Written<After extends string> {
  id: string;
  state: After;
  reason: string | undefined;
  operator: { id: string; name: string };
  eventId: string;
}

export interface Verdict<Decision extends string> {
  decision: Decision;
  reason: string | undefined;
}

/** Of two who decide at once the second waits for the first and is told what was decided. */
export function decide<State extends string, Decision extends string, After extends State>(
  pool: Pool,
  { kind, lockState, actionsFor, stateAfter, write }: Decided<State, Decision, After>,
  company: CompanyId,
  operator: Operator,
  id: string,
  { decision, reason }: Verdict<Decision>,
): Promise<void> {
  const state = stateAfter[decision];
  return repeated(() =>
    transaction(pool, async (tx) => {
      const before = await lockState(tx, company, id);
      if (before === undefined) throw notFound();
      const { allowed, why } = actionsFor(before)[decision];
      if (!allowed) throw conflict('decision.refused', why as string);
      const now = new Date();
      await write(tx, company, { id, state, reason, operator, eventId: uuidv7() }, now);
      await audit(
        tx,
        company,
        operator,
        { action: `${kind}.${state}`, subjectType: kind, subjectId: id.toLowerCase(), data: { reason } },
        now,
      );
    }),
  );
}
