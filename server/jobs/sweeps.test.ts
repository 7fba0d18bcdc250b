import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startSweeps, type Sweep } from './sweeps.ts';
import { removeInSteps } from '../ground/db/remove-in-steps.ts';
import { createLogger } from '../ground/http/observe/log.ts';

function startForThisTest(sweeps: Sweep[]) {
  const logged: string[] = [];
  const stop = startSweeps(sweeps, createLogger('info', { write: (line) => void logged.push(line) }), 1);
  onTestFinished(stop);
  return { stop, logged };
}

it('sweeps run at the start and then repeatedly, one after the other', async () => {
  const seen: string[] = [];
  const sweep = (name: string): Sweep => ({
    name,
    run: async (now) => {
      seen.push(`${name} begins`);
      expect(Math.abs(Date.now() - now.getTime())).toBeLessThan(60_000);
      await sleep(5);
      seen.push(`${name} ends`);
    },
  });
  startForThisTest([sweep('one'), sweep('other')]);
  await expect.poll(() => seen.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(8);
  const round = ['one begins', 'one ends', 'other begins', 'other ends'];
  expect(seen.slice(0, 8)).toEqual([...round, ...round]);
});

it('a failed sweep is logged by its name, and the others still run', async () => {
  let ran = 0;
  const { logged, stop } = startForThisTest([
    { name: 'leaves', run: () => Promise.reject(new Error('no rake')) },
    {
      name: 'twigs',
      run: () => {
        throw new Error('no broom');
      },
    },
    { name: 'counted', run: async () => void ran++ },
  ]);
  await expect.poll(() => ran, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
  stop();
  expect(logged.slice(0, 4).map((line) => (JSON.parse(line) as { sweep: string }).sweep)).toEqual([
    'leaves',
    'twigs',
    'leaves',
    'twigs',
  ]);
  expect(logged[0]).toContain('old leaves could not be removed');
  expect(logged[0]).toContain('no rake');
});

it('no sweep begins after the stop, and the running one is aborted', async () => {
  let told: AbortSignal | undefined;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let later = 0;
  const { stop } = startForThisTest([
    {
      name: 'long',
      run: async (_now, signal) => {
        told = signal;
        await finished;
      },
    },
    { name: 'later', run: async () => void later++ },
  ]);
  await expect.poll(() => told, { timeout: 10_000 }).toBeDefined();
  stop();
  expect(told?.aborted).toBe(true);
  finish();
  // Lets the code after the first sweep run.
  await new Promise((resolve) => setImmediate(resolve));
  expect(later).toBe(0);
});

it('rows are deleted in steps with pauses, until there are no more or the signal is aborted', async () => {
  const left = { rows: 4_500 };
  const steps: number[] = [];
  const remove = async (most: number) => {
    const many = Math.min(most, left.rows);
    left.rows -= many;
    steps.push(many);
    return many;
  };
  expect(await removeInSteps(new AbortController().signal, remove)).toBe(4_500);
  expect(steps).toEqual([2_000, 2_000, 500]);
  left.rows = 10_000;
  const stopped = new AbortController();
  const removed = await removeInSteps(stopped.signal, async (most) => {
    if (left.rows === 8_000) stopped.abort();
    return remove(most);
  });
  expect(removed).toBe(4_000);
});
