import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '../../../common/steps.ts';
import { sorting } from './sort-in-steps.ts';

const items = fc
  .integer({ min: 0, max: 5_000 })
  .map((length) => Array.from({ length }, (_, at) => ({ at, number: String((at * 7_919) % 1_009) })));

it('sorts as toSorted does, stably, with a pause for every thousand items', () => {
  fc.assert(
    fc.property(items, (some) => {
      const work = sorting(some, (a, b) => a.number < b.number);
      let pauses = 0;
      for (;;) {
        const step = work.next();
        if (step.done) {
          expect(step.value).toEqual(some.toSorted((a, b) => (a.number < b.number ? -1 : a.number > b.number ? 1 : 0)));
          break;
        }
        pauses += 1;
      }
      expect(pauses).toBeGreaterThanOrEqual(Math.floor(some.length / 1_000));
      expect(atOnce(sorting([] as number[], (a, b) => a < b))).toEqual([]);
    }),
    { numRuns: 50 },
  );
});
