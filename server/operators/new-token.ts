import { randomBytes } from 'node:crypto';

/** What operators' programs and systems come in with. It is shown once, and the database holds its hash only. */
export const newOperatorToken = (): string => `dwo_${randomBytes(32).toString('base64url')}`;
