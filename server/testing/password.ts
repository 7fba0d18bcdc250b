import { createPasswords } from '../operators/sign-in/passwords.ts';

/** Of every operator that a test signs in. */
export const goodPassword = 'correct horse battery';

/** Checked in no time, and kept with the little that they cost. */
export const cheapPasswords = createPasswords({ N: 16, r: 8, p: 1 });
