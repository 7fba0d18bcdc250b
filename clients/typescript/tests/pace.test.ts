import { afterAll, expect, it } from 'vitest';
import { bearer } from '../src/access.ts';
import { Caller } from '../src/caller.ts';
import { Suppliers } from '../src/suppliers.ts';
import { Transport } from '../src/transport.ts';
import { openOwnApp } from '../../../server/testing/door.ts';
import { breathe, nowMs, stopClock } from '../../../server/testing/time.ts';

const door = await openOwnApp('The rate limit is a setting of the process.', { env: { RATE_LIMIT_PER_SECOND: '10' } });
afterAll(() => door.close());

it('forty calls at once keep to a limit of ten a second, and all succeed', async () => {
  const advance = stopClock();
  const waiting: { untilMs: number; go: () => void }[] = [];
  const statuses: (number | undefined)[] = [];
  let asking = 0;
  const transport = new Transport({
    baseUrl: door.url,
    attemptTimeoutMs: 30_000,
    firstWaitMs: 500,
    maxKeptCharacters: 0,
    hooks: { onResponse: ({ status }) => void statuses.push(status) },
    fetch: (url, init) => {
      asking += 1;
      return fetch(url, init).finally(() => (asking -= 1));
    },
    pause: (ms) => new Promise((go) => void waiting.push({ untilMs: nowMs() + ms, go })),
  });
  const suppliers = new Suppliers(new Caller(transport, bearer(door.token)));
  const beganAt = nowMs();
  const calls = Array.from({ length: 40 }, (_, at) => suppliers.create({ number: `many-${at}`, name: 'Many' }));
  let isDone = false;
  const all = Promise.all(calls).finally(() => (isDone = true));
  // Time passes only while all calls wait.
  for (; !isDone; await breathe()) {
    if (asking > 0) continue;
    const next = waiting.toSorted((one, other) => other.untilMs - one.untilMs).pop();
    if (next === undefined) continue;
    waiting.splice(waiting.indexOf(next), 1);
    advance(Math.max(0, Math.ceil(next.untilMs - nowMs())));
    next.go();
  }
  await all;
  expect(statuses.filter((status) => status === 200)).toHaveLength(40);
  expect(statuses.filter((status) => status === 429).length, 'only those of the first moment').toBeLessThan(40);
  expect(nowMs() - beganAt).toBeLessThan(8_000);
});
