import { deleteIssuedTokens } from './clients-store.ts';
import { issueClient, issueToken, type Holder } from './credentials.ts';
import { findCompany, insertCompany, type NamedRecord } from '../companies/store.ts';
import { findPartner, insertPartner } from './store.ts';
import type { Actor } from '../audit/record.ts';
import { CommandError } from '../errors/command-error.ts';
import { transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import { removeInSteps } from '../ground/db/remove-in-steps.ts';
import { newId } from '../ground/db/ids.ts';

/** The company and the partner are created if they are missing. */
export interface ClientRequest {
  company: string;
  partner: string;
  scopes: readonly string[];
  /** Undefined for the demo, which is not recorded. */
  by?: Actor;
}

export interface TokenRequest extends ClientRequest {
  expiresAt?: Date | undefined;
  name?: string | undefined;
}

type IssuedCredential<Credential> = Credential & Pick<Holder, 'made'>;

export const createToken = (
  pool: Pool,
  request: TokenRequest,
): Promise<IssuedCredential<{ id: string; token: string }>> => transaction(pool, (tx) => createTokenIn(tx, request));

export async function createTokenIn(
  tx: Db,
  { by, expiresAt, name, scopes, ...names }: TokenRequest,
): Promise<IssuedCredential<{ id: string; token: string }>> {
  const now = new Date();
  const holder = await ensureHolder(tx, names, now);
  return {
    ...(await issueToken(
      tx,
      holder,
      { by, scopes, expiresAt, name: name === undefined ? undefined : named('token', name) },
      now,
    )),
    made: holder.made,
  };
}

export const createClient = (
  pool: Pool,
  { by, scopes, ...names }: ClientRequest,
): Promise<IssuedCredential<{ id: string; secret: string }>> =>
  transaction(pool, async (tx) => {
    const now = new Date();
    const holder = await ensureHolder(tx, names, now);
    return { ...(await issueClient(tx, holder, { by, scopes }, now)), made: holder.made };
  });

async function ensureHolder(tx: Db, names: { company: string; partner: string }, now: Date): Promise<Holder> {
  const made: Holder['made'][number][] = [];
  const companyName = named('company', names.company);
  const isNewCompany = await insertCompany(tx, { id: newId(), name: companyName }, now);
  const company = (await findCompany(tx, companyName)) as NamedRecord<CompanyId>;
  if (isNewCompany) made.push({ type: 'company', ...company });
  const partnerName = named('partner', names.partner);
  const isNewPartner = await insertPartner(tx, company.id, { id: newId(), name: partnerName }, now);
  const partner = (await findPartner(tx, company.id, partnerName)) as NamedRecord;
  if (isNewPartner) made.push({ type: 'partner', ...partner });
  return { companyId: company.id, partner, made };
}

function named(what: string, name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > 255)
    throw new CommandError(`The name of a ${what} has 1 to 255 characters.`, 2);
  return trimmed;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Deletes tokens of clients that expired a day ago. Tokens that an administrator created stay, because people look up
 * when they ended.
 */
export const sweepIssuedTokens = (pool: Pool, now: Date, signal: AbortSignal): Promise<number> =>
  removeInSteps(signal, (limit) => deleteIssuedTokens(pool, new Date(now.getTime() - dayMs), limit));
