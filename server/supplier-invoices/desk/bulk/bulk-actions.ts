import { readBulkRecord, readOpenBulks, type BulkRecord } from './bulk-queries.ts';
import type { BulkForm, BulkPatch, BulkUndo } from './bulk-schemas.ts';
import type { Projections } from '../../../deps.ts';
import { decide, reasonIn, type DecisionDeps } from '../../../decisions/decide.ts';
import { problemAt } from '../../../../common/errors/catalogue.ts';
import { ApiError, conflict, invalidBody, notFound } from '../../../errors/errors.ts';
import { noticeOf, type ObstacleCode } from '../../../../common/errors/notices.ts';
import { allowBulk, companyTransaction, type CompanyId, type Db, type Pool } from '../../../ground/db/pool.ts';
import type { Operator } from '../../../../common/permissions.ts';
import { bulkBatchSize, maxChosen, type BulkDecision } from '../../deciding/decision-rules.ts';
import * as store from '../../deciding/bulk-store.ts';
import { invoicesWhere } from '../../lists/filter-store.ts';
import { newId } from '../../../ground/db/ids.ts';
import type { OperatorCall, RecordCall } from '../../../desk/operation.ts';
import { futureTime } from '../../../desk/requests.ts';
import { assigneeOf } from '../notes/note-actions.ts';
import { obstaclesTo, workOf } from './bulk-work.ts';

const maxUnbegun = 4;

const needsReason = (decision: BulkDecision) => decision === 'reject' || decision === 'ask';

/** Stores the chosen invoices and the obstacles of those that cannot be decided. Decides nothing. */
export async function prepareBulk(
  { pool, projections }: { pool: Pool; projections: Projections },
  { company, operator, body: form }: OperatorCall<BulkForm>,
): Promise<object> {
  const { decision, ids, filter, withFindings = false } = form;
  const reason = reasonIn(form);
  if (ids === undefined && filter === undefined) throw invalidBody([problemAt('ids', 'field.required')]);
  if (ids !== undefined && filter !== undefined) throw invalidBody([problemAt('filter', 'field.invalid')]);
  // The filter and the sums read the projections.
  await projections.catchUp(company);
  const reader = { operatorId: operator.id, now: new Date() };
  const where = filter && (await invoicesWhere(pool, company, filter, reader));
  const more = await questionAndAssignee(pool, company, form);
  const bulk = { id: newId(), operatorId: operator.id, decision, reason, withFindings, ...more };
  await companyTransaction(pool, company, async (tx) => {
    await allowBulk(tx);
    const now = new Date();
    await store.deleteNeverBegun(tx, company, operator.id, maxUnbegun);
    await store.insertBulk(tx, company, bulk, now);
    if (ids !== undefined) await store.chooseIds(tx, company, bulk.id, ids);
    else if ((await store.chooseListed(tx, bulk.id, where ?? [], maxChosen + 1)) > maxChosen)
      throw new ApiError('bulk.large', { most: maxChosen });
    await leaveOut(tx, company, operator, bulk, now);
  });
  return readBulk(pool, company, operator, bulk.id);
}

async function questionAndAssignee(db: Db, company: CompanyId, { dueAt, operatorId }: BulkPatch) {
  const assignee = await assigneeOf(db, company, operatorId?.toLowerCase() ?? null);
  return { dueAt: futureTime(dueAt, new Date(), 'dueAt'), assigneeId: assignee?.id ?? null };
}

async function leaveOut(
  tx: Db,
  company: CompanyId,
  operator: Operator,
  bulk: Pick<store.NewBulk, 'id' | 'decision' | 'withFindings'>,
  now: Date,
): Promise<void> {
  const chosen = await store.readWaiting(tx, company, bulk.id, maxChosen);
  const ids = chosen.map(({ id }) => id);
  const obstacleTo = await obstaclesTo(tx, company, operator, bulk, ids);
  const outcomes = chosen.flatMap(({ id, position }): store.BulkOutcome[] => {
    const outcome = obstacleTo(id);
    return outcome === undefined ? [] : [{ position, outcome }];
  });
  await store.writeOutcomes(tx, company, bulk.id, outcomes);
  await store.noteProgress(tx, company, bulk.id, false, now);
}

