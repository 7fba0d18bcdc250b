import { expect, it } from 'vitest';
import { whatIsDue } from './wake-webhooks.ts';

const now = new Date('2026-11-15T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const endpoint = (id: string, more: object = {}) => ({
  id,
  behind: true,
  failing: false,
  nextTryAt: null,
  leasedUntil: null,
  ...more,
});

it('an endpoint that is behind is due, unless it waits for its next try or somebody is at it', () => {
  const standings = [
    endpoint('behind'),
    endpoint('told', { behind: false }),
    endpoint('failing', { failing: true, nextTryAt: at(300) }),
    endpoint('tried again', { failing: true, nextTryAt: at(0) }),
    endpoint('leased', { leasedUntil: at(20) }),
    endpoint('left by who had it', { leasedUntil: at(-1), nextTryAt: at(-100) }),
    endpoint('both', { nextTryAt: at(-1), leasedUntil: at(25) }),
  ];
  expect(whatIsDue(standings, now)).toEqual({
    healthy: ['behind', 'left by who had it'],
    failing: ['tried again'],
    lookAt: at(20),
  });
});

it('where nobody waits for anything, nothing is looked at again', () => {
  expect(whatIsDue([], now)).toEqual({ healthy: [], failing: [], lookAt: undefined });
  expect(whatIsDue([endpoint('a', { behind: false, leasedUntil: at(9) })], now)).toEqual({
    healthy: [],
    failing: [],
    lookAt: undefined,
  });
});
