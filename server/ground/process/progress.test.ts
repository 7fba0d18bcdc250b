import { expect, it } from 'vitest';
import { barOf, progressOn } from './progress.ts';

it.each([
  [0, 1_000_000, '[------------------------------]   0 %  0 of 1,000,000, more'],
  [500_000, 1_000_000, '[###############---------------]  50 %  500,000 of 1,000,000, more'],
  [1_000_000, 1_000_000, '[##############################] 100 %  1,000,000 of 1,000,000, more'],
  // Records may be added while it runs.
  [1_000_100, 1_000_000, '[##############################] 100 %  1,000,100 of 1,000,000, more'],
  [0, 0, '[##############################] 100 %  0 of 0, more'],
])('%i of %i is %s', (done, total, bar) => {
  expect(barOf(done, total, 'more')).toBe(bar);
});

it('a bar is drawn over itself and is gone at the end', () => {
  let written = '';
  const progress = progressOn({ isTTY: true, write: (text: string) => ((written += text), true) }, 10);
  progress.show(5, '1 with something new');
  progress.end();
  expect(written).toBe('\r\u001B[K[###############---------------]  50 %  5 of 10, 1 with something new\r\u001B[K');
});
