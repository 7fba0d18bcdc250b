import { expect, it } from 'vitest';
import { atMostEvery } from './at-most-every.ts';
import { breathe } from '../../testing/time.ts';

function counted(ms: number) {
  const calls = { now: 0, made: 0, end: [] as (() => void)[] };
  const ask = atMostEvery(
    ms,
    async () => {
      const nth = ++calls.made;
      await new Promise<void>((end) => calls.end.push(end));
      if (nth === 3) throw new Error('broken');
      return nth;
    },
    () => calls.now,
  );
  const endAll = async () => {
    for (const end of calls.end.splice(0)) end();
    await breathe();
  };
  return { calls, ask, endAll };
}

it('those who ask within the time share one result, and it is made anew afterwards', async () => {
  const { calls, ask, endAll } = counted(1_000);
  const first = [ask(), ask(), ask()];
  await endAll();
  calls.now = 999;
  first.push(ask());
  expect(await Promise.all(first)).toEqual([1, 1, 1, 1]);
  calls.now = 1_000;
  const second = ask();
  await endAll();
  expect([await second, calls.made]).toEqual([2, 2]);
});

it('while a result is made, nobody makes another, however long it takes', async () => {
  const { calls, ask, endAll } = counted(1_000);
  const asked = [ask()];
  for (; calls.now < 10_000; calls.now += 500) asked.push(ask());
  expect(calls.made).toBe(1);
  await endAll();
  expect(new Set(await Promise.all(asked))).toEqual(new Set([1]));
  // The one that took so long is old already.
  void ask();
  expect(calls.made).toBe(2);
});

it('a failure is not kept longer than a result', async () => {
  const { calls, ask, endAll } = counted(1_000);
  for (let nth = 0; nth < 4; nth++, calls.now += 1_000) {
    const asked = ask().catch((error: Error) => error.message);
    await endAll();
    expect(await asked).toBe(nth === 2 ? 'broken' : nth + 1);
  }
});
