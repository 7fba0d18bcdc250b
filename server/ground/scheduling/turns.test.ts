import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';
import { breathe } from '../../testing/time.ts';

const refusal = () => new Error('no room');

describe('turns', () => {
  it('begin at once while there is room', () => {
    const turns = createTurns({ atOnce: 2, maxWaiting: 10, refusal });
    const begun: string[] = [];
    turns.take('a', () => begun.push('a1'));
    turns.take('a', () => begun.push('a2'));
    turns.take('a', () => begun.push('a3'));
    expect(begun).toEqual(['a1', 'a2']);
    turns.leave();
    expect(begun).toEqual(['a1', 'a2', 'a3']);
  });

  it('go round the names, whoever has more waiting', () => {
    const turns = createTurns({ atOnce: 1, maxWaiting: 100, refusal });
    const begun: string[] = [];
    for (const name of ['a', 'a', 'a', 'a', 'b', 'c', 'b']) turns.take(name, () => begun.push(name));
    for (let left = 0; left < 6; left++) turns.leave();
    expect(begun).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
  });

  it('go to the name that has used the least time, and round those that have used as much', () => {
    const used: Record<string, number> = { a: 300, b: 20, c: 0, d: 0 };
    const usedMs = (name: string) => used[name] ?? 0;
    const turns = createTurns({ atOnce: 1, maxWaiting: 100, usedMs, refusal });
    const begun: string[] = [];
    for (const name of ['a', 'a', 'b', 'b', 'c', 'd', 'c']) turns.take(name, () => begun.push(name));
    for (let left = 0; left < 4; left++) turns.leave();
    used.b = 400;
    for (let left = 0; left < 2; left++) turns.leave();
    expect(begun).toEqual(['a', 'c', 'd', 'c', 'b', 'a', 'b']);
  });

  it('are refused to whoever has the most waiting, and not to a newcomer', () => {
    const turns = createTurns({ atOnce: 1, maxWaiting: 3, refusal });
    const told: string[] = [];
    const take = (name: string) => turns.take(name, (refused) => told.push(`${name} ${refused?.message ?? 'begun'}`));
    for (const name of ['a', 'a', 'a', 'a', 'a']) take(name);
    expect(told).toEqual(['a begun', 'a no room']);
    take('b');
    expect(told).toEqual(['a begun', 'a no room', 'a no room']);
    turns.leave();
    turns.leave();
    expect(told.slice(3)).toEqual(['a begun', 'b begun']);
  });

  it('have a bound for one name', () => {
    const turns = createTurns({ atOnce: 1, maxWaiting: 100, maxPerName: 1, refusal });
    const told: (string | undefined)[] = [];
    for (const name of ['a', 'a', 'a', 'b']) turns.take(name, (refused) => told.push(refused && name));
    expect(told).toEqual([undefined, 'a']);
  });

  it('come free again when work fails', async () => {
    const turns = createTurns({ atOnce: 1, maxWaiting: 10, refusal });
    await expect(turns.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(turns.run('a', async () => 'done')).resolves.toBe('done');
  });

  it('never let more work at once than may', async () => {
    const turns = createTurns({ atOnce: 3, maxWaiting: 1_000, refusal });
    let [now, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, (now += 1));
      await breathe();
      now -= 1;
    };
    await Promise.all(Array.from({ length: 100 }, (_, at) => turns.run(`name ${at % 7}`, work)));
    expect([most, now]).toEqual([3, 0]);
  });
});
