/** A time zone in which it is about noon, so that a test that counts days does not meet midnight. */
export function noonZone(): string {
  const ahead = 12 - new Date().getUTCHours();
  // The sign in these names is inverted.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
