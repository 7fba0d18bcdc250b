import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Followers } from '../events/followers.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { createWaiting } from './waiting.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const company = 'a company' as CompanyId;

function openWaiter() {
  let wake = () => {};
  const onWake: Followers['onWake'] = (woken) => {
    wake = () => woken(company);
    return () => {};
  };
  const waiter = createWaiting({ onWake } as Followers).enter(company, 'a reader');
  const wait = (timeoutMs: number) => {
    const state = { isOver: false };
    void waiter?.next(timeoutMs).then(() => (state.isOver = true));
    return state;
  };
  return { wake: () => wake(), wait, end: () => waiter?.end() };
}

it('a wait without events ends after its time, and no earlier', async () => {
  const wait = openWaiter().wait(30_000);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(wait.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(wait.isOver).toBe(true);
});

it('an event ends the first wait at once, and the next one 200 ms later at the earliest', async () => {
  const { wait, wake } = openWaiter();
  const first = wait(30_000);
  wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(first.isOver).toBe(true);
  const second = wait(30_000);
  wake();
  await vi.advanceTimersByTimeAsync(199);
  expect(second.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(second.isOver).toBe(true);
});

it('an event between two waits ends the second', async () => {
  const { wait, wake } = openWaiter();
  wake();
  const later = wait(30_000);
  await vi.advanceTimersByTimeAsync(200);
  expect(later.isOver).toBe(true);
});

it('a waiter that is ended waits no longer', async () => {
  const { wait, end } = openWaiter();
  const ended = wait(30_000);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended.isOver).toBe(true);
});
