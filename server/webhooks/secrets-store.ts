import type { CompanyId, Db } from '../ground/db/pool.ts';

/** The secrets of an endpoint as they are stored. */
export interface StoredSecrets {
  id: string;
  secret: string;
  former: string | null;
}

export async function listSecrets(db: Db, company: CompanyId): Promise<StoredSecrets[]> {
  const { rows } = await db.query<StoredSecrets>({
    name: 'list-webhook-secrets',
    text: 'SELECT id, secret, former_secret AS former FROM webhook_endpoints WHERE company_id = $1 ORDER BY id',
    values: [company],
  });
  return rows;
}

/** Nothing is changed if somebody has changed them meanwhile. */
export async function replaceSecrets(
  db: Db,
  company: CompanyId,
  was: StoredSecrets,
  { secret, former }: Omit<StoredSecrets, 'id'>,
): Promise<void> {
  await db.query(
    `UPDATE webhook_endpoints SET secret = $5, former_secret = $6
     WHERE company_id = $1 AND id = $2 AND secret = $3 AND former_secret IS NOT DISTINCT FROM $4`,
    [company, was.id, was.secret, was.former, secret, former],
  );
}
