import { afterAll, expect, it } from 'vitest';
import { readNextEvents } from './next-events-store.ts';
import { openDoor } from '../testing/door.ts';
import { addEndpoint, expectInOrder, receiverForThisTest, recordEvents, startDelivering } from '../testing/webhooks.ts';

const door = await openDoor();
afterAll(() => door.close());

const withKilobytes = (many: number) => ({ name: 'x'.repeat(many * 1024) });

async function batches(maxEvents: number): Promise<number[][]> {
  const all: number[][] = [];
  let after = '0';
  for (let more = true; more;) {
    const batch = await readNextEvents(door.pool, door.company, { partnerId: null, types: [] }, after, maxEvents);
    all.push(batch.events.map(({ seq }) => Number(seq)));
    ({ to: after, more } = batch);
  }
  return all;
}

it('reads are bounded by bytes but have at least one event, and all events are delivered whole and in order', async () => {
  await recordEvents(door, 4);
  await recordEvents(door, 4, withKilobytes(25));
  await recordEvents(door, 2, withKilobytes(2_000));
  await recordEvents(door, 3);
  expect(await batches(100)).toEqual([[1, 2, 3, 4, 5, 6, 7], [8, 9], [10], [11, 12, 13]]);
  expect(await batches(3)).toEqual([[1, 2, 3], [4, 5, 6], [7, 8, 9], [10], [11, 12, 13], []]);
  const receiver = await receiverForThisTest();
  await addEndpoint(door, receiver.url);
  startDelivering(door);
  door.followers.wake(door.company);
  await expectInOrder(receiver, 13);
  const small = [0, 0, 0, 0];
  const large = [25, 25, 25, 25, 2_000, 2_000];
  expect(receiver.received.map(({ body }) => Math.floor(body.length / 1024))).toEqual([...small, ...large, 0, 0, 0]);
});
