import type { CompanyId, Db } from '../ground/db/pool.ts';

/** A use of a token, or of the client that the token was issued to. */
export interface CredentialUse {
  companyId: CompanyId;
  partnerId: string;
  credentialId: string;
}

const intervalMs = 60_000;
const maxRemembered = 10_000;

/**
 * Stores the times at which tokens and clients are used, to the minute, in the background. A use that could not be
 * stored is stored with the next one.
 */
export function rememberUses(db: Db): (use: CredentialUse) => void {
  const storedAt = new Map<string, number>();
  return ({ companyId, partnerId, credentialId }) => {
    const now = Date.now();
    if (now - (storedAt.get(credentialId) ?? 0) < intervalMs) return;
    if (storedAt.size >= maxRemembered) storedAt.clear();
    storedAt.set(credentialId, now);
    db.query({
      name: 'note-credential-use',
      // Another process may have stored a use a moment ago.
      text: `INSERT INTO credential_uses AS use (company_id, credential_id, partner_id, used_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (company_id, credential_id) DO UPDATE SET used_at = excluded.used_at WHERE use.used_at <= $5`,
      values: [companyId, credentialId, partnerId, new Date(now), new Date(now - intervalMs)],
    }).catch(() => storedAt.delete(credentialId));
  };
}
