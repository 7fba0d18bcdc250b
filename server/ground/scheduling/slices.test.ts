import { describe, expect, it } from 'vitest';
import { createSlices } from './slices.ts';
import type { Steps } from '../../../common/steps.ts';
import { breathe } from '../../testing/time.ts';

const stepMs = 5;

/** Slices of a clock that only work moves on, and of an event loop that turns when the test says so. */
function eventLoop() {
  let clock = 0;
  const turns: (() => void)[] = [];
  const done: string[] = [];
  const { inSlices, inTurns, usedMs } = createSlices(
    () => clock,
    (run) => turns.push(run),
  );
  function* steps(name: string, many: number, ms = stepMs): Steps<string> {
    for (let at = 0; at < many; at++) {
      if (at > 0) yield;
      done.push(name);
      clock += ms;
    }
    return name;
  }
  return {
    done,
    turns,
    inSlices,
    inTurns,
    usedMs,
    steps,
    pass: (ms: number) => (clock += ms),
    work: (caller: string, many: number, name = caller, ms = stepMs) => inTurns(steps(name, many, ms), caller),
    /** Returns the steps of that turn. */
    turn: async () => {
      const before = done.length;
      for (const run of turns.splice(0)) run();
      await breathe();
      return done.slice(before);
    },
  };
}

describe('slices', () => {
  it('one slice of all long work runs in a turn of the event loop', async () => {
    const { work, turn } = eventLoop();
    const eight = Array.from({ length: 8 }, () => work('a', 3));
    for (let nth = 0; nth < 16; nth++) expect(await turn()).toEqual(['a']);
    expect(await turn()).toEqual([]);
    await Promise.all(eight);
  });

  it('go to the caller that has used the least time, however many requests another one has', async () => {
    const { work, turn } = eventLoop();
    const many = Array.from({ length: 8 }, () => work('a', 5));
    await turn();
    const one = work('b', 5);
    const order: string[] = [];
    for (let nth = 0; nth < 8; nth++) order.push(...(await turn()));
    // The eight have begun at once, so the other one goes first until it has used as much.
    expect(order).toEqual(['b', 'b', 'b', 'b', 'a', 'a', 'a', 'a']);
    await one;
    while ((await turn()).length > 0);
    await Promise.all(many);
  });

  it('take turns by time, not by number: dear slices come less often', async () => {
    const { work, turn } = eventLoop();
    const works = [work('dear', 20, 'dear', 40), work('cheap', 200, 'cheap', 10)];
    const order: string[] = [];
    for (let nth = 0; nth < 50; nth++) order.push(...(await turn()));
    expect(order.filter((name) => name === 'dear').length).toBeGreaterThan(8);
    expect(order.filter((name) => name === 'dear').length).toBeLessThan(12);
    while ((await turn()).length > 0);
    await Promise.all(works);
  });

  it('finish the oldest work of a caller first', async () => {
    const { work, turn } = eventLoop();
    const works = [work('a', 4, 'first'), work('a', 4, 'second')];
    const order: string[] = [];
    for (let nth = 0; nth < 6; nth++) order.push(...(await turn()));
    expect(order).toEqual(['first', 'first', 'first', 'second', 'second', 'second']);
    expect(await Promise.all(works)).toEqual(['first', 'second']);
  });

  it('small work waits for nobody, whatever its caller has used', async () => {
    const { work, turn } = eventLoop();
    const long = work('a', 4);
    await expect(work('a', 3, 'small', 0.1)).resolves.toBe('small');
    await expect(work('b', 3, 'small', 0.1)).resolves.toBe('small');
    while ((await turn()).length > 0);
    await long;
  });

  it('a step that is announced as long waits for its turn', async () => {
    const { inTurns, done, turn, usedMs, pass } = eventLoop();
    function* long(name: string): Steps<string> {
      yield 'long';
      done.push(name);
      pass(30);
      return name;
    }
    const works = [inTurns(long('first'), 'a'), inTurns(long('second'), 'b')];
    expect(done).toEqual([]);
    expect(await turn()).toEqual(['first']);
    expect(await turn()).toEqual(['second']);
    await Promise.all(works);
    expect([usedMs('a') > 25, usedMs('b')]).toEqual([true, 30]);
  });

  it('pieces of a list take the same turns, and an abandoned list leaves nothing behind', async () => {
    const { inSlices, work, turn, turns, pass, usedMs } = eventLoop();
    const taken: number[] = [];
    const reading = (async () => {
      for await (const piece of inSlices([1, 2, 3, 4, 5], 'a')) {
        taken.push(piece);
        pass(stepMs);
        if (piece === 3) break;
      }
    })();
    await breathe();
    const other = work('b', 1);
    expect(taken).toEqual([1]);
    await turn();
    await turn();
    await turn();
    await Promise.all([reading, other]);
    expect([taken, turns]).toEqual([[1, 2, 3], []]);
    expect(usedMs('a')).toBeGreaterThan(2 * stepMs);
  });

  it('a failure of one work leaves the others their turns', async () => {
    const { inTurns, work, turn, pass } = eventLoop();
    function* failing(): Steps<void> {
      pass(stepMs);
      yield;
      throw new Error('broken');
    }
    const failed = inTurns(failing(), 'a').catch((error: Error) => error.message);
    const other = work('b', 3);
    for (let nth = 0; nth < 4; nth++) await turn();
    expect([await failed, await other]).toEqual(['broken', 'b']);
  });

  it('time that was used is forgotten within seconds', () => {
    const { usedMs, pass, inTurns, steps } = eventLoop();
    void inTurns(steps('a', 2, 100), 'a');
    expect(usedMs('a')).toBe(100);
    pass(1_000);
    expect(usedMs('a')).toBe(50);
    pass(10_000);
    expect(usedMs('a')).toBeLessThan(0.1);
  });
});
