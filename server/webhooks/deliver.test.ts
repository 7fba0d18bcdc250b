import pino from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, it } from 'vitest';
import { deliver } from './deliver.ts';
import { usualLimits } from '../jobs/webhooks.ts';
import { readConfig } from '../config.ts';
import { openDoor, type Door } from '../testing/door.ts';
import { isLongRun } from '../testing/long.ts';
import { answers, type Behaviour } from '../testing/receiver.ts';
import { ago, fromNow } from '../testing/time.ts';
import {
  addEndpoint,
  allowing,
  attemptsOf,
  expectInOrder,
  numbersOf,
  positionOf,
  receiverForThisTest,
  recordEvents,
  startDelivering,
  upTo,
} from '../testing/webhooks.ts';

const door = await openDoor();
afterAll(() => door.close());

async function companyForThisTest(name: string): Promise<Door> {
  const { id, token } = await door.addCompany(name);
  return { ...door, token, company: id };
}

it('every event arrives once, in order and signed, and each attempt is stored', async () => {
  const company = await companyForThisTest('In order');
  const receiver = await receiverForThisTest(answers(200, 'noted'));
  const { id, secret } = await addEndpoint(company, receiver.url);
  startDelivering(company);
  await recordEvents(company, 60);
  await recordEvents(company, 3);
  await expectInOrder(receiver, 63);
  for (const { headers, body } of receiver.received) {
    const sent = new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>;
    expect(Object.keys(sent)).toEqual(['id', 'seq', 'type', 'timestamp', 'data']);
    expect(headers).toMatchObject({
      'webhook-id': sent.id,
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Doorway\/\d/),
    });
  }
  await expect
    .poll(() => positionOf(company, id))
    .toMatchObject({ seq: 63, tries: 0, failing_since: null, lease: null, delivered_at: expect.any(Date) });
  expect(await attemptsOf(company, id)).toEqual(
    upTo(63).map((seq) => ({
      seq: String(seq),
      status: 200,
      error: null,
      answer: 'noted',
      triedAt: expect.any(Date),
    })),
  );
});

it('an endpoint receives only its types, and one of a partner only events about its own records', async () => {
  const company = await companyForThisTest('Chosen');
  const [all, chosen, others] = [await receiverForThisTest(), await receiverForThisTest(), await receiverForThisTest()];
  const types = ['supplierinvoice.created'];
  await addEndpoint(company, all.url, { since: 1_040 });
  const { id } = await addEndpoint(company, chosen.url, { types });
  await addEndpoint(company, others.url, { partnerId: '00000000-0000-7000-8000-000000000001' });
  startDelivering(company);
  await recordEvents(company, 1_050);
  await expect.poll(() => numbersOf(all.received)).toEqual(upTo(1_050, 1_041));
  // The position moves past events of other types.
  await expect.poll(() => positionOf(company, id)).toMatchObject({ seq: 1_050, delivered_at: null });
  expect([chosen.received, others.received]).toEqual([[], []]);
});

