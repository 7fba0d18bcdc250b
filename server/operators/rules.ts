import { problemAt, type Problem } from '../../common/errors/catalogue.ts';
import { commonPasswords } from './common-passwords.ts';

/** Only whether it can be one: that it is somebody's shows when the link arrives. */
export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text);

/** Why a password is refused; length is what counts. */
export function passwordProblem(password: string, email: string): Problem | undefined {
  const length = [...password].length;
  if (length < 12) return problemAt('password', 'text.short', { least: 12 });
  if (length > 200) return problemAt('password', 'text.long', { most: 200 });
  if (new Set(password).size < 5) return problemAt('password', 'password.varied', { least: 5 });
  const name = email.split('@', 1)[0] ?? '';
  if (name.length > 3 && password.toLowerCase().includes(name.toLowerCase()))
    return problemAt('password', 'password.email');
  if (isCommon(password)) return problemAt('password', 'password.common');
  return undefined;
}

/** In any case, with whatever stands between its letters and with digits and signs after it, and written several times over. */
function isCommon(password: string): boolean {
  const letters = password
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  let end = letters.length;
  while (end > 0 && isDigit(letters.charAt(end - 1))) end -= 1;
  return [letters, letters.slice(0, end)].some((text) => text !== '' && commonPasswords.has(once(text)));
}

const isDigit = (character: string) => character >= '0' && character <= '9';

/** The part that a text repeats, or all of it: “abcabc” repeats “abc”. */
function once(text: string): string {
  const length = (text + text).indexOf(text, 1);
  return text.slice(0, length);
}

export const normalised = (email: string) => email.trim().toLowerCase();
