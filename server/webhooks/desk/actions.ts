import { endpointsFor, endpointsWhere, thisEndpoint } from './queries.ts';
import type { WebhookForm, WebhookPatch, WebhooksQuery } from './schemas.ts';
import { checkedPartnerTypes, checkedUrl } from '../address.ts';
import { auditWebhook } from '../store.ts';
import { changeEndpoint, resetPosition, tryNow } from '../positions-store.ts';
import { sealSecret, newSecret } from '../secrets.ts';
import * as store from '../store.ts';
import { findPartnerById } from '../../partners/store.ts';
import type { OperatorDeps } from '../../deps.ts';
import type { ListSource } from '../../desk/lists.ts';
import { readEventNumbers } from '../../events/store.ts';
import { ApiError, notFound } from '../../errors/errors.ts';
import { readPage, type ListRow } from '../../ground/db/paging.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import type { Role } from '../../../common/permissions.ts';
import { newId } from '../../ground/db/ids.ts';
import { lockedTransaction } from '../../events/counters.ts';
import type { OperatorCall, RecordCall } from '../../desk/operation.ts';

export type WebhookDeps = Pick<OperatorDeps, 'pool' | 'config' | 'followers' | 'sealingKeys'>;

const maxEndpoints = 20;
const bothSignMs = 24 * 60 * 60 * 1000;

export const webhooksList = (company: CompanyId, role: Role, query: WebhooksQuery): ListSource => ({
  list: endpointsFor(role, company, new Date()),
  where: endpointsWhere(company, query),
});

export async function readWebhook(db: Db, company: CompanyId, id: string, role: Role): Promise<ListRow> {
  const list = endpointsFor(role, company, new Date());
  const { rows } = await readPage(db, list, thisEndpoint(company, id), { limit: '1' });
  if (rows[0] === undefined) throw notFound();
  return rows[0];
}

export async function requireEndpoint(
  db: Db,
  company: CompanyId,
  id: string,
  now = new Date(),
): Promise<store.Endpoint> {
  const endpoint = await store.readEndpoint(db, company, id, now);
  if (endpoint === undefined) throw notFound();
  return endpoint;
}

/** A company's own systems may choose any type. */
const checkedTypes = (types: readonly string[], partnerId: string | null): string[] =>
  partnerId === null ? [...types] : checkedPartnerTypes(types);

/** Only this answer contains the secret; neither the audit log nor the service's log does. */
export async function createWebhook(
  { pool, config, followers, sealingKeys }: WebhookDeps,
  { company, operator, body: form }: OperatorCall<WebhookForm>,
): Promise<{ id: string; secret: string }> {
  const partnerId = form.partnerId ?? null;
  const types = checkedTypes(form.types ?? [], partnerId);
  const url = await checkedUrl(config, form.url);
  const [id, secret] = [newId(), newSecret()];
  await lockedTransaction(pool, company, async (tx, now) => {
    if ((await store.countEndpoints(tx, company)) >= maxEndpoints)
      throw new ApiError('webhooks.many', { most: maxEndpoints });
    const partner = partnerId === null ? undefined : await findPartnerById(tx, company, partnerId);
    if (partnerId !== null && partner === undefined) throw new ApiError('partner.unknown');
    const seq =
      form.since === undefined
        ? (await readEventNumbers(tx, company)).newest
        : await positionBefore(tx, company, form.since);
    const sealed = sealSecret(sealingKeys, { companyId: company, id }, secret);
    const endpoint = { id, partnerId, url, types, secret: sealed, createdBy: operator.id };
    await store.insertEndpoint(tx, company, endpoint, String(seq), now);
    const data = { types, ...(partner && { partner: partner.name }), ...(form.since && { since: form.since }) };
    await auditWebhook(tx, company, operator, 'created', { id, url }, now, data);
  });
  followers.wake(company);
  return { id, secret };
}

/** `since` may be the number of the next event, which does not exist yet. */
export async function positionBefore(tx: Db, company: CompanyId, since: number): Promise<number> {
  const { first, newest } = await readEventNumbers(tx, company);
  if (since < first || since > newest + 1) throw new ApiError('webhook.since', { first, last: newest });
  return since - 1;
}

/** The audit log gets only the fields that change. */
export async function changeWebhook(
  { pool, config, followers }: WebhookDeps,
  { company, operator, id, body: patch }: RecordCall<WebhookPatch>,
): Promise<void> {
  const url = patch.url === undefined ? undefined : await checkedUrl(config, patch.url);
  await lockedTransaction(pool, company, async (tx, now) => {
    const was = await requireEndpoint(tx, company, id, now);
    const is = {
      url: url ?? was.url,
      types: patch.types === undefined ? was.types : checkedTypes(patch.types, was.partnerId),
    };
    const changes = await changeEndpoint(tx, was, is);
    const switched = patch.on === undefined || patch.on === (was.switchedOffAt === null) ? undefined : patch.on;
    if (switched === true) {
      await store.switchOn(tx, company, id);
      await resetPosition(tx, company, id);
    }
    if (switched === false) await store.switchOff(tx, company, { id, url: is.url }, 'operator', now);
    const endpoint = { id, url: was.url };
    if (changes.length > 0) await auditWebhook(tx, company, operator, 'updated', endpoint, now, { changes });
    if (switched !== undefined)
      await auditWebhook(tx, company, operator, switched ? 'switchedon' : 'switchedoff', endpoint, now, {
        changes: [{ field: 'on', from: !switched, to: switched }],
      });
  });
  followers.wake(company);
}

/** The next try is immediate, because the endpoint may have failed because of its secret. */
export async function changeWebhookSecret(
  { pool, followers, sealingKeys }: WebhookDeps,
  { company, operator, id }: RecordCall,
): Promise<{ secret: string }> {
  const secret = newSecret();
  await lockedTransaction(pool, company, async (tx, now) => {
    const endpoint = await requireEndpoint(tx, company, id, now);
    const sealed = sealSecret(sealingKeys, endpoint, secret);
    await store.changeSecret(tx, company, id, sealed, new Date(now.getTime() + bothSignMs));
    await tryNow(tx, company, id, now);
    await auditWebhook(tx, company, operator, 'secretchanged', endpoint, now);
  });
  followers.wake(company);
  return { secret };
}

export const removeWebhook = ({ pool }: WebhookDeps, { company, operator, id }: RecordCall): Promise<void> =>
  lockedTransaction(pool, company, async (tx, now) => {
    const endpoint = await requireEndpoint(tx, company, id, now);
    const { partnerId, types } = endpoint;
    const partner = partnerId === null ? undefined : await findPartnerById(tx, company, partnerId);
    await store.deleteEndpoint(tx, company, id);
    const data = { types, ...(partner && { partner: partner.name }) };
    await auditWebhook(tx, company, operator, 'deleted', endpoint, now, data);
  });
