import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../../testing/door.ts';
import { dial } from '../../../testing/raw.ts';

const door = await openDoor();
await door.addSupplier('1');
afterAll(() => door.close());

const get = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: door\r\nAuthorization: Bearer ${door.token}\r\nAccept-Encoding: identity\r\n\r\n`;

/** A connection that sends all of this at once. */
function sending(text: string) {
  const socket = dial(door.url);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  socket.write(text);
  return {
    socket,
    received: () => received,
    statuses: () => (received.match(/HTTP\/1\.1 \d+/g) ?? []).map((line) => Number(line.slice(-3))),
  };
}

const many = 5_000;

it('ten connections that send thousands of requests at once delay another caller by few of them, and are cut off', async () => {
  const others = Array.from({ length: 10 }, () => sending(get('/health/live').repeat(many)));
  const closed = others.map(({ socket }) => once(socket, 'close'));
  // Their requests have arrived.
  await expect.poll(() => others.filter(({ statuses }) => statuses().length > 0).length).toBe(others.length);
  const before = others.reduce((sum, { statuses }) => sum + statuses().length, 0);
  expect((await fetch(`${door.url}/health/live`)).status).toBe(200);
  const served = others.reduce((sum, { statuses }) => sum + statuses().length, 0) - before;
  expect(served).toBeLessThan(others.length * 100);
  await Promise.all(closed);
  for (const { statuses, received } of others) {
    expect(statuses()).toEqual([...Array.from({ length: 100 }, () => 200), 429]);
    expect(received()).toMatch(/retry-after: 1\r\n[^]*Too many requests\. Wait 1 s, then send this request again\./);
  }
});

it('a hundred requests sent at once are all answered, in their order, and the connection stays', async () => {
  const paged = Array.from({ length: 100 }, (_, nth) => (nth % 2 === 0 ? `${paths.suppliers}/1` : `/nowhere/${nth}`));
  const { socket, statuses } = sending(paged.map(get).join(''));
  const expected = paged.map((path) => (path.startsWith(paths.suppliers) ? 200 : 404));
  await expect.poll(() => statuses().length).toBe(100);
  expect(statuses()).toEqual(expected);
  socket.write(get('/health/live'));
  await expect.poll(() => statuses().length).toBe(101);
  socket.destroy();
});

it('requests that follow in the same connection wait for those before them', async () => {
  const client = await door.pool.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE suppliers IN ACCESS EXCLUSIVE MODE');
  const before = door.logged.length;
  const { socket, statuses } = sending(get(`${paths.suppliers}/1`).repeat(8) + get('/nowhere').repeat(20));
  const neighbour = await fetch(`${door.url}/nowhere`);
  expect([neighbour.status, statuses()]).toEqual([404, []]);
  expect(door.logged.slice(before).filter((line) => line.includes('"/nowhere"')).length).toBeLessThan(2);
  await client.query('COMMIT');
  client.release();
  await expect.poll(() => statuses().length).toBe(28);
  socket.destroy();
});
