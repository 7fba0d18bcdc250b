import { v7 as uuidv7 } from 'uuid';
import { checkedTypes, checkedUrl } from './check.ts';
import { endpointsFor, thisEndpoint } from './queries.ts';
import type { WebhookForm, WebhookPatch } from './schemas.ts';
import { auditWebhook } from '../audit.ts';
import { beginAnew, tryNow } from '../mend-store.ts';
import { sealSecret } from '../secrets.ts';
import { newSecret } from '../sign.ts';
import {
  changeSecret,
  countEndpoints,
  deleteEndpoint,
  insertEndpoint,
  readEndpoint,
  switchOff,
  switchOn,
  updateEndpoint,
  type Endpoint,
} from '../store.ts';
import { findPartnerById } from '../../access/store.ts';
import type { OperatorDeps } from '../../deps.ts';
import { readKept } from '../../events/kept-store.ts';
import { ApiError, notFound } from '../../errors/errors.ts';
import { repeated } from '../../ground/db/batch.ts';
import { lockCounters } from '../../events/counters.ts';
import { readPage, type Row } from '../../ground/db/paging.ts';
import { transaction, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';
import type { Operator, Role } from '../../operators/permissions.ts';

/** What the actions of this slice need, and for whom they act. */
export type Manages = Pick<OperatorDeps, 'pool' | 'config' | 'followers' | 'sealingKeys'>;

const mostEndpoints = 20;
/** How long the secret before signs beside the new one. */
const bothSignMs = 24 * 60 * 60 * 1000;

export async function readWebhook(db: Db, company: CompanyId, id: string, role: Role): Promise<Row> {
  const list = endpointsFor(role, company, new Date());
  const { rows } = await readPage(db, list, thisEndpoint(company, id), { limit: '1' });
  if (rows[0] === undefined) throw notFound();
  return rows[0];
}

/** One after the other in a company: the counters' lock comes first, as everywhere, and no event is numbered meanwhile. */
export const changing = <T>(pool: Pool, company: CompanyId, work: (tx: Db, now: Date) => Promise<T>): Promise<T> =>
  repeated(() =>
    transaction(pool, async (tx) => {
      await lockCounters(tx, company);
      return work(tx, new Date());
    }),
  );

export async function requireEndpoint(db: Db, company: CompanyId, id: string, now: Date): Promise<Endpoint> {
  const endpoint = await readEndpoint(db, company, id, now);
  if (endpoint === undefined) throw notFound();
  return endpoint;
}

/** The secret is shown once; the audit log and the log never see it. */
export async function createWebhook(
  { pool, config, followers, sealingKeys }: Manages,
  company: CompanyId,
  operator: Operator,
  form: WebhookForm,
): Promise<{ id: string; secret: string }> {
  const partnerId = form.partnerId ?? null;
  const types = checkedTypes(form.types ?? [], partnerId);
  const url = await checkedUrl(config, form.url);
  const [id, secret] = [uuidv7(), newSecret()];
  await changing(pool, company, async (tx, now) => {
    if ((await countEndpoints(tx, company)) >= mostEndpoints)
      throw new ApiError('webhooks.many', { most: mostEndpoints });
    const partner = partnerId === null ? undefined : await findPartnerById(tx, company, partnerId);
    if (partnerId !== null && partner === undefined) throw new ApiError('partner.unknown');
    const seq = form.since === undefined ? (await readKept(tx, company)).newest : await before(tx, company, form.since);
    const sealed = sealSecret(sealingKeys, { companyId: company, id }, secret);
    const endpoint = { id, partnerId, url, types, secret: sealed, createdBy: operator.id };
    await insertEndpoint(tx, company, endpoint, String(seq), now);
    const data = { types, ...(partner && { partner: partner.name }), ...(form.since && { since: form.since }) };
    await auditWebhook(tx, company, operator, 'created', { id, url }, now, data);
  });
  followers.wake(company);
  return { id, secret };
}

/** The position from which on the events from this number are sent; it may be the next one, which is not there yet. */
export async function before(tx: Db, company: CompanyId, since: number): Promise<number> {
  const { first, newest } = await readKept(tx, company);
  if (since < first || since > newest + 1) throw new ApiError('webhook.since', { first, last: newest });
  return since - 1;
}

/** What is so already stays as it is, and is not recorded again. */
export async function changeWebhook(
  { pool, config, followers }: Manages,
  company: CompanyId,
  operator: Operator,
  id: string,
  patch: WebhookPatch,
): Promise<void> {
  const url = patch.url === undefined ? undefined : await checkedUrl(config, patch.url);
  await changing(pool, company, async (tx, now) => {
    const was = await requireEndpoint(tx, company, id, now);
    const is = {
      url: url ?? was.url,
      types: patch.types === undefined ? was.types : checkedTypes(patch.types, was.partnerId),
    };
    const isMoved = is.url !== was.url;
    const changes = [
      ...(isMoved ? [{ field: 'url', from: was.url, to: is.url }] : []),
      ...(is.types.join(' ') === was.types.join(' ') ? [] : [{ field: 'types', from: was.types, to: is.types }]),
    ];
    const switched = patch.on === undefined || patch.on === (was.switchedOffAt === null) ? undefined : patch.on;
    if (changes.length > 0) await updateEndpoint(tx, company, id, is);
    if (switched === true) await switchOn(tx, company, id);
    if (switched === false) await switchOff(tx, company, { id, url: is.url }, 'operator', now);
    // Whoever changes the address, or switches it on, has mended something: it is not kept waiting for the next try.
    if (isMoved || switched === true) await beginAnew(tx, company, id);
    const endpoint = { id, url: was.url };
    if (changes.length > 0) await auditWebhook(tx, company, operator, 'updated', endpoint, now, { changes });
    if (switched !== undefined)
      await auditWebhook(tx, company, operator, switched ? 'switchedon' : 'switchedoff', endpoint, now, {
        changes: [{ field: 'on', from: !switched, to: switched }],
      });
  });
  followers.wake(company);
}

/** An endpoint that failed because of its secret need not wait for its next try. */
export async function changeWebhookSecret(
  { pool, followers, sealingKeys }: Manages,
  company: CompanyId,
  operator: Operator,
  id: string,
): Promise<{ secret: string }> {
  const secret = newSecret();
  await changing(pool, company, async (tx, now) => {
    const endpoint = await requireEndpoint(tx, company, id, now);
    const sealed = sealSecret(sealingKeys, endpoint, secret);
    await changeSecret(tx, company, id, sealed, new Date(now.getTime() + bothSignMs));
    await tryNow(tx, company, id, now);
    await auditWebhook(tx, company, operator, 'secretchanged', endpoint, now);
  });
  followers.wake(company);
  return { secret };
}

export const removeWebhook = ({ pool }: Manages, company: CompanyId, operator: Operator, id: string): Promise<void> =>
  changing(pool, company, async (tx, now) => {
    const endpoint = await requireEndpoint(tx, company, id, now);
    const { partnerId, types } = endpoint;
    const partner = partnerId === null ? undefined : await findPartnerById(tx, company, partnerId);
    await deleteEndpoint(tx, company, id);
    const data = { types, ...(partner && { partner: partner.name }) };
    await auditWebhook(tx, company, operator, 'deleted', endpoint, now, data);
  });
