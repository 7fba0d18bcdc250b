import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The header webhook-signature, with one signature for each secret: during a change the receiver may have either. */
export const signatures = (secrets: readonly string[], id: string, timestamp: Date, body: string): string =>
  secrets.map((secret) => new Webhook(secret).sign(id, timestamp, body)).join(' ');
