import { expect } from 'vitest';

/**
 * Asks until the answer is a 401. A request later than a second after the revocation must get it at once; how long the
 * machine takes for an answer is another matter.
 */
export async function expectRefusedWithinASecond(revokedAt: number, statusOf: () => Promise<number>): Promise<void> {
  for (;;) {
    const askedAt = Date.now();
    if ((await statusOf()) === 401) return;
    expect(askedAt - revokedAt).toBeLessThan(1_000);
  }
}
