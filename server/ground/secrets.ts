import { createHash, randomBytes } from 'node:crypto';

export const hashToken = (token: string) => createHash('sha256').update(token).digest();

export const newSecret = () => `dw_${randomBytes(32).toString('base64url')}`;

/** A random text that is worth a session or an invitation; the database holds its hash only. */
export const newKey = () => randomBytes(32).toString('base64url');
