import { expect } from 'vitest';
import { effortOf } from './effort.ts';

const size = 1024 * 1024;
const maxPasses = 1_000;

export const megabyteOf = (text: string): string => text.repeat(Math.ceil(size / text.length)).slice(0, size);

/** A quarter of it is enough to tell quadratic code: that takes 6,000 times as much as one pass over 1 MiB. */
export const quarterOf = (text: string): string => megabyteOf(text).slice(0, size / 4);

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
