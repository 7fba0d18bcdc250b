/** Only whether it can be one: that it is somebody's shows when the link arrives. */
export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text);

/** Why a password is refused; length is what counts. */
export function passwordProblem(password: string, email: string): string | undefined {
  const length = [...password].length;
  if (length < 12) return 'password must have at least 12 characters';
  if (length > 200) return 'password must have at most 200 characters';
  if (new Set(password).size < 5) return 'password must have at least 5 different characters';
  const name = email.split('@', 1)[0] ?? '';
  if (name.length > 3 && password.toLowerCase().includes(name.toLowerCase())) return 'password must not contain the e-mail address';
  return undefined;
}
