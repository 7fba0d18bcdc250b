import { afterAll, expect, it } from 'vitest';
import { openOwnApp, paths, type Door } from '../testing/door.ts';
import { expectProblem } from '../testing/problem.ts';

const door = await openOwnApp('The limit of unknown calls is a setting of the process.', {
  env: { UNKNOWN_CALLS_PER_MINUTE: '20' },
});
afterAll(() => door.close());

const calls: [string, () => Promise<{ status: number; headers: Headers }>][] = [
  ['without a token', () => door.call('GET', paths.suppliers, { token: undefined })],
  ['with a token that is none', () => door.call('GET', paths.suppliers, { token: `dw_${'x'.repeat(43)}` })],
  ['to a path that is none', () => door.call('GET', '/nowhere', { token: undefined })],
  ['without a session', () => door.call('GET', '/operator/v1/companies', { token: undefined })],
  [
    'with a client that is none',
    () =>
      door.call('POST', '/oauth/token', {
        token: undefined,
        raw: 'grant_type=client_credentials&client_id=x&client_secret=y',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
  ],
];

it('one network has so many calls without a valid token a minute, of whatever kind; then they are a 429, and a valid token still counts', async () => {
  const seen = new Map<number, number>();
  for (let round = 0; round < 8; round++)
    for (const [, call] of calls) {
      const { status, headers } = await call();
      seen.set(status, (seen.get(status) ?? 0) + 1);
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
  expect([...seen.keys()].sort()).toEqual([401, 404, 429]);
  // 20 calls exceed the limit, minus those that the refill allowed while the test ran.
  expect(seen.get(429)).toBeGreaterThanOrEqual(10);
  expect((await door.call('GET', paths.suppliers)).status).toBe(200);
});

it.each(calls)('%s it is told to come again later', async (_what, call) => {
  await expect.poll(async () => (await call()).status).toBe(429);
  const answer = (await call()) as Awaited<ReturnType<Door['call']>>;
  if (answer.status === 429 && answer.body.error === undefined)
    expectProblem(answer, 429, /^Too many requests\. Wait \d+ s, then send this request again\.$/);
});
