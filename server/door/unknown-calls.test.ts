import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { afterAll, expect, it } from 'vitest';
import type { ApiError } from '../errors/errors.ts';
import { limitPublicCalls } from '../ground/http/arrival/rate-limit.ts';
import { openOwnApp, paths, type Door } from '../testing/door.ts';
import { expectProblem } from '../testing/problem.ts';
import { stopClock } from '../testing/time.ts';

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

it('every route that needs no sign-in has a limit per network, and those of others are not used up by it', async () => {
  const routes: RouteOptions[] = [];
  const collect = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => void routes.push(route));
  subscribe('fastify.initialization', collect);
  const strict = await openOwnApp('The limit of public calls is a setting of the process.', {
    env: { UNKNOWN_CALLS_PER_MINUTE: '1' },
  });
  unsubscribe('fastify.initialization', collect);
  const open = routes.filter(({ config, method }) => config?.public === true && method !== 'HEAD');
  const byOperation = new Map(open.map((route) => [route.config?.operation, route]));
  expect(byOperation.size).toBeGreaterThan(10);
  stopClock();
  const limit = limitPublicCalls(1);
  let isOftenSent = false;
  for (const [operation, { method, url, config }] of byOperation) {
    const most = { seldom: 1, usual: 1, often: 100 }[config?.publicRate ?? 'usual'];
    const expected = [...Array.from({ length: most }, () => undefined), 429];
    const request = { call: { route: config }, ip: '192.0.2.1' } as unknown as FastifyRequest;
    const answers = expected.map(() => limit(request, undefined as never) as ApiError | undefined);
    expect([operation, answers.map((answer) => answer?.status)]).toEqual([operation, expected]);
    // All routes share this step, so of those that may be called often one is.
    if (most > 1 && isOftenSent) continue;
    isOftenSent ||= most > 1;
    const statuses: number[] = [];
    for (const _ of expected)
      statuses.push((await fetch(strict.url + url.replace('*', ''), { method: String(method) })).status);
    expect([operation, statuses.indexOf(429)]).toEqual([operation, most]);
  }
  expect(isOftenSent).toBe(true);
  await strict.close();
});
