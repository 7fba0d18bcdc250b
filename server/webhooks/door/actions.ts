import type { OwnWebhookForm, OwnWebhookPatch } from './schemas.ts';
import { checkedPartnerTypes, checkedUrl } from '../address.ts';
import { attempt } from '../attempt.ts';
import {
  countEndpointsOf,
  managesWebhooks,
  readOwnAttempts,
  readOwnEndpoints,
  type OwnAttempt,
  type OwnEndpoint,
} from '../own-store.ts';
import { readableTypes, testEvent, testType, typesFor, type StoredEvent } from '../payload.ts';
import { changeEndpoint, insertAttempts, resetPosition, tryNow } from '../positions-store.ts';
import { newSecret, sealSecret } from '../secrets.ts';
import * as store from '../store.ts';
import type { DoorDeps } from '../../deps.ts';
import { ApiError, conflict } from '../../errors/errors.ts';
import { lockedTransaction } from '../../events/counters.ts';
import { readEventNumbers } from '../../events/store.ts';
import { isUuid, newId } from '../../ground/db/ids.ts';
import type { Db } from '../../ground/db/pool.ts';
import type { Partner, TokenGrant } from '../../partners/store.ts';

export type OwnWebhookDeps = Pick<DoorDeps, 'pool' | 'config' | 'followers' | 'sealingKeys'>;

export interface OwnWebhookCall {
  grant: TokenGrant;
  traceId: string;
}

/** Those that a partner makes itself, in addition to the company's. */
export const maxOwnEndpoints = 5;
const bothSignMs = 24 * 60 * 60 * 1000;

export const webhookUnknown = () => new ApiError('webhook.unknown');

async function requireAllowed(db: Db, { companyId, id }: Partner): Promise<void> {
  if ((await managesWebhooks(db, companyId, id)) !== true) throw new ApiError('webhooks.off');
}

async function requireOwn(db: Db, partner: Partner, id: string, now = new Date()): Promise<store.Endpoint> {
  await requireAllowed(db, partner);
  const endpoint = isUuid(id) ? await store.readEndpoint(db, partner.companyId, id, now) : undefined;
  if (endpoint?.partnerId !== partner.id) throw webhookUnknown();
  return endpoint;
}

/** Must be the last statement of the transaction. */
const record = (
  tx: Db,
  { grant: { partner }, traceId }: OwnWebhookCall,
  action: string,
  endpoint: { id: string; url: string },
  now: Date,
  data: object = {},
) => {
  const about = { ...data, partnerId: partner.id, traceId };
  return store.auditWebhook(tx, partner.companyId, { id: null, name: partner.name }, action, endpoint, now, about);
};

/** Only this answer has the secret. */
export async function createOwn(
  { pool, config, followers, sealingKeys }: OwnWebhookDeps,
  call: OwnWebhookCall,
  form: OwnWebhookForm,
): Promise<{ id: string; secret: string }> {
  const { partner, scopes } = call.grant;
  const { companyId: company } = partner;
  await requireAllowed(pool, partner);
  const types = checkedPartnerTypes(form.types ?? [], readableTypes(scopes));
  const url = await checkedUrl(config, form.url);
  const [id, secret] = [newId(), newSecret()];
  await lockedTransaction(pool, company, async (tx, now) => {
    await requireAllowed(tx, partner);
    if ((await countEndpointsOf(tx, company, partner.id)) >= maxOwnEndpoints)
      throw conflict('webhooks.own', { most: maxOwnEndpoints });
    const { newest } = await readEventNumbers(tx, company);
    const sealed = sealSecret(sealingKeys, { companyId: company, id }, secret);
    const endpoint = { id, partnerId: partner.id, url, types, secret: sealed, createdBy: partner.id };
    await store.insertEndpoint(tx, company, { ...endpoint, isMadeByPartner: true }, String(newest), now);
    await record(tx, call, 'created', { id, url }, now, { types, partner: partner.name });
  });
  followers.wake(company);
  return { id, secret };
}

export async function listOwn(db: Db, partner: Partner) {
  await requireAllowed(db, partner);
  return (await readOwnEndpoints(db, partner.companyId, partner.id, new Date())).map(shownEndpoint);
}

export async function readOwn(db: Db, partner: Partner, id: string) {
  await requireOwn(db, partner, id);
  const [endpoint] = await readOwnEndpoints(db, partner.companyId, partner.id, new Date(), id);
  if (endpoint === undefined) throw webhookUnknown();
  return shownEndpoint(endpoint);
}

const changing = async (
  { pool, followers }: OwnWebhookDeps,
  { grant: { partner } }: OwnWebhookCall,
  id: string,
  act: (tx: Db, endpoint: store.Endpoint, now: Date) => Promise<void>,
): Promise<void> => {
  await lockedTransaction(pool, partner.companyId, async (tx, now) =>
    act(tx, await requireOwn(tx, partner, id, now), now),
  );
  followers.wake(partner.companyId);
};

/**
 * False if nothing differs. At another address it must not receive events that the token may not read. The secret
 * stays, and events that wait are sent to the new address.
 */
export async function changeOwn(
  deps: OwnWebhookDeps,
  call: OwnWebhookCall,
  id: string,
  patch: OwnWebhookPatch,
): Promise<boolean> {
  const { partner, scopes } = call.grant;
  await requireOwn(deps.pool, partner, id);
  const readable = readableTypes(scopes);
  const types = patch.types && checkedPartnerTypes(patch.types, readable);
  const url = patch.url && (await checkedUrl(deps.config, patch.url));
  let isChanged = false;
  await changing(deps, call, id, async (tx, was, now) => {
    const is = { url: url ?? was.url, types: types ?? was.types };
    if (is.url !== was.url) checkedPartnerTypes(typesFor({ ...was, types: is.types }), readable);
    const changes = await changeEndpoint(tx, was, is);
    isChanged = changes.length > 0;
    if (isChanged) await record(tx, call, 'updated', was, now, { changes });
  });
  return isChanged;
}

