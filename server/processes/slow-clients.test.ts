import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { databaseForThisTest } from '../testing/database.ts';
import { emptyDataDir, envelope, startService } from '../testing/process.ts';

/** Everything that came over the connection, and when it ended. */
async function readAll(socket: ReturnType<typeof connect>) {
  let text = '';
  socket
    .setEncoding('utf8')
    .on('data', (part: string) => (text += part))
    .on('error', () => undefined);
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  return {
    status: Number(head.split(' ')[1]),
    body: body === '' ? undefined : (JSON.parse(body) as unknown),
    at: Date.now(),
  };
}

it('headers that are too large are answered with 431, and headers that come too slowly are cut off', async () => {
  const service = await startService({
    DATABASE_URL: (await databaseForThisTest()).url,
    DATA_DIR: await emptyDataDir(),
  });
  const port = Number(new URL(service.address).port);

  const slow = connect(port, '127.0.0.1');
  const cutOff = readAll(slow);
  const began = Date.now();
  const dripping = (async () => {
    for (const character of `GET /health/live HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(1_000)}`) {
      if (!slow.writable) return;
      slow.write(character);
      await sleep(250);
    }
  })();
  const silent = readAll(connect(port, '127.0.0.1'));

  const large = connect(port, '127.0.0.1');
  large.end(`GET /health/live HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(17 * 1024)}\r\n\r\n`);
  expect(await readAll(large)).toMatchObject({ status: 431, body: envelope });

  // The limit is 15 seconds, and a minute where none is set; what is between is for a machine that is busy.
  const [slowEnd, silentEnd] = await Promise.all([cutOff, silent]);
  expect(slowEnd).toMatchObject({ status: 408, body: envelope });
  for (const { at } of [slowEnd, silentEnd]) expect(at - began).toBeLessThan(45_000);
  await dripping;
  expect((await service.call('GET', '/health/live')).status).toBe(200);
});
