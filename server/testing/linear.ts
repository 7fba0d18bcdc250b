import { expect } from 'vitest';

const size = 1024 * 1024;
const mostLooks = 1_000;

/** 1 MiB of a text, again and again. */
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
 * Measured against one look at each character of 1 MiB by the same machine. What looks at every character from every other
 * takes a hundred thousand times as long; a machine that is busy with something else gets three tries.
 */
export function expectLinear(work: () => void): void {
  const text = megabyteOf('0123456789abcdef');
  const looks = () => timeOf(work) / timeOf(() => expect(scan(text)).toBeGreaterThan(0));
  let least = looks();
  for (let again = 0; again < 2 && least > mostLooks; again++) least = Math.min(least, looks());
  expect(least).toBeLessThanOrEqual(mostLooks);
}
