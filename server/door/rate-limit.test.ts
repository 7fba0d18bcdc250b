import { afterAll, expect, it } from 'vitest';
import { openOwnApp, paths } from '../testing/door.ts';
import { expectProblem } from '../testing/problem.ts';
import { stopClock } from '../testing/time.ts';

const door = await openOwnApp('The rate limit is a setting of the process.', { env: { RATE_LIMIT_PER_SECOND: '5' } });
afterAll(() => door.close());

it('more requests than a second may have are a 429 that says when to come again', async () => {
  const advance = stopClock();
  const ask = (count: number) => Promise.all(Array.from({ length: count }, () => door.call('GET', paths.suppliers)));
  const refused = (await ask(20)).filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(15);
  for (const answer of refused) {
    expectProblem(answer, 429, /^Too many requests\. Wait \d+ s, then send this request again\.$/);
    expect(answer.headers.get('retry-after')).toBe('1');
  }
  advance(199);
  expect((await door.call('GET', paths.suppliers)).status).toBe(429);
  advance(1);
  expect((await door.call('GET', paths.suppliers)).status).toBe(200);
  advance(10_000);
  expect(
    (await ask(6)).filter(({ status }) => status === 200),
    'at most one second’s worth',
  ).toHaveLength(5);
});

it('every answer says how many are left, and what the measure is', async () => {
  stopClock();
  const token = await door.tokenFor({ partner: 'Counting' });
  const { headers } = await door.call('GET', paths.suppliers, { token });
  expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([
    '"partner";q=5;w=1',
    '"partner";r=4;t=1',
  ]);
  const refused = (
    await Promise.all(Array.from({ length: 5 }, () => door.call('GET', paths.suppliers, { token })))
  ).find(({ status }) => status === 429);
  expect(refused?.headers.get('ratelimit')).toMatch(/^"partner";r=0;t=1$/);
});

it('each partner has its own measure, over all of its tokens and operations', async () => {
  const [first, second, another] = [
    await door.tokenFor({ partner: 'Fresh' }),
    await door.tokenFor({ partner: 'Fresh' }),
    await door.tokenFor({ partner: 'Another' }),
  ];
  stopClock();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => [
      door.call('GET', paths.suppliers, { token: first }),
      door.call('POST', paths.invoices, { token: second, body: {} }),
    ]).flat(),
  );
  expect(answers.filter(({ status }) => status !== 429)).toHaveLength(5);
  expect((await door.call('GET', paths.suppliers, { token: another })).status).toBe(200);
});

it('a request without a good token is refused for that, and counts against nobody', async () => {
  stopClock();
  const token = await door.tokenFor({ partner: 'Third' });
  for (let times = 0; times < 12; times++)
    expectProblem(await door.call('GET', paths.suppliers, { token: 'dw_wrong' }), 401);
  expect((await door.call('GET', paths.suppliers, { token })).status).toBe(200);
});

it('health and metrics are not limited', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${door.url}/health/live`)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});
