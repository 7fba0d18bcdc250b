import { findByLink, findRecipient } from './links-store.ts';
import { beginStep } from './steps.ts';
import { roleOf } from '../../../common/permissions.ts';
import { findDemands } from '../../companies/store.ts';
import { hasDecidedSince } from '../../decisions/store.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { linkPrefix } from '../../ground/secrets/tokens.ts';
import { unmetDemand, type InvoiceLink, type SignedInOperator } from '../../people/demands.ts';

/** The row of a link is a step that can be taken often. It ends with the other steps and the sessions of its operator. */
const kind = 'invoice link';
const linkMs = 7 * 24 * 3_600_000;

const sessionOf = (hasFactor: boolean) => ({ way: 'link', provedAt: null, isSpent: false, hasFactor });

/**
 * Makes the keys of links to these invoices. None for an operator who has to sign in. The database stores their hashes:
 * a random key can be revoked, which a signed one could not be.
 */
export async function makeLinks(
  db: Db,
  { companyId, operatorId }: { companyId: CompanyId; operatorId: string },
  invoiceIds: readonly string[],
  now: Date,
): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  const recipient = await findRecipient(db, operatorId);
  const role = recipient && roleOf(recipient, companyId);
  const demands = await findDemands(db, companyId);
  if (role === undefined || demands === undefined) return keys;
  if (unmetDemand(demands, sessionOf(recipient?.hasFactor === true), role) !== undefined) return keys;
  for (const invoiceId of invoiceIds) {
    const data: InvoiceLink = { companyId, invoiceId };
    const key = await beginStep(db, { kind, operatorId, data }, new Date(now.getTime() + linkMs));
    keys.set(invoiceId, `${linkPrefix}${key}`);
  }
  return keys;
}

/** Undefined if the link has expired, its operator cannot act, or has decided about the invoice since it was made. */
export async function findLinked(db: Db, hash: Buffer, now: Date): Promise<SignedInOperator | undefined> {
  const found = await findByLink(db, kind, hash, now);
  if (found === undefined) return undefined;
  const { expiresAt, hasFactor, ...operator } = found;
  const madeAt = new Date(expiresAt.getTime() - linkMs);
  const { companyId, invoiceId } = operator.link;
  if (await hasDecidedSince(db, companyId as CompanyId, invoiceId, { operatorId: operator.id, since: madeAt }))
    return undefined;
  return { ...operator, session: sessionOf(hasFactor) };
}
