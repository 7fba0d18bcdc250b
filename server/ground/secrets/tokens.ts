import { createHash, randomBytes } from 'node:crypto';

export const hashToken = (token: string) => createHash('sha256').update(token).digest();

export const newSecret = () => `dw_${randomBytes(32).toString('base64url')}`;

/** As much of an access token as tells it from others: what is left has far too many possibilities to be guessed. */
export const firstCharactersOf = (token: string) => token.slice(0, 7);

/** A random text that is worth a session or an invitation; the database holds its hash only. */
export const newKey = () => randomBytes(32).toString('base64url');

/** Whether a bearer token was sent, valid or not. */
export const isBearer = (header: string | undefined) => header !== undefined && /^Bearer(?: |$)/i.test(header);