export async function changeOwnSecret(deps: OwnWebhookDeps, call: OwnWebhookCall, id: string) {
  const secret = newSecret();
  await changing(deps, call, id, async (tx, endpoint, now) => {
    const { companyId } = endpoint;
    const until = new Date(now.getTime() + bothSignMs);
    await store.changeSecret(tx, companyId, endpoint.id, sealSecret(deps.sealingKeys, endpoint, secret), until);
    await tryNow(tx, companyId, endpoint.id, now);
    await record(tx, call, 'secretchanged', endpoint, now);
  });
  return { secret };
}

const switched = (on: boolean) => ({ changes: [{ field: 'on', from: !on, to: on }] });

/** What the company switched off stays off for its reason. */
export const pauseOwn = (deps: OwnWebhookDeps, call: OwnWebhookCall, id: string) =>
  changing(deps, call, id, async (tx, endpoint, now) => {
    if (await store.switchOff(tx, endpoint.companyId, endpoint, 'partner', now))
      await record(tx, call, 'switchedoff', endpoint, now, switched(false));
  });

export const resumeOwn = (deps: OwnWebhookDeps, call: OwnWebhookCall, id: string) =>
  changing(deps, call, id, async (tx, endpoint, now) => {
    if (endpoint.switchedOffAt === null) return;
    if (endpoint.switchedOffFor === 'operator') throw conflict('webhook.locked', {});
    await store.switchOn(tx, endpoint.companyId, endpoint.id);
    await resetPosition(tx, endpoint.companyId, endpoint.id);
    await record(tx, call, 'switchedon', endpoint, now, switched(true));
  });

export const removeOwn = (deps: OwnWebhookDeps, call: OwnWebhookCall, id: string) =>
  changing(deps, call, id, async (tx, endpoint, now) => {
    await store.deleteEndpoint(tx, endpoint.companyId, endpoint.id);
    await record(tx, call, 'deleted', endpoint, now, { types: endpoint.types, partner: call.grant.partner.name });
  });

export async function listOwnDeliveries(
  db: Db,
  partner: Partner,
  id: string,
  { limit, after }: { limit: number; after: string | undefined },
) {
  const endpoint = await requireOwn(db, partner, id);
  if (after !== undefined && !isUuid(after)) throw new ApiError('query.invalid', { why: 'after' });
  const found = await readOwnAttempts(db, partner.companyId, endpoint.id, { before: after, limit: limit + 1 });
  const deliveries = found.slice(0, limit);
  const last = deliveries.at(-1);
  return {
    deliveries: deliveries.map(shownAttempt),
    ...(found.length > deliveries.length && last && { next: last.id }),
  };
}

export async function testOwn(deps: OwnWebhookDeps, call: OwnWebhookCall, id: string) {
  return sendNow(deps, call, await requireOwn(deps.pool, call.grant.partner, id), testEvent(newId()));
}

/** Sends one event at once, if the token may read it. */
export async function resendOwn(deps: OwnWebhookDeps, call: OwnWebhookCall, id: string, seq: number) {
  const { partner, scopes } = call.grant;
  const endpoint = await requireOwn(deps.pool, partner, id);
  const event = await store.readEvent(deps.pool, partner.companyId, partner.id, String(seq));
  const readable: readonly string[] = readableTypes(scopes);
  if (event === undefined || !readable.includes(event.type)) throw new ApiError('webhook.event', { seq });
  return sendNow(deps, call, endpoint, event);
}

async function sendNow(deps: OwnWebhookDeps, call: OwnWebhookCall, endpoint: store.Endpoint, event: StoredEvent) {
  const { pool, followers } = deps;
  const { companyId: company, id: endpointId } = endpoint;
  const made = await attempt(deps, endpoint, event);
  const [action, data] = event.type === testType ? ['tested', {}] : ['resent', { seq: Number(event.seq) }];
  await lockedTransaction(pool, company, async (tx, now) => {
    await insertAttempts(tx, company, [{ ...made, endpointId, askedBy: call.grant.partner.id }]);
    if (made.error === null) await tryNow(tx, company, endpointId, now);
    await record(tx, call, action as string, endpoint, now, data as object);
  });
  if (made.error === null) followers.wake(company);
  return shownAttempt({ ...made, seq: Number(made.seq), at: made.triedAt });
}

const timeOr = (name: string, at: Date | null) => (at === null ? {} : { [name]: at.getTime() });

const shownEndpoint = (endpoint: OwnEndpoint) => {
  const { id, url, types, state, tries, createdAt, switchedOffFor: why } = endpoint;
  return {
    id,
    url,
    types,
    state,
    tries,
    createdAt: createdAt.getTime(),
    ...timeOr('formerSecretUntil', endpoint.formerSecretUntil),
    ...timeOr('switchedOffAt', endpoint.switchedOffAt),
    ...(why !== null && { switchedOffFor: why === 'operator' ? 'company' : why }),
    ...timeOr('failingSince', endpoint.failingSince),
    ...timeOr('nextTryAt', endpoint.nextTryAt),
    ...timeOr('deliveredAt', endpoint.deliveredAt),
  };
};

/** Without the text of the answer: it would show what a server says that only this service can reach. */
const shownAttempt = ({ id, seq, eventId, type, at, tookMs, status, error }: OwnAttempt) => ({
  id,
  seq,
  eventId,
  type,
  at: at.getTime(),
  tookMs,
  outcome: error === null ? 'delivered' : 'failed',
  ...(status !== null && { status }),
  ...(error !== null && { error }),
});
