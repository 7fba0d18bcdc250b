import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { openOwnApp, paths } from '../../../testing/door.ts';
import { dial, head } from '../../../testing/raw.ts';
import { breathe, pauseBetweenTries, stopIntervals } from '../../../testing/time.ts';
import { waitingWith } from '../../../testing/waiting.ts';

const advance = stopIntervals();

const door = await openOwnApp('How long a client may stall is a setting of the process.', {
  env: { STALL_SECONDS: '1' },
});
afterAll(() => door.close());

it('a body of which nothing more comes is answered with 408 and cut off, and one that goes on coming is not', async () => {
  const body = JSON.stringify({ number: '1', name: 'A supplier whose body comes slowly' });
  const post = head('POST', paths.suppliers, {
    authorization: `Bearer ${door.token}`,
    'content-type': 'application/json',
    'content-length': body.length,
  });
  const stalled = dial(door.url);
  let told = '';
  stalled.on('data', (chunk) => (told += chunk.toString('latin1')));
  stalled.write(`${post}{`);
  const closed = once(stalled, 'close');

  const slow = dial(door.url);
  let answered = '';
  slow.on('data', (chunk) => (answered += chunk.toString('latin1')));
  slow.write(post);
  for (const letter of body) {
    await new Promise((resolve) => slow.write(letter, resolve));
    // The service reads the letter before it looks at the connection.
    for (let turns = 0; turns < 3; turns++) await breathe();
    advance(500);
  }
  await expect.poll(() => answered).toMatch(/^HTTP\/1\.1 200/);
  slow.destroy();

  await closed;
  expect(told).toMatch(/^HTTP\/1\.1 408 [^]*The request did not arrive in time\. Send it again\./);
});

it('a reader that stops reading is cut off', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => `(${at})`).join(',');
  await door.pool.query(
    `INSERT INTO suppliers (company_id, number, name, organizational_number, city, street, post_index, country, phone, email, website, bank_giro, post_giro, iban, bic_swift, extra, created_at, updated_at)
     SELECT $1, 'long-' || at || '-' || piece, repeat('n', 255), repeat('o', 255), repeat('c', 255), repeat('s', 255), '', '', '', '', '', '', '', '', '', '{}', $2, $2
     FROM (VALUES ${rows}) AS made (at), generate_series(1, 60) AS piece`,
    [door.company, new Date()],
  );
  await door.pool.query('UPDATE company_counters SET supplier_version = supplier_version + 1 WHERE company_id = $1', [
    door.company,
  ]);
  const socket = dial(door.url);
  socket.pause();
  socket.write(head('GET', paths.suppliers, { authorization: `Bearer ${door.token}`, 'accept-encoding': 'identity' }));
  while (!door.logged.some((line) => line.includes('"status":499'))) {
    advance(250);
    await pauseBetweenTries();
  }
  socket.destroy();
  expect((await door.call('GET', `${paths.suppliers}?limit=1`)).status).toBe(200);
});

it('whoever waits for an answer is left alone', async () => {
  const client = await door.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('LOCK TABLE suppliers IN ACCESS EXCLUSIVE MODE');
    const waiting = door.post(paths.suppliers, { number: 'waiting', name: 'Waiting' });
    await expect.poll(() => waitingWith(door.pool, 'INSERT INTO suppliers')).toHaveLength(1);
    for (let looks = 0; looks < 20; looks++) {
      advance(500);
      await breathe();
    }
    await client.query('COMMIT');
    expect((await waiting).status).toBe(200);
  } finally {
    client.release();
  }
});
