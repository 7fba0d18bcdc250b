import { type CompanyId, type Db, rowOf, rowsOf, touchesRow, execute } from '../ground/db/pool.ts';
import { revokeWhere, type RevokedCredential } from './store.ts';

export interface Client {
  id: string;
  secretHash: Buffer;
  companyId: CompanyId;
  partnerId: string;
  scopes: string[];
  isSandbox: boolean;
}

export const insertClient = (
  tx: Db,
  client: Omit<Client, 'scopes' | 'isSandbox'> & { scopes: readonly string[] },
  now: Date,
): Promise<void> =>
  execute(
    tx,
    'INSERT INTO clients (id, secret_hash, company_id, partner_id, scopes, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [client.id, client.secretHash, client.companyId, client.partnerId, client.scopes, now],
  );

export const findClient = (db: Db, id: string): Promise<Client | undefined> =>
  rowOf(db, {
    name: 'find-client',
    text: `SELECT clients.id, secret_hash AS "secretHash", company_id AS "companyId", partner_id AS "partnerId", scopes,
             sandbox_of IS NOT NULL AS "isSandbox"
           FROM clients JOIN companies ON companies.id = company_id WHERE clients.id = $1 AND revoked_at IS NULL`,
    values: [id],
  });

export interface ListedClient {
  id: string;
  company: string;
  partner: string;
  scopes: string[];
  createdAt: Date;
  revokedAt: Date | null;
}

export const listClients = (db: Db): Promise<ListedClient[]> =>
  rowsOf(
    db,
    `SELECT clients.id, companies.name AS company, partners.name AS partner, scopes,
            clients.created_at AS "createdAt", revoked_at AS "revokedAt"
     FROM clients
     JOIN partners ON partners.company_id = clients.company_id AND partners.id = partner_id
     JOIN companies ON companies.id = clients.company_id
     ORDER BY companies.name, partners.name, clients.created_at`,
  );

export async function revokeClient(
  tx: Db,
  id: string,
  now: Date,
  of?: CompanyId,
): Promise<RevokedCredential | undefined> {
  const [where, values] = of === undefined ? ['id = $1', [id]] : ['id = $1 AND company_id = $2', [id, of]];
  const revoked = await revokeWhere(tx, 'clients', where, values, now);
  if (revoked?.now)
    await tx.query(
      'UPDATE access_tokens SET revoked_at = coalesce(revoked_at, $3) WHERE company_id = $1 AND client_id = $2',
      [revoked.companyId, revoked.id, now],
    );
  return revoked;
}

export const revokeIssued = (db: Db, clientId: string, hash: Buffer, now: Date): Promise<boolean> =>
  touchesRow(db, 'UPDATE access_tokens SET revoked_at = $3 WHERE client_id = $1 AND hash = $2 AND revoked_at IS NULL', [
    clientId,
    hash,
    now,
  ]);

/** Deletes by key, so that a replicated statement deletes the same rows everywhere. */
export async function deleteIssuedTokens(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await db.query<{ hash: Buffer }>(
    'SELECT hash FROM access_tokens WHERE client_id IS NOT NULL AND expires_at < $1 LIMIT $2',
    [before, limit],
  );
  await db.query('DELETE FROM access_tokens WHERE hash = ANY ($1)', [rows.map(({ hash }) => hash)]);
  return rows.length;
}
