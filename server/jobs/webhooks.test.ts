import { expect, it } from 'vitest';
import { dueEndpoints } from './webhooks.ts';

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

it('an endpoint that is behind is due, unless it waits for its next try or another process delivers to it', () => {
  const statuses = [
    endpoint('behind'),
    endpoint('up to date', { behind: false }),
    endpoint('failing', { failing: true, nextTryAt: at(300) }),
    endpoint('tried again', { failing: true, nextTryAt: at(0) }),
    endpoint('leased', { leasedUntil: at(20) }),
    endpoint('left by a killed process', { leasedUntil: at(-1), nextTryAt: at(-100) }),
    endpoint('both', { nextTryAt: at(-1), leasedUntil: at(25) }),
  ];
  expect(dueEndpoints(statuses, now)).toEqual({
    healthy: ['behind', 'left by a killed process'],
    failing: ['tried again'],
    nextAt: at(20),
  });
});

it('without an endpoint that is behind, no other check is due', () => {
  expect(dueEndpoints([], now)).toEqual({ healthy: [], failing: [], nextAt: undefined });
  expect(dueEndpoints([endpoint('a', { behind: false, leasedUntil: at(9) })], now)).toEqual({
    healthy: [],
    failing: [],
    nextAt: undefined,
  });
});
