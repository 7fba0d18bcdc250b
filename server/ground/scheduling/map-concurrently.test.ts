import { expect, it } from 'vitest';
import { mapConcurrently } from './map-concurrently.ts';
import { breathe } from '../../testing/time.ts';

it('at most as many items run at once, and the results keep the order of the items', async () => {
  let [running, most] = [0, 0];
  const doubled = await mapConcurrently([5, 1, 4, 2, 3], 2, async (turns) => {
    most = Math.max(most, ++running);
    for (let at = 0; at < turns; at++) await breathe();
    running -= 1;
    return turns * 2;
  });
  expect(doubled).toEqual([10, 2, 8, 4, 6]);
  expect(most).toBe(2);
});

it('after a failure no further item begins, and those under way end first', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    await breathe();
    if (item === 1) throw new Error('the first');
    ended.push(item);
  };
  await expect(mapConcurrently([1, 2, 3, 4], 2, work)).rejects.toThrow('the first');
  expect([begun, ended]).toEqual([[1, 2], [2]]);
});