export async function changeBulk(
  pool: Pool,
  { company, operator, id, body: patch }: RecordCall<BulkPatch>,
): Promise<object> {
  const more = await questionAndAssignee(pool, company, patch);
  await companyTransaction(pool, company, async (tx) => {
    await allowBulk(tx);
    const bulk = await store.lockBulk(tx, company, operator.id, id);
    if (bulk === undefined) throw notFound();
    if (bulk.begunAt !== null) throw conflict('bulk.begun', {});
    const changed = {
      ...bulk,
      reason: patch.reason === undefined ? (bulk.reason ?? undefined) : reasonIn(patch),
      withFindings: patch.withFindings ?? bulk.withFindings,
      dueAt: patch.dueAt === undefined ? (bulk.dueAt ?? undefined) : more.dueAt,
      assigneeId: patch.operatorId === undefined ? bulk.assigneeId : more.assigneeId,
    };
    await store.updateBulk(tx, company, changed);
    await leaveOut(tx, company, operator, changed, new Date());
  });
  return readBulk(pool, company, operator, id);
}

/**
 * Prepares a bulk that takes back the decisions of an earlier one. Whether somebody has decided since is judged when it
 * runs.
 */
export async function undoBulk(pool: Pool, { company, operator, id, body }: RecordCall<BulkUndo>): Promise<object> {
  const how = { withFindings: false, dueAt: undefined, assigneeId: null };
  const undo = {
    id: newId(),
    operatorId: operator.id,
    decision: 'reopen',
    reason: body.reason.trim(),
    ...how,
  } as const;
  await companyTransaction(pool, company, async (tx) => {
    await allowBulk(tx);
    const now = new Date();
    if ((await store.lockBulk(tx, company, operator.id, id)) === undefined) throw notFound();
    await store.insertBulk(tx, company, undo, now);
    await store.chooseDecided(tx, company, undo.id, id);
    await store.noteProgress(tx, company, undo.id, false, now);
  });
  return readBulk(pool, company, operator, undo.id);
}

/**
 * Decides the next 100 invoices and stores their outcomes in one transaction, so that a repeated request continues
 * after them. Of two concurrent requests the second waits for the first.
 */
export async function decideNext(deps: DecisionDeps, call: RecordCall): Promise<object> {
  const { company, operator, id } = call;
  await decide(deps, company, async (tx, now) => {
    const bulk = await store.lockBulk(tx, company, operator.id, id);
    if (bulk === undefined) throw notFound();
    if (bulk.finishedAt !== null) return;
    if (needsReason(bulk.decision) && bulk.reason === null) throw invalidBody([problemAt('reason', 'field.required')]);
    await allowBulk(tx);
    const invoices = await store.readWaiting(tx, company, id, bulkBatchSize);
    const begins = !(await store.hasDecided(tx, company, id));
    const outcomes = await workOf[bulk.decision]({ tx, call, bulk, invoices, begins, now });
    await store.writeOutcomes(tx, company, id, outcomes);
    await store.noteProgress(tx, company, id, true, now);
  });
  return readBulk(deps.pool, company, operator, id);
}

export async function dropBulk(pool: Pool, company: CompanyId, operator: Operator, id: string): Promise<void> {
  await companyTransaction(pool, company, async (tx) => {
    if ((await store.lockBulk(tx, company, operator.id, id)) === undefined) throw notFound();
    await store.deleteWaiting(tx, company, id);
    await store.noteProgress(tx, company, id, false, new Date());
  });
}

export async function readBulk(db: Db, company: CompanyId, operator: Operator, id: string): Promise<object> {
  const record = await readBulkRecord(db, company, operator.id, id);
  if (record === undefined) throw notFound();
  return shown(record);
}

export const openBulks = async (db: Db, company: CompanyId, operator: Operator): Promise<object> => ({
  bulks: (await readOpenBulks(db, company, operator.id)).map(shown),
});

const whyNot = (code: string) => noticeOf(code as ObstacleCode, {}).message;

const shown = ({ id, begunAt, finishedAt, leftOut, leftOutBy, total, done, left, ...rest }: BulkRecord) => ({
  id,
  ...rest,
  total,
  done,
  left,
  begun: begunAt !== null,
  finished: finishedAt !== null,
  leftOutCount: total - done - left,
  leftOut: leftOut.map((one) => ({ ...one, why: whyNot(one.code) })),
  leftOutBy: leftOutBy.map((one) => ({
    ...one,
    why: whyNot(one.code),
    filter: one.code === 'invoice.unknown' ? null : { leftOut: `${id}:${one.code}` },
  })),
});
