import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, openOwnApp, paths, type Answer } from '../../testing/door.ts';
import { countOf, creationNames, creationsOn, type Creation } from '../../testing/operations.ts';
import { expectProblem } from '../../testing/problem.ts';
import { terminate, waitingWith } from '../../testing/waiting.ts';

const door = await openDoor();
const creations = await creationsOn(door);
const outside = new pg.Client(door.database.connection);
await outside.connect();
afterAll(async () => {
  await outside.end();
  await door.close();
});

function expectUnavailable(answer: Answer, message = ''): void {
  expectProblem(answer, 503, message);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
}

/** Lets a request's statement with these words wait for a locked table, and then cuts its connection. */
async function cutOff(
  table: string,
  words: string,
  request: () => Promise<Answer>,
  mode: 'EXCLUSIVE' | 'ACCESS EXCLUSIVE' = 'ACCESS EXCLUSIVE',
): Promise<Answer> {
  await outside.query('BEGIN');
  await outside.query(`LOCK TABLE ${table} IN ${mode} MODE`);
  const answer = request();
  // Awaited below; until then a rejection is unhandled.
  answer.catch(() => undefined);
  // The background listing may wait for the lock as well, with other words.
  let waiting: number[] = [];
  await expect.poll(async () => (waiting = await waitingWith(door.pool, words))).toHaveLength(1);
  await terminate(door.pool, waiting[0] as number);
  await outside.query('COMMIT');
  return answer;
}

describe.each(creationNames)('%s whose database connection is lost', (name) => {
  it('is a 503 that left nothing behind, and may be sent again', async () => {
    const { path, body, table } = creations.find((one) => one.name === name) as Creation;
    const sent = await body(`lost ${name}`);
    const headers = { 'idempotency-key': `lost ${name}` };
    const before = await countOf(door, table);
    const answer = await cutOff(table, `INSERT INTO ${table}`, () => door.post(path, sent, headers), 'EXCLUSIVE');
    expectUnavailable(
      answer,
      'The service cannot reach its database at the moment. Send the same request again; nothing is created twice.',
    );
    expect(await countOf(door, table)).toBe(before);
    const again = await door.post(path, sent, headers);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
  });
});

it.each(['', '?limit=10', '?number=1'])(
  'a list%s whose connection is lost is a 503, compressed or not, and heals',
  async (query) => {
    const list = (encoding: string) =>
      door.call('GET', paths.suppliers + query, { headers: { 'accept-encoding': encoding } });
    for (const encoding of ['identity', 'gzip']) {
      await door.addSupplier(`to change the list${query}${encoding}`);
      const answer = await cutOff('suppliers', 'AS "bicSwift"', () => list(encoding));
      expectUnavailable(answer);
      expect(answer.headers.get('etag')).toBeNull();
      expect((await list(encoding)).status).toBe(200);
    }
  },
);

it('while no connection comes free a request is a 503, and the next is served', async () => {
  const small = await openOwnApp('It uses up all connections of the process.', {
    env: { DATABASE_POOL_SIZE: '2' },
    connectTimeoutMs: 500,
  });
  try {
    const held = [await small.pool.connect(), await small.pool.connect()];
    expectUnavailable(await small.call('GET', paths.suppliers));
    for (const client of held) client.release();
    expect((await small.call('GET', paths.suppliers)).status).toBe(200);
  } finally {
    await small.close();
  }
});
