import { positionBefore, readWebhook, requireEndpoint, type WebhookDeps } from './actions.ts';
import { attemptList, attemptsWhere, thisAttempt } from './queries.ts';
import type { DeliveriesQuery, ResendForm, SkipForm } from './schemas.ts';
import { attempt } from '../attempt.ts';
import { insertAttempts, goBack, lockBlockingEvent, resetPosition, tryNow } from '../positions-store.ts';
import { auditWebhook, readEvent, type Endpoint } from '../store.ts';
import { payloadOf, testEvent, testType, type StoredEvent } from '../payload.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { partnerEventTypes } from '../../../common/events.ts';
import type { ListSource } from '../../desk/lists.ts';
import { ApiError, conflict, invalidBody, notFound } from '../../errors/errors.ts';
import { readPage, type ListRow } from '../../ground/db/paging.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { newId } from '../../ground/db/ids.ts';
import { lockedTransaction } from '../../events/counters.ts';
import type { RecordCall } from '../../desk/operation.ts';

export async function deliveriesList(
  db: Db,
  company: CompanyId,
  endpointId: string,
  query: DeliveriesQuery,
): Promise<ListSource> {
  await requireEndpoint(db, company, endpointId);
  return { list: attemptList, where: attemptsWhere(company, endpointId, query) };
}

export async function readDelivery(db: Db, company: CompanyId, endpointId: string, id: string): Promise<ListRow> {
  const endpoint = await requireEndpoint(db, company, endpointId);
  const { rows } = await readPage(db, attemptList, thisAttempt(company, endpointId, id), { limit: '1' });
  const row = rows[0] as (ListRow & { seq: number; eventId: string; type: string }) | undefined;
  if (row === undefined) throw notFound();
  const event = row.type === testType ? testEvent(row.eventId) : await eventFor(db, company, endpoint, row.seq);
  return { ...row, payload: event === undefined ? null : payloadOf(event, endpoint.partnerId) };
}

/** Undefined if the event is no longer stored, or this endpoint may not receive it. */
async function eventFor(
  db: Db,
  company: CompanyId,
  { partnerId }: Endpoint,
  seq: number,
): Promise<StoredEvent | undefined> {
  const event = await readEvent(db, company, partnerId, String(seq));
  const known: readonly string[] = partnerEventTypes;
  return event === undefined || (partnerId !== null && !known.includes(event.type)) ? undefined : event;
}

/** Also sends to an endpoint that is off, and stores the attempt. */
async function sendNow(
  deps: WebhookDeps,
  { company, operator }: RecordCall,
  endpoint: Endpoint,
  event: StoredEvent,
): Promise<ListRow> {
  const { pool, followers } = deps;
  const made = await attempt(deps, endpoint, event);
  const [action, data] = event.type === testType ? ['tested', {}] : ['resent', { seq: Number(event.seq) }];
  await lockedTransaction(pool, company, async (tx, now) => {
    await insertAttempts(tx, company, [{ ...made, endpointId: endpoint.id, askedBy: operator.id }]);
    // The endpoint answers again, so the next try is immediate.
    if (made.error === null) await tryNow(tx, company, endpoint.id, now);
    await auditWebhook(tx, company, operator, action, endpoint, now, data);
  });
  if (made.error === null) followers.wake(company);
  return readDelivery(pool, company, endpoint.id, made.id);
}

export async function testWebhook(deps: WebhookDeps, call: RecordCall): Promise<ListRow> {
  const endpoint = await requireEndpoint(deps.pool, call.company, call.id);
  return sendNow(deps, call, endpoint, testEvent(newId()));
}

export async function resend(
  deps: WebhookDeps,
  call: RecordCall<ResendForm>,
): Promise<{ webhook: ListRow; delivery?: ListRow }> {
  const { seq, since } = call.body;
  if ((seq === undefined) === (since === undefined))
    throw invalidBody([problemAt('seq', seq === undefined ? 'field.required' : 'field.invalid')]);
  const delivery = seq === undefined ? undefined : await resendOne(deps, call, seq);
  if (since !== undefined) await resendSince(deps, call, since);
  return {
    webhook: await readWebhook(deps.pool, call.company, call.id, 'administrator'),
    ...(delivery && { delivery }),
  };
}

async function resendOne(deps: WebhookDeps, call: RecordCall, seq: number): Promise<ListRow> {
  const { company, id } = call;
  const endpoint = await requireEndpoint(deps.pool, company, id);
  const event = await eventFor(deps.pool, company, endpoint, seq);
  if (event === undefined) throw new ApiError('webhook.event', { seq });
  return sendNow(deps, call, endpoint, event);
}

async function resendSince({ pool, followers }: WebhookDeps, { company, operator, id }: RecordCall, since: number) {
  await lockedTransaction(pool, company, async (tx, now) => {
    const endpoint = await requireEndpoint(tx, company, id, now);
    const to = await positionBefore(tx, company, since);
    const from = await goBack(tx, company, id, to);
    const changes = from === undefined ? [] : [{ field: 'position', from, to }];
    await auditWebhook(tx, company, operator, 'resent', endpoint, now, { since, changes });
  });
  followers.wake(company);
}

export async function skip(
  { pool, followers }: WebhookDeps,
  { company, operator, id, body: { seq } }: RecordCall<SkipForm>,
): Promise<void> {
  await lockedTransaction(pool, company, async (tx, now) => {
    const endpoint = await requireEndpoint(tx, company, id, now);
    const blocking = await lockBlockingEvent(tx, company, endpoint);
    if (blocking === undefined) throw conflict('webhook.skip', { why: 'nothing' });
    if (seq !== undefined && seq !== blocking.seq) throw conflict('webhook.skip', { why: 'other', seq: blocking.seq });
    await resetPosition(tx, company, id, blocking.seq);
    await auditWebhook(tx, company, operator, 'skipped', endpoint, now, { ...blocking });
  });
  followers.wake(company);
}
