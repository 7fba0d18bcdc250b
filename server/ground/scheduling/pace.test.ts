import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

const { signal } = new AbortController();

function processWith(load: { requests?: number; utilization?: number }) {
  const state = { requests: 0, utilization: 0, now: 1_000, seconds: 0, rests: 0, ...load };
  const pass = (ms: number) => {
    state.now += ms;
    state.seconds += (state.requests * ms) / 1_000;
  };
  const pace = createPace({
    requestSeconds: () => state.seconds,
    utilization: () => ({ utilization: state.utilization, active: 0, idle: 0 }),
    now: () => state.now,
    rest: async (ms) => {
      state.rests += 1;
      pass(ms);
    },
  });
  return { state, pass, pace };
}

it('a process with time to spare goes on at once', async () => {
  const { state, pass, pace } = processWith({ requests: 3, utilization: 0.5 });
  for (; state.now < 10_000; pass(10)) await pace(signal);
  expect(state.rests).toBe(0);
});

it.each([
  [{ requests: 10, utilization: 0.4 }, 10],
  [{ utilization: 0.95 }, 1],
])('in a busy process (%j) all rest together, and each goes on ten times a second', async (load, restsToSee) => {
  const { state, pass, pace } = processWith(load);
  // The first measurement needs some time with this load.
  pass(1_000);
  const turns = [0, 0, 0];
  const begun = state.now;
  for (; state.now < begun + 10_000;)
    await Promise.all(
      turns.map(async (_none, who) => {
        await pace(signal);
        turns[who] = (turns[who] as number) + 1;
      }),
    );
  expect(turns).toEqual([100, 100, 100]);
  expect(state.rests).toBe(100);
  // The end of the load is noticed after one pause, or after a second without requests.
  Object.assign(state, { requests: 0, utilization: 0.1 });
  for (let n = 0; n < 1_000; n += 1) await pace(signal);
  expect(state.rests).toBe(100 + restsToSee);
});

it('who is the only load rests now and then', async () => {
  const { state, pass, pace } = processWith({ utilization: 0.95 });
  for (; state.now < 11_000; pass(10)) {
    const [before, going] = [state.rests, pace(signal)];
    if (state.rests > before) state.utilization = 0.05;
    await going;
    state.utilization = 0.95;
  }
  expect(state.rests).toBeGreaterThan(10);
  expect(state.rests).toBeLessThan(20);
});

it('who is the only load makes room as soon as there are requests', async () => {
  const { state, pass, pace } = processWith({ utilization: 0.95 });
  const going = pace(signal);
  state.utilization = 0.05;
  await going;
  Object.assign(state, { requests: 64, utilization: 0.95 });
  for (let n = 0; n < 20; n += 1, pass(10)) await pace(signal);
  expect(state.rests).toBeGreaterThan(2);
});
