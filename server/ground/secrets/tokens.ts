import { createHash, randomBytes } from 'node:crypto';

export const hashToken = (token: string) => createHash('sha256').update(token).digest();

/** The prefix tells a sandbox's credentials from those of a real company. */
export const newSecret = (isSandbox: boolean) => `${isSandbox ? sandboxPrefix : 'dw_'}${newKey()}`;

export const sandboxPrefix = 'dwt_';

export const newOperatorToken = () => `dwo_${newKey()}`;

/** Of the key in a link that opens an invoice. */
export const linkPrefix = 'dwm_';

/** Prefix and four more: enough to recognise a token. The rest is far too long to be guessed. */
export const firstCharactersOf = (token: string) => token.slice(0, token.indexOf('_') + 5);

/** For a session or an invitation; the database stores only its hash. */
export const newKey = () => randomBytes(32).toString('base64url');

/** True also for an invalid token. */
export const isBearer = (header: string | undefined) => header !== undefined && /^Bearer(?: |$)/i.test(header);
