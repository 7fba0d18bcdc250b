import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../config.ts';
import { pauseBetweenTries } from '../../testing/time.ts';
import { createLogger } from './observe/log.ts';
import { createServer } from './server.ts';

const envelope = { traceId: expect.stringMatching(/^[0-9a-f]{32}$/), message: expect.stringMatching(/\S/) };

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
  const { app } = createServer({
    config: readConfig({}),
    operatorPath: '/operator/v1',
    log: createLogger('silent', { write: () => undefined }),
  });
  onTestFinished(() => app.close());
  app.get('/', async () => 'here');
  const server = app.server as typeof app.server & { connectionsCheckingInterval: number };
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = server;
  // Node looks for late connections every 30 s unless it is told otherwise.
  expect({ headersTimeout, requestTimeout, connectionsCheckingInterval }).toEqual({
    headersTimeout: 15_000,
    requestTimeout: 120_000,
    connectionsCheckingInterval: 2_000,
  });
  Object.assign(server, { headersTimeout: 300, connectionsCheckingInterval: 100 });
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);

  const slow = connect(port, '127.0.0.1');
  const cutOff = readAll(slow);
  const silent = readAll(connect(port, '127.0.0.1'));
  // The characters do not prolong its time: only the end of the connection ends this.
  const dripping = (async () => {
    slow.write('GET / HTTP/1.1\r\nhost: localhost\r\nx: ');
    for (; slow.writable; await pauseBetweenTries()) slow.write('y');
  })();

  const large = connect(port, '127.0.0.1');
  large.end(`GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(17 * 1024)}\r\n\r\n`);
  expect(await readAll(large)).toMatchObject({ status: 431, body: envelope });

  expect(await cutOff).toMatchObject({ status: 408, body: envelope });
  await silent;
  await dripping;
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
});
