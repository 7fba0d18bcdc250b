import { expect } from 'vitest';
import { effortOf } from './effort.ts';

const size = 1024 * 1024;
const maxPasses = 1_000;

export const megabyteOf = (text: string): string => text.repeat(Math.ceil(size / text.length)).slice(0, size);

function scan(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at);
  return sum;
}

/** Compares with the processor time of one pass over 1 MiB. Quadratic code takes 100,000 times as much. */
export async function expectLinear(work: () => unknown): Promise<void> {
  const text = megabyteOf('0123456789abcdef');
  const pass = await effortOf(() => expect(scan(text)).toBeGreaterThan(0));
  expect((await effortOf(work)) / pass).toBeLessThanOrEqual(maxPasses);
}
