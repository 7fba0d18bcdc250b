import { createPasswords } from '../ground/secrets/passwords.ts';

export const goodPassword = 'correct horse battery';

export const cheapPasswords = createPasswords({ N: 16, r: 8, p: 1 });
