import { readCompanyName } from '../companies/store.ts';
import type { TokenGrant } from '../partners/store.ts';
import type { Db } from '../ground/db/pool.ts';

export async function whoIs(db: Db, { partner, scopes, expiresAt }: TokenGrant) {
  const { id, name, companyId, isSandbox } = partner;
  return {
    partner: { id, name },
    company: { id: companyId, name: await readCompanyName(db, companyId) },
    scopes,
    expiresAt: expiresAt?.getTime() ?? null,
    sandbox: isSandbox,
  };
}
