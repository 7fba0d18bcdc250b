import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../config.ts';
import { createLogger } from '../ground/http/observe/log.ts';
import { createServer } from '../ground/http/server.ts';
import { envelope } from '../testing/process.ts';

async function readAll(socket: ReturnType<typeof connect>) {
  let text = '';
  socket
    .setEncoding('utf8')
    .on('data', (part: string) => (text += part))
    .on('error', () => undefined);
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), body: body === '' ? undefined : (JSON.parse(body) as unknown) };
}

it('headers that are too large are answered with 431, and headers that come too slowly are cut off after 15 seconds', async () => {
  const { app } = createServer({ config: readConfig({}), log: createLogger('silent', { write: () => undefined }) });
  onTestFinished(() => app.close());
  app.get('/', async () => 'here');
  const { server } = app;
  expect([server.headersTimeout, server.requestTimeout]).toEqual([15_000, 120_000]);
  server.headersTimeout = 300;
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);

  const slow = connect(port, '127.0.0.1');
  const cutOff = readAll(slow);
  const silent = readAll(connect(port, '127.0.0.1'));
  const dripping = (async () => {
    // Sending this text takes 15 seconds. Node is configured to check for late connections every two seconds; its
    // default is 30.
    for (const character of `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(100)}`) {
      if (!slow.writable) return true;
      slow.write(character);
      await sleep(100);
    }
    return false;
  })();

  const large = connect(port, '127.0.0.1');
  large.end(`GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(17 * 1024)}\r\n\r\n`);
  expect(await readAll(large)).toMatchObject({ status: 431, body: envelope });

  expect(await cutOff).toMatchObject({ status: 408, body: envelope });
  await silent;
  expect(await dripping, 'cut off before all characters were sent').toBe(true);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
});
