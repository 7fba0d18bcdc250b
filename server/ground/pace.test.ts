import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

const { signal } = new AbortController();

/** A process that is as busy as it is told to be, and whose clock stands still but for its rests. */
function processWith(utilization: number) {
  const world = { utilization, now: 1_000, rests: 0 };
  const pace = createPace({
    utilization: () => ({ utilization: world.utilization, active: 0, idle: 0 }),
    now: () => world.now,
    rest: async (ms) => {
      world.rests += 1;
      world.now += ms;
    },
  });
  return { world, pace };
}

it('a process with time to spare goes on at once', async () => {
  const { world, pace } = processWith(0.5);
  for (; world.now < 10_000; world.now += 10) await pace(signal);
  expect(world.rests).toBe(0);
});

it('in a busy process all rest together, and each goes on ten times a second', async () => {
  const { world, pace } = processWith(0.95);
  const turns = [0, 0, 0];
  for (; world.now < 11_000;)
    await Promise.all(
      turns.map(async (_none, who) => {
        await pace(signal);
        turns[who] = (turns[who] as number) + 1;
      }),
    );
  expect(turns).toEqual([100, 100, 100]);
  expect(world.rests).toBe(100);
  // Once it is busy no longer, it takes one more rest to see it.
  world.utilization = 0.1;
  for (let n = 0; n < 1_000; n += 1) await pace(signal);
  expect(world.rests).toBe(101);
});

it('who is the only load goes on after a short rest', async () => {
  const { world, pace } = processWith(0.95);
  const first = pace(signal);
  world.utilization = 0.05;
  await first;
  world.utilization = 0.95;
  const [begun, rested] = [world.now, world.rests];
  for (; world.now < begun + 490; world.now += 10) await pace(signal);
  expect(world.rests).toBe(rested);
});
