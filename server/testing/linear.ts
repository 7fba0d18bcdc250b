import { expect } from 'vitest';

const size = 1024 * 1024;
const maxPasses = 1_000;

export const megabyteOf = (text: string): string => text.repeat(Math.ceil(size / text.length)).slice(0, size);

const timeOf = (work: () => void): number => {
  const begun = performance.now();
  work();
  return performance.now() - begun;
};

function scan(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at);
  return sum;
}

/**
 * Compares with one pass over 1 MiB on the same machine. Quadratic code takes 100,000 times as long; a busy machine
 * gets three tries.
 */
export function expectLinear(work: () => void): void {
  const text = megabyteOf('0123456789abcdef');
  const looks = () => timeOf(work) / timeOf(() => expect(scan(text)).toBeGreaterThan(0));
  let least = looks();
  for (let again = 0; again < 2 && least > maxPasses; again++) least = Math.min(least, looks());
  expect(least).toBeLessThanOrEqual(maxPasses);
}
