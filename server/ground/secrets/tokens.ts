import { createHash, randomBytes } from 'node:crypto';

export const hashToken = (token: string) => createHash('sha256').update(token).digest();

/** An access token or client secret of a partner. */
export const newSecret = () => `dw_${newKey()}`;

/** A token of an operator or of a company's system. */
export const newOperatorToken = () => `dwo_${newKey()}`;

/** Enough of a token to recognise it. The rest is far too long to be guessed. */
export const firstCharactersOf = (token: string) => token.slice(0, 7);

/** A random key for a session or an invitation; the database stores only its hash. */
export const newKey = () => randomBytes(32).toString('base64url');

/** Whether a bearer token was sent, valid or not. */
export const isBearer = (header: string | undefined) => header !== undefined && /^Bearer(?: |$)/i.test(header);
