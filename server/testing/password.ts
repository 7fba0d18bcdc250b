import { createPasswords } from '../ground/secrets/passwords.ts';

/** The password of every test operator. */
export const goodPassword = 'correct horse battery';

/** Fast to check. */
export const cheapPasswords = createPasswords({ N: 16, r: 8, p: 1 });
