/** A time zone in which it is about noon now, so that a test that counts days meets no midnight. */
export function noonZone(): string {
  const ahead = 12 - new Date().getUTCHours();
  // The sign in these names is the other way round.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
