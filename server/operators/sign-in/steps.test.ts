import { afterAll, expect, it } from 'vitest';
import { beginStep, takeStep } from './steps.ts';
import { sweepSteps } from './sweep.ts';
import { openOwnDoor } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';

const now = new Date('2026-12-01T12:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);

const door = await openOwnDoor('It sweeps what all operators have left behind.');
afterAll(() => door.close());

it('a step is taken once, by its key and for what it was begun', async () => {
  const { id: operatorId } = await signedIn(door, 'viewer');
  const step = { kind: 'factor', operatorId, data: { challenge: 'åäö' } };
  const key = await beginStep(door.pool, step, after(1));
  expect(await takeStep(door.pool, 'passkey', key, now)).toBeUndefined();
  expect(await takeStep(door.pool, 'factor', `${key}x`, now)).toBeUndefined();
  const taken = await Promise.all([1, 2, 3].map(() => takeStep(door.pool, 'factor', key, now)));
  expect(taken.filter((found) => found !== undefined)).toEqual([step]);
});

it('an expired step is not taken, and is removed', async () => {
  const anonymous = { kind: 'passkey', operatorId: null, data: {} };
  const [expired, valid] = [
    await beginStep(door.pool, anonymous, now),
    await beginStep(door.pool, anonymous, after(1)),
  ];
  expect(await takeStep(door.pool, 'passkey', expired, now)).toBeUndefined();
  expect(await sweepSteps(door.pool, now, new AbortController().signal)).toBe(1);
  expect(await takeStep(door.pool, 'passkey', valid, now)).toEqual(anonymous);
});
