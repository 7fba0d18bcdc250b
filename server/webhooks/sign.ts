import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** What a receiver checks signatures with. It is shown once. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The header webhook-signature: one signature for each secret, since a receiver may know either while they change. */
export const signatures = (secrets: readonly string[], id: string, timestamp: Date, body: string): string =>
  secrets.map((secret) => new Webhook(secret).sign(id, timestamp, body)).join(' ');
