import { v7 as uuidv7 } from 'uuid';
import { before, changing, readWebhook, requireEndpoint, type Manages } from './actions.ts';
import { attemptList, thisAttempt } from './queries.ts';
import type { ResendForm, SkipForm } from './schemas.ts';
import { attempt } from '../attempt.ts';
import { insertAttempt } from '../attempts-store.ts';
import { auditWebhook } from '../audit.ts';
import { goBack, lockHolding, passOver, tryNow } from '../mend-store.ts';
import { partnerEventTypes } from '../../../common/events.ts';
import { payloadOf, testEvent, testType, type StoredEvent } from '../payload.ts';
import { readEvent, type Endpoint } from '../store.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { ApiError, conflict, invalidBody, notFound } from '../../errors/errors.ts';
import { readPage, type Row } from '../../ground/db/paging.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import type { Operator } from '../../operators/permissions.ts';

/** One try with what was sent. */
export async function readDelivery(db: Db, company: CompanyId, endpointId: string, id: string): Promise<Row> {
  const endpoint = await requireEndpoint(db, company, endpointId, new Date());
  const { rows } = await readPage(db, attemptList, thisAttempt(company, endpointId, id), { limit: '1' });
  const row = rows[0] as (Row & { seq: number; eventId: string; type: string }) | undefined;
  if (row === undefined) throw notFound();
  const event = row.type === testType ? testEvent(row.eventId) : await sendable(db, company, endpoint, row.seq);
  return { ...row, payload: event === undefined ? null : payloadOf(event, endpoint.partnerId) };
}

/** An event that is kept and that this endpoint may be told of. */
async function sendable(
  db: Db,
  company: CompanyId,
  { partnerId }: Endpoint,
  seq: number,
): Promise<StoredEvent | undefined> {
  const event = await readEvent(db, company, partnerId, String(seq));
  const known: readonly string[] = partnerEventTypes;
  return event === undefined || (partnerId !== null && !known.includes(event.type)) ? undefined : event;
}

/** Sends one message now, whether or not the endpoint is on, and keeps how it went. */
async function sendNow(
  deps: Manages,
  company: CompanyId,
  operator: Operator,
  endpoint: Endpoint,
  event: StoredEvent,
): Promise<Row> {
  const { pool, followers } = deps;
  const made = await attempt(deps, endpoint, event);
  await changing(pool, company, async (tx, now) => {
    await insertAttempt(tx, company, endpoint.id, made, operator.id);
    // It answers again, so what waits for the next try need not.
    if (made.error === null) await tryNow(tx, company, endpoint.id, now);
    const action = event.type === testType ? 'tested' : 'resent';
    await auditWebhook(
      tx,
      company,
      operator,
      action,
      endpoint,
      now,
      event.type === testType ? {} : { seq: Number(event.seq) },
    );
  });
  if (made.error === null) followers.wake(company);
  return readDelivery(pool, company, endpoint.id, made.id);
}

export async function testWebhook(deps: Manages, company: CompanyId, operator: Operator, id: string): Promise<Row> {
  const endpoint = await requireEndpoint(deps.pool, company, id, new Date());
  return sendNow(deps, company, operator, endpoint, testEvent(uuidv7()));
}

/** One event at once, or all since a number in order. */
export async function resend(
  deps: Manages,
  company: CompanyId,
  operator: Operator,
  id: string,
  { seq, since }: ResendForm,
): Promise<{ webhook: Row; delivery?: Row }> {
  if ((seq === undefined) === (since === undefined))
    throw invalidBody([problemAt('seq', seq === undefined ? 'field.required' : 'field.invalid')]);
  const delivery = seq === undefined ? undefined : await resendOne(deps, company, operator, id, seq);
  if (since !== undefined) await resendSince(deps, company, operator, id, since);
  return { webhook: await readWebhook(deps.pool, company, id, 'administrator'), ...(delivery && { delivery }) };
}

async function resendOne(deps: Manages, company: CompanyId, operator: Operator, id: string, seq: number): Promise<Row> {
  const endpoint = await requireEndpoint(deps.pool, company, id, new Date());
  const event = await sendable(deps.pool, company, endpoint, seq);
  if (event === undefined) throw new ApiError('webhook.event', { seq });
  return sendNow(deps, company, operator, endpoint, event);
}

async function resendSince(
  { pool, followers }: Manages,
  company: CompanyId,
  operator: Operator,
  id: string,
  since: number,
): Promise<void> {
  await changing(pool, company, async (tx, now) => {
    const endpoint = await requireEndpoint(tx, company, id, now);
    const to = await before(tx, company, since);
    const from = await goBack(tx, company, id, to);
    const changes = from === undefined ? [] : [{ field: 'position', from, to }];
    await auditWebhook(tx, company, operator, 'resent', endpoint, now, { since, changes });
  });
  followers.wake(company);
}

/** Passes over the event that was tried in vain, so that those behind it are sent. */
export async function skip(
  { pool, followers }: Manages,
  company: CompanyId,
  operator: Operator,
  id: string,
  { seq }: SkipForm,
): Promise<void> {
  await changing(pool, company, async (tx, now) => {
    const endpoint = await requireEndpoint(tx, company, id, now);
    const holding = await lockHolding(tx, company, endpoint);
    if (holding === undefined) throw conflict('webhook.skip', { why: 'nothing' });
    if (seq !== undefined && String(seq) !== holding.seq)
      throw conflict('webhook.skip', { why: 'other', seq: Number(holding.seq) });
    await passOver(tx, company, id, holding.seq);
    await auditWebhook(tx, company, operator, 'skipped', endpoint, now, {
      seq: Number(holding.seq),
      type: holding.type,
    });
  });
  followers.wake(company);
}
