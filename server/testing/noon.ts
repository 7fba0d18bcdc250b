/** It is about noon in this time zone, so that a test that counts days does not run across midnight. */
export function noonZone(): string {
  const ahead = 12 - new Date().getUTCHours();
  // The sign in these names is inverted: Etc/GMT-1 is ahead of UTC.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
