import { afterAll, expect, it } from 'vitest';
import { verifyChain } from '../../audit/actions.ts';
import { openOwnApp, type Answer } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { answers } from '../../testing/receiver.ts';
import {
  allowing,
  attemptsOf,
  numbersOf,
  positionOf,
  receiverForThisTest,
  recordEvents,
  startDelivering,
  upTo,
} from '../../testing/webhooks.ts';
import { ago } from '../../testing/time.ts';

const door = await openOwnApp('Webhooks to this machine are a setting of the process.', { env: allowing });
const administrator = await signedIn(door, 'administrator');
afterAll(() => door.close());

const done = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const path = () => `/companies/${door.company}`;
const made = async (url: string): Promise<string> =>
  done(await administrator.call('POST', `${path()}/webhooks`, { url })).id;

it('an endpoint that the service switches off has one audit entry with the reason, and the chain is valid', async () => {
  const [gone, failing] = [await receiverForThisTest(answers(410)), await receiverForThisTest(answers(503))];
  const ids = [await made(gone.url), await made(failing.url)];
  await door.pool.query(
    `UPDATE webhook_positions SET tries = 17, failing_since = $2, next_try_at = $3 WHERE endpoint_id = $1`,
    [ids[1], ago(72 * 3_600_000), new Date()],
  );
  startDelivering(door);
  await recordEvents(door, 2);
  const entries = async () =>
    done(await administrator.call('GET', `${path()}/audit?action=webhook.switchedoff&sort=at`)).rows;
  await expect.poll(async () => (await entries()).length).toBe(2);
  const changes = [{ field: 'on', from: true, to: false }];
  const entry = { operator: 'the service', action: 'webhook.switchedoff', subjectType: 'webhook' };
  expect(await entries()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...entry, subjectId: ids[0], data: { url: gone.url, why: 'gone', changes } }),
      expect.objectContaining({ ...entry, subjectId: ids[1], data: { url: failing.url, why: 'failing', changes } }),
    ]),
  );
  const offs = await Promise.all(ids.map((id) => administrator.call('GET', `${path()}/webhooks/${id}`)));
  expect(offs.map(({ body }) => body.switchedOffFor)).toEqual(['gone', 'failing']);
  expect((await verifyChain(door.pool, door.company)).misfit).toBeUndefined();
});

it.each([410, 500])(
  'an address that is changed while an event is under way is not judged by what the one before answers: %i',
  async (status) => {
    let answer: (() => void) | undefined;
    const before = await receiverForThisTest((_received, response) => {
      answer = () => response.writeHead(status).end();
    });
    const after = await receiverForThisTest();
    const id = await made(before.url);
    await door.pool.query(
      `UPDATE webhook_positions SET tries = 17, failing_since = $2, next_try_at = $3 WHERE endpoint_id = $1`,
      [id, ago(72 * 3_600_000), new Date()],
    );
    startDelivering(door);
    const { seq } = await positionOf(door, id);
    await recordEvents(door, 3);
    await expect.poll(() => answer).toBeDefined();
    done(await administrator.call('PATCH', `${path()}/webhooks/${id}`, { url: after.url }));
    const wanted = upTo(Number(seq) + 3, Number(seq) + 1);
    await expect.poll(() => numbersOf(after.received)).toEqual(wanted);
    answer?.();
    await expect.poll(async () => (await attemptsOf(door, id)).some(({ error }) => error !== null)).toBe(true);
    await expect
      .poll(() => positionOf(door, id))
      .toMatchObject({ seq: wanted.at(-1), tries: 0, switched_off_for: null, lease: null });
    expect(numbersOf(after.received)).toEqual(wanted);
  },
);