it.each<[string, Behaviour, { error: string; status: number | null }]>([
  ['answers 500', answers(500, 'out of order'), { error: 'status', status: 500 }],
  ['answers 301', answers(301), { error: 'redirect', status: 301 }],
  ['breaks off', (_received, response) => response.socket?.destroy(), { error: 'broken', status: null }],
])(
  'an event that a receiver fails on (%s) holds back those behind it, and is tried again',
  async (name, fail, kept) => {
    const company = await companyForThisTest(`Failing: ${name}`);
    const other = await receiverForThisTest();
    let mended = false;
    const receiver = await receiverForThisTest((received, response) =>
      numbersOf([received])[0] === 3 && !mended ? fail(received, response) : response.end(),
    );
    const { id } = await addEndpoint(company, receiver.url);
    await addEndpoint(company, other.url);
    startDelivering(company);
    await recordEvents(company, 5);
    await expect.poll(() => positionOf(company, id)).toMatchObject({ seq: 2, failing_since: expect.any(Date) });
    const tryAgain = (at: Date) =>
      door.pool.query('UPDATE webhook_positions SET next_try_at = $2 WHERE endpoint_id = $1', [id, at]);
    await tryAgain(fromNow(3_600_000));
    await expectInOrder(other, 5);
    const triedBefore = numbersOf(receiver.received);
    await recordEvents(company, 1);
    await expectInOrder(other, 6);
    expect(new Set(triedBefore)).toEqual(new Set([1, 2, 3]));
    // New events do not cause an earlier try.
    expect(numbersOf(receiver.received)).toEqual(triedBefore);

    mended = true;
    await tryAgain(ago(1));
    company.followers.wake(company.company);
    await expect.poll(() => numbersOf(receiver.received).slice(-3), { timeout: 60_000 }).toEqual([4, 5, 6]);
    await expect
      .poll(() => positionOf(company, id))
      .toMatchObject({ seq: 6, tries: 0, failing_since: null, next_try_at: null });
    const attempts = await attemptsOf(company, id);
    const failed = attempts.filter(({ error }) => error !== null);
    expect(attempts.map(({ seq }) => seq)).toEqual(['1', '2', ...failed.map(() => '3'), '3', '4', '5', '6']);
    for (const one of failed) expect(one).toMatchObject({ seq: '3', ...kept });
    const third = receiver.received.filter((received) => numbersOf([received])[0] === 3);
    expect(new Set(third.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  },
  90_000,
);

it('turns that were planned before the first failure do not take place during the pause after it', async () => {
  const company = await companyForThisTest('Planned earlier');
  const receiver = await receiverForThisTest(answers(503));
  const { id } = await addEndpoint(company, receiver.url);
  await recordEvents(company, 20);
  const { pool, sealingKeys } = company;
  const deps = { pool, sealingKeys, config: readConfig(allowing), log: pino({ level: 'silent' }) };
  const turn = () =>
    deliver({ ...deps, pace: async () => undefined, observe: () => undefined }, company.company, id, {
      signal: new AbortController().signal,
      onSending: () => undefined,
      timeoutMs: () => undefined,
    });
  // Some find the lease taken, others come after the failure is stored.
  await Promise.all(upTo(8).map(turn));
  await turn();
  expect(receiver.received).toHaveLength(1);
  expect(await positionOf(company, id)).toMatchObject({ seq: 0, tries: 1 });
});

it('receivers that hang, are slow or are down hold back no others', async () => {
  const company = await companyForThisTest('Hanging');
  const good = await receiverForThisTest();
  const hanging = await receiverForThisTest(() => undefined);
  // Answers to its first event after all others have had theirs.
  let answerSlowly = () => {};
  const slow = await receiverForThisTest((_received, response) => {
    answerSlowly = () => response.end();
  });
  const away = await receiverForThisTest();
  await away[Symbol.asyncDispose]();
  const hangs = await addEndpoint(company, hanging.url);
  const isAway = await addEndpoint(company, away.url);
  await addEndpoint(company, slow.url);
  await addEndpoint(company, good.url);
  startDelivering(company);
  await recordEvents(company, 12);
  await expectInOrder(good, 12);
  expect(new Set(numbersOf(hanging.received))).toEqual(new Set([1]));
  expect(numbersOf(slow.received)).toEqual([1]);
  answerSlowly();
  await expect.poll(() => numbersOf(slow.received)).toEqual([1, 2]);
  const first = async (id: string) => (await attemptsOf(company, id))[0];
  await expect.poll(() => first(isAway.id)).toMatchObject({ seq: '1', error: 'connection', status: null });
  await expect.poll(() => first(hangs.id), { timeout: 60_000 }).toMatchObject({ seq: '1', error: 'timeout' });
  expect(await positionOf(company, hangs.id)).toMatchObject({ seq: 0, failing_since: expect.any(Date) });
});

it('a process delivers to at most 1,000 healthy and 100 failing endpoints at once', () => {
  expect(usualLimits).toEqual({ maxHealthy: 1_000, maxFailing: 100, crowdedAbove: 500, crowdedTimeoutMs: 2_000 });
});

it.each(['begin to hang at once', 'are known to fail'])(
  'a healthy endpoint is told before the first of 24 that %s has been given up',
  async (what) => {
    const failing = what === 'are known to fail';
    const limits = { ...usualLimits, maxFailing: 10, usualTimeoutMs: 600_000 };
    const company = await companyForThisTest(`Hanging: ${what}`);
    let under = 0;
    let over = 0;
    const hanging = await receiverForThisTest((_received, response) => {
      under += 1;
      response.on('close', () => (over += 1));
    });
    await Promise.all(upTo(24).map((n) => addEndpoint(company, `${hanging.url}?${n}`)));
    if (failing)
      await door.pool.query(
        'UPDATE webhook_positions SET tries = 1, failing_since = now(), next_try_at = now() WHERE company_id = $1',
        [company.company],
      );
    const other = await companyForThisTest(`Beside: ${what}`);
    const overWhenTold: number[] = [];
    const good = await receiverForThisTest((_received, response) => {
      overWhenTold.push(over);
      response.end();
    });
    await addEndpoint(other, good.url);
    // Nobody is given up however slow the machine is, so whoever waited for that would wait for ever.
    const stop = startDelivering(company, allowing, limits);
    await recordEvents(company, 1);
    await expect.poll(() => under, { timeout: 120_000 }).toBe(failing ? limits.maxFailing : 24);
    await recordEvents(other, 3);
    await expectInOrder(good, 3);
    expect(overWhenTold).toEqual([0, 0, 0]);
    // The other failing endpoints wait.
    expect(under).toBe(failing ? limits.maxFailing : 24);
    await stop();
  },
);

it('with many deliveries under way attempts time out sooner, and at the limit the next endpoint waits', async () => {
  const company = await companyForThisTest('Crowded');
  let open = 0;
  let mostOpen = 0;
  const hanging = await receiverForThisTest((_received, response) => {
    mostOpen = Math.max(mostOpen, ++open);
    response.on('close', () => (open -= 1));
  });
  const add = async (n: number) => (await addEndpoint(company, `${hanging.url}?${n}`)).id;
  const first = await add(1);
  await recordEvents(company, 1);
  startDelivering(company, allowing, { maxHealthy: 2, maxFailing: 1, crowdedAbove: 1, crowdedTimeoutMs: 100 });
  await expect.poll(() => hanging.received.length).toBe(1);
  const later = [await add(2), await add(3)];
  company.followers.wake(company.company);
  const attempts = async () => (await Promise.all(later.map((id) => attemptsOf(company, id)))).map(([one]) => one);
  await expect.poll(attempts).toMatchObject([{ error: 'timeout' }, { error: 'timeout' }]);
  expect(mostOpen).toBe(2);
  expect(await attemptsOf(company, first)).toEqual([]);
});

it('410 switches an endpoint off at once, and so do three days of failures', async () => {
  const company = await companyForThisTest('Off');
  const [gone, failing] = [await receiverForThisTest(answers(410)), await receiverForThisTest(answers(503))];
  const one = await addEndpoint(company, gone.url);
  const two = await addEndpoint(company, failing.url);
  await door.pool.query(
    `UPDATE webhook_positions SET tries = 17, failing_since = $2, next_try_at = $3 WHERE endpoint_id = $1`,
    [two.id, ago(72 * 3_600_000), new Date()],
  );
  startDelivering(company);
  await recordEvents(company, 2);
  await expect.poll(() => positionOf(company, one.id)).toMatchObject({ switched_off_for: 'gone', seq: 0, lease: null });
  await expect
    .poll(() => positionOf(company, two.id))
    .toMatchObject({ switched_off_for: 'failing', seq: 0, lease: null });
  await recordEvents(company, 2);
  const good = await receiverForThisTest();
  await addEndpoint(company, good.url);
  company.followers.wake(company.company);
  await expectInOrder(good, 4);
  expect([gone.received.length, failing.received.length]).toEqual([1, 1]);
});

it('two processes deliver to an endpoint in turns, in order and once, while events arrive', async () => {
  const company = await companyForThisTest('Two');
  const receivers = await Promise.all([1, 2, 3].map(() => receiverForThisTest()));
  for (const { url } of receivers) await addEndpoint(company, url);
  startDelivering(company);
  startDelivering(company);
  const rounds = isLongRun ? 40 : 2;
  for (let n = 0; n < rounds; n += 1) await Promise.all([recordEvents(company, 10), recordEvents(company, 7)]);
  for (const receiver of receivers) await expectInOrder(receiver, 17 * rounds);
});

it('a position that is set back is followed', async () => {
  const company = await companyForThisTest('Since');
  const receiver = await receiverForThisTest();
  const { id } = await addEndpoint(company, receiver.url);
  startDelivering(company);
  await recordEvents(company, 10);
  await expectInOrder(receiver, 10);
  await expect.poll(() => positionOf(company, id)).toMatchObject({ seq: 10, lease: null });
  await door.pool.query('UPDATE webhook_positions SET seq = 7 WHERE endpoint_id = $1', [id]);
  company.followers.wake(company.company);
  await expect.poll(() => numbersOf(receiver.received)).toEqual([...upTo(10), 8, 9, 10]);
});

it('a position that is set back while an event is under way is followed from there', async () => {
  const company = await companyForThisTest('Set back');
  let answer = () => {};
  const receiver = await receiverForThisTest((_received, response) => {
    if (receiver.received.length === 10) answer = () => response.end();
    else response.end();
  });
  const { id } = await addEndpoint(company, receiver.url);
  startDelivering(company);
  await recordEvents(company, 10);
  await expectInOrder(receiver, 10);
  await door.pool.query('UPDATE webhook_positions SET seq = 4 WHERE endpoint_id = $1', [id]);
  answer();
  await expect.poll(() => numbersOf(receiver.received).slice(-6)).toEqual(upTo(10, 5));
  await expect.poll(() => positionOf(company, id)).toMatchObject({ seq: 10, lease: null });
});

it('events that are no longer stored are passed over', async () => {
  const company = await companyForThisTest('Pruned');
  const receiver = await receiverForThisTest();
  const { id } = await addEndpoint(company, receiver.url);
  await recordEvents(company, 3_000);
  await door.pool.query('DELETE FROM events WHERE company_id = $1 AND seq <= 2990', [company.company]);
  startDelivering(company);
  company.followers.wake(company.company);
  await expect.poll(() => numbersOf(receiver.received)).toEqual(upTo(3_000, 2_991));
  await door.pool.query('DELETE FROM events WHERE company_id = $1', [company.company]);
  await recordEvents(company, 0);
  await expect.poll(() => positionOf(company, id)).toMatchObject({ seq: 3_000 });
});

it('an endpoint with a lease of another process waits until the lease ends', async () => {
  const company = await companyForThisTest('Lease');
  const receiver = await receiverForThisTest();
  const { id } = await addEndpoint(company, receiver.url);
  const until = fromNow(3_000);
  await door.pool.query('UPDATE webhook_positions SET lease = $2, leased_until = $3 WHERE endpoint_id = $1', [
    id,
    '00000000-0000-7000-8000-000000000001',
    until,
  ]);
  startDelivering(company);
  await recordEvents(company, 3);
  // From here on, only a timer wakes the delivery.
  await expectInOrder(receiver, 3);
  expect(receiver.received[0]?.at).toBeGreaterThanOrEqual(until.getTime());
});

it.each(['that runs already', 'that starts later'])(
  'a process that stops breaks off what is under way, and another %s goes on with it at once',
  async (which) => {
    const company = await companyForThisTest(`Stopping: another ${which}`);
    const receiver = await receiverForThisTest((_received, response) => {
      if (receiver.received.length !== 4) response.end();
    });
    const { id } = await addEndpoint(company, receiver.url);
    const stop = startDelivering(company);
    await recordEvents(company, 6);
    await expectInOrder(receiver, 4);
    if (which === 'that runs already') startDelivering(company);
    else {
      await stop();
      expect(await positionOf(company, id)).toMatchObject({ seq: 3, tries: 0, lease: null });
      expect(await attemptsOf(company, id)).toHaveLength(3);
      // A starting process checks every company, so nothing needs to wake it.
      startDelivering(company);
    }
    await stop();
    await expect.poll(() => numbersOf(receiver.received), { timeout: 10_000 }).toEqual([1, 2, 3, 4, 4, 5, 6]);
  },
);

it('an existing endpoint with a port that is now blocked fails with that reason', async () => {
  const company = await companyForThisTest('Port');
  const { id } = await addEndpoint(company, 'http://127.0.0.1:6667/hook');
  startDelivering(company);
  await recordEvents(company, 1);
  await expect.poll(() => attemptsOf(company, id)).toMatchObject([{ error: 'port', status: null }]);
});

it('nothing is sent to an address that is no longer allowed', async () => {
  const company = await companyForThisTest('Forbidden');
  const receiver = await receiverForThisTest();
  const { id } = await addEndpoint(company, receiver.url);
  startDelivering(company, {});
  await recordEvents(company, 1);
  await expect.poll(() => attemptsOf(company, id)).toMatchObject([{ error: 'address', status: null }]);
  expect(receiver.connections).toBe(0);
});
