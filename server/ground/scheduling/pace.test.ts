import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

const { signal } = new AbortController();

function processWith(load: { requests?: number; utilization?: number }) {
  const world = { requests: 0, utilization: 0, now: 1_000, seconds: 0, rests: 0, ...load };
  const pass = (ms: number) => {
    world.now += ms;
    world.seconds += (world.requests * ms) / 1_000;
  };
  const pace = createPace({
    requestSeconds: () => world.seconds,
    utilization: () => ({ utilization: world.utilization, active: 0, idle: 0 }),
    now: () => world.now,
    rest: async (ms) => {
      world.rests += 1;
      pass(ms);
    },
  });
  return { world, pass, pace };
}

it('a process with time to spare goes on at once', async () => {
  const { world, pass, pace } = processWith({ requests: 3, utilization: 0.5 });
  for (; world.now < 10_000; pass(10)) await pace(signal);
  expect(world.rests).toBe(0);
});

it.each([
  [{ requests: 10, utilization: 0.4 }, 10],
  [{ utilization: 0.95 }, 1],
])('in a busy process (%j) all rest together, and each goes on ten times a second', async (load, restsToSee) => {
  const { world, pass, pace } = processWith(load);
  // The first measurement needs some time with this load.
  pass(1_000);
  const turns = [0, 0, 0];
  const begun = world.now;
  for (; world.now < begun + 10_000;)
    await Promise.all(
      turns.map(async (_none, who) => {
        await pace(signal);
        turns[who] = (turns[who] as number) + 1;
      }),
    );
  expect(turns).toEqual([100, 100, 100]);
  expect(world.rests).toBe(100);
  // The end of the load is noticed after one pause, or after a second without requests.
  Object.assign(world, { requests: 0, utilization: 0.1 });
  for (let n = 0; n < 1_000; n += 1) await pace(signal);
  expect(world.rests).toBe(100 + restsToSee);
});

it('who is the only load rests now and then', async () => {
  const { world, pass, pace } = processWith({ utilization: 0.95 });
  for (; world.now < 11_000; pass(10)) {
    const [before, going] = [world.rests, pace(signal)];
    if (world.rests > before) world.utilization = 0.05;
    await going;
    world.utilization = 0.95;
  }
  expect(world.rests).toBeGreaterThan(10);
  expect(world.rests).toBeLessThan(20);
});

it('who is the only load makes room as soon as there are requests', async () => {
  const { world, pass, pace } = processWith({ utilization: 0.95 });
  const going = pace(signal);
  world.utilization = 0.05;
  await going;
  Object.assign(world, { requests: 64, utilization: 0.95 });
  for (let n = 0; n < 20; n += 1, pass(10)) await pace(signal);
  expect(world.rests).toBeGreaterThan(2);
});
