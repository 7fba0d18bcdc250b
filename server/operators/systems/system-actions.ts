import { insertOperatorToken, revokeOperatorToken, revokeTokensOf } from '../admin-store.ts';
import { disableSystem, insertSystem, lockSystem, systemList, systemsWhere, type System } from './system-store.ts';
import { audit, type Actor } from '../../audit/record.ts';
import { conflict, notFound } from '../../errors/errors.ts';
import { transaction, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';
import { hashToken, newOperatorToken } from '../../ground/secrets/tokens.ts';
import { newId } from '../../ground/db/ids.ts';

export interface NewToken {
  name: string;
  /** By default a system's token never expires: bookkeeping must not stop by itself one day. */
  expiresAt: Date | undefined;
}

export const systemsIn = (company: CompanyId) => ({ list: systemList, where: systemsWhere(company) });

const of = (action: string, systemId: string, data: object) => ({
  action,
  subjectType: 'system',
  subjectId: systemId.toLowerCase(),
  data,
});

export function createSystem(pool: Pool, company: CompanyId, actor: Actor, { name, expiresAt }: NewToken) {
  return transaction(pool, async (tx) => {
    const [id, now] = [newId(), new Date()];
    await insertSystem(tx, company, { id, name }, now);
    const made = await issue(tx, id, { name, expiresAt }, now);
    await audit(tx, company, actor, of('system.created', id, { name, tokenId: made.id, expiresAt }), now);
    return { id, token: made.token };
  });
}

async function issue(tx: Db, operatorId: string, { name, expiresAt }: NewToken, now: Date) {
  const [id, token] = [newId(), newOperatorToken()];
  await insertOperatorToken(tx, { hash: hashToken(token), id, operatorId, name, createdAt: now, expiresAt });
  return { id, token };
}

async function requireSystem(tx: Db, company: CompanyId, id: string): Promise<System> {
  const system = await lockSystem(tx, company, id);
  if (system === undefined) throw notFound();
  return system;
}

/** A second token lets the system replace the first one without a gap. */
export function createSystemToken(
  pool: Pool,
  company: CompanyId,
  actor: Actor,
  id: string,
  { name, expiresAt }: Partial<NewToken>,
): Promise<{ id: string; token: string }> {
  return transaction(pool, async (tx) => {
    const now = new Date();
    const system = await requireSystem(tx, company, id);
    if (system.disabled) throw conflict('system.disabled', {});
    const made = await issue(tx, id, { name: name ?? system.name, expiresAt }, now);
    const data = { system: system.name, name: name ?? system.name, tokenId: made.id, expiresAt };
    await audit(tx, company, actor, of('systemtoken.created', id, data), now);
    return made;
  });
}

export function revokeSystemToken(pool: Pool, company: CompanyId, actor: Actor, id: string, tokenId: string) {
  return transaction(pool, async (tx) => {
    const now = new Date();
    const system = await requireSystem(tx, company, id);
    const revoked = await revokeOperatorToken(tx, id, tokenId, now);
    if (revoked === undefined) throw notFound();
    const data = { system: system.name, name: revoked.name, tokenId: tokenId.toLowerCase() };
    if (revoked.now) await audit(tx, company, actor, of('systemtoken.revoked', id, data), now);
  });
}

/** Histories keep the system's name. */
export function shutOffSystem(pool: Pool, company: CompanyId, actor: Actor, id: string): Promise<void> {
  return transaction(pool, async (tx) => {
    const now = new Date();
    const system = await requireSystem(tx, company, id);
    if (system.disabled) return;
    await disableSystem(tx, id, now);
    const tokensRevoked = await revokeTokensOf(tx, id, now);
    await audit(tx, company, actor, of('system.disabled', id, { name: system.name, tokensRevoked }), now);
  });
}
