import { expect } from 'vitest';

/**
 * Polls until the answer is a 401. Requests sent more than a second after the revocation must get it at once; the
 * machine's own delay does not count.
 */
export async function expectRefusedWithinASecond(revokedAt: number, statusOf: () => Promise<number>): Promise<void> {
  for (;;) {
    const askedAt = Date.now();
    if ((await statusOf()) === 401) return;
    expect(askedAt - revokedAt).toBeLessThan(1_000);
  }
}
