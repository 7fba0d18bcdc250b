export interface PartnerRow {
  id: string;
  name: string;
  createdAt: string;
  tokens: number;
  /** Whether it may attach files to invoices that other partners have sent. */
  attachesToAll: boolean;
  lastUsedAt: string | null;
}

/** An access token or a client. */
export interface Credential {
  id: string;
  partner: string;
  scopes: string[];
  createdAt: string;
  expiresAt?: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
}

export const scopes = ['suppliers:read', 'suppliers:write', 'supplierinvoices:write', 'workorders:write'] as const;
