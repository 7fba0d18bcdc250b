import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { isPublicAddress } from './addresses.ts';
import { judgeUrl, resolveOutside, send, type OutgoingMessage } from './outside.ts';
import { answers, openReceiver, type Behaviour } from '../../../testing/receiver.ts';
import { pauseBetweenTries, stopClock } from '../../../testing/time.ts';

const { signal } = new AbortController();
const message: OutgoingMessage = { headers: { 'x-own': 'a' }, body: '{"å":1}', allowPrivate: true, signal };

async function receiverForThisTest(behave?: Behaviour) {
  const receiver = await openReceiver(behave);
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  return receiver;
}

async function serverForThisTest(met: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    met(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

it.each([
  ['this host', '0.0.0.0', '0.1.2.3', '::'],
  ['loopback', '127.0.0.1', '127.255.0.9', '::1'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1'],
  ['link-local, with the metadata of clouds', '169.254.169.254', '169.254.170.2', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  ['metadata elsewhere', 'fd00:ec2::254', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
  ['shared by a carrier', '100.64.0.1', '100.127.255.255'],
  ['mapped IPv4', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1', '::8.8.8.8'],
  ['translated IPv4', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1', '::ffff:0:127.0.0.1'],
  ['tunnelled IPv4', '2002:7f00:1::', '2002:a00:1::1', '2001:0:1234::1', '192.88.99.1'],
  ['for special uses', '2001:2::1', '2001:10::1', '2001:20::1', '192.0.0.1'],
  ['for many or all', '224.0.0.1', '239.1.1.1', '255.255.255.255', 'ff02::1'],
  ['documentation and tests', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1'],
  ['reserved', '240.0.0.1', '100::1', '4000::1', '5f00::1'],
  ['no address', '', 'localhost', '1.2.3', '1.2.3.4.5', '2130706433 '],
])('an address is not public: %s', (_what, ...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

it('an address of the public internet is one', () => {
  const addresses = [
    '1.1.1.1',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450::5',
  ];
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
});

it.each([
  ['https://example.com/events?a=b', undefined],
  ['https://example.com:8443/', undefined],
  ['https://8.8.8.8/', undefined],
  ['http://example.com/', 'scheme'],
  ['ftp://example.com/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['example.com', 'invalid'],
  ['https://', 'invalid'],
  ['https://user@example.com/', 'userinfo'],
  ['https://:secret@example.com/', 'userinfo'],
  ['https://example.com/#there', 'fragment'],
  ['https://example.com/#', 'fragment'],
  ['https://127.0.0.1/', 'address'],
  ['https://2130706433/', 'address'],
  ['https://0x7f.1/', 'address'],
  ['https://0177.0.0.01/', 'address'],
  ['https://127.1/', 'address'],
  ['https://127.0.0.1./', 'address'],
  ['https://１２７.0.0.1/', 'address'],
  ['https://[::1]/', 'address'],
  ['https://[::ffff:10.0.0.1]/', 'address'],
  ['https://[64:ff9b::a9fe:a9fe]/', 'address'],
])('the address %s is judged', (url, problem) => {
  const judged = judgeUrl(url, { allowHttp: false, allowPrivate: false });
  expect(typeof judged === 'string' ? judged : undefined).toBe(problem);
});

it('a closed network may be told to allow more', () => {
  expect(judgeUrl('http://10.0.0.1/', { allowHttp: true, allowPrivate: true })).toBeInstanceOf(URL);
  expect(judgeUrl('http://10.0.0.1/', { allowHttp: true, allowPrivate: false })).toBe('address');
  expect(judgeUrl('http://10.0.0.1/', { allowHttp: false, allowPrivate: true })).toBe('scheme');
  expect(judgeUrl('ftp://10.0.0.1/', { allowHttp: true, allowPrivate: true })).toBe('scheme');
});

it.each([0, 1, 22, 25, 53, 110, 143, 6000, 6665, 6669, 6697, 10080])(
  'port %i, which the Fetch standard blocks, is refused as an address and at the connection, in a closed network too',
  async (port) => {
    expect(judgeUrl(`https://example.com:${port}/`, { allowHttp: false, allowPrivate: false })).toBe('port');
    const url = new URL(`http://127.0.0.1:${port}/`);
    expect(judgeUrl(url.href, { allowHttp: true, allowPrivate: true })).toBe('port');
    expect(await send(url, message)).toMatchObject({ error: 'port', status: undefined });
  },
);

it.each(['', ':443', ':80', ':8080', ':8443', ':10'])('an address with the port "%s" is taken', (port) =>
  expect(judgeUrl(`https://example.com${port}/`, { allowHttp: false, allowPrivate: false })).toBeInstanceOf(URL),
);

it('an address has a bound', () => {
  const judged = (length: number) =>
    judgeUrl('https://example.com/'.padEnd(length, 'a'), { allowHttp: false, allowPrivate: false });
  expect(judged(2_000)).toBeInstanceOf(URL);
  expect(judged(2_001)).toBe('long');
});

it('a name is refused if any of its addresses is not public, and so is one that has none', async () => {
  const inside = { address: '10.0.0.1', family: 4 };
  const outside = { address: '8.8.8.8', family: 4 };
  const resolved = (allowPrivate: boolean, ...addresses: (typeof inside)[]) =>
    resolveOutside('name.example', { allowPrivate }, async () => addresses);
  expect(await resolved(false, outside)).toEqual([outside]);
  expect(await resolved(false, outside, inside)).toBe('address');
  expect(await resolved(true, outside, inside)).toEqual([outside, inside]);
  expect(await resolved(false)).toBe('dns');
  expect(
    await resolveOutside('name.example', { allowPrivate: false }, () => Promise.reject(new Error('SERVFAIL'))),
  ).toBe('dns');
  expect(await resolveOutside('[::1]', { allowPrivate: false })).toBe('address');
});

it('a message arrives whole, and the answer comes back', async () => {
  const receiver = await receiverForThisTest(answers(201, 'thank you'));
  const sent = await send(new URL(receiver.url), message);
  expect(sent).toEqual({ error: undefined, status: 201, answer: 'thank you', tookMs: expect.any(Number) });
  expect(receiver.received).toMatchObject([{ body: '{"å":1}', headers: { 'x-own': 'a', 'content-length': '8' } }]);
});

it('connections are kept from message to message, and one that was closed meanwhile is replaced', async () => {
  const receiver = await receiverForThisTest(answers(200, 'ok'));
  const url = new URL(receiver.url);
  await send(url, message);
  await send(url, message);
  expect(receiver.connections).toBe(1);
  let closed = false;
  receiver.behave = (_received, response) => {
    if (closed) return response.end('fresh');
    closed = true;
    return response.socket?.destroy();
  };
  expect(await send(url, message)).toMatchObject({ error: undefined, answer: 'fresh' });
  expect(receiver.connections).toBe(2);
});

it('a name is resolved once, and the very address that was judged is connected to', async () => {
  const receiver = await receiverForThisTest(answers(200));
  const { port } = new URL(receiver.url);
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const url = new URL(`http://receiver.example:${port}/`);
  expect(await send(url, { ...message, resolve })).toMatchObject({ status: 200 });
  expect(asked).toBe(1);
  expect(receiver.received).toMatchObject([{ headers: { host: `receiver.example:${port}` } }]);
  // The kept connection was made while private addresses were allowed.
  expect(await send(url, { ...message, resolve, allowPrivate: false })).toMatchObject({ error: 'address' });
  expect([asked, receiver.connections, receiver.received.length]).toEqual([2, 1, 1]);
});

it('nothing inside is connected to, by its address or by a name', async () => {
  const receiver = await receiverForThisTest(answers(200));
  const { port } = new URL(receiver.url);
  const closed = { ...message, allowPrivate: false };
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '[::1]'])
    expect(await send(new URL(`http://${host}:${port}/`), closed), host).toMatchObject({ error: 'address' });
  const resolve = async () => [
    { address: '8.8.8.8', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  expect(await send(new URL(`http://mixed.example:${port}/`), { ...closed, resolve })).toMatchObject({
    error: 'address',
    status: undefined,
    answer: undefined,
  });
  expect(receiver.connections).toBe(0);
});

it('a name that leads nowhere, a closed port, and a port that speaks no TLS are told apart', async () => {
  const receiver = await receiverForThisTest();
  const { port } = new URL(receiver.url);
  const resolve = async () => [];
  expect(await send(new URL('http://nowhere.example/'), { ...message, resolve })).toMatchObject({ error: 'dns' });
  expect(await send(new URL(`https://127.0.0.1:${port}/`), message)).toMatchObject({ error: 'tls' });
  await receiver[Symbol.asyncDispose]();
  expect(await send(new URL(receiver.url), message)).toMatchObject({ error: 'connection' });
});

it.each([
  [301, 'redirect'],
  [307, 'redirect'],
  [304, 'redirect'],
  [400, 'status'],
  [410, 'status'],
  [500, 'status'],
])('an answer of %s is a failure, and no redirect is followed', async (status, error) => {
  const there = await receiverForThisTest();
  const receiver = await receiverForThisTest((_received, response) =>
    response.writeHead(status, { location: there.url }).end(status === 304 ? undefined : 'no'),
  );
  expect(await send(new URL(receiver.url), message)).toMatchObject({ error, status });
  expect(there.received).toEqual([]);
});

it('an answer that never comes, or comes in drops, ends in time', async () => {
  const advance = stopClock();
  const silent = await receiverForThisTest(() => undefined);
  expect(await send(new URL(silent.url), { ...message, timeoutMs: 100 })).toMatchObject({ error: 'timeout' });
  const dripping = await receiverForThisTest(async (_received, response) => {
    advance(150);
    for (; !response.destroyed; await pauseBetweenTries()) response.write('.');
  });
  expect(await send(new URL(dripping.url), { ...message, timeoutMs: 200 })).toMatchObject({
    error: 'timeout',
    tookMs: 150,
  });
  // Headers that arrive one by one do not extend the deadline.
  const port = await serverForThisTest(async (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    for (; !socket.destroyed; await pauseBetweenTries()) socket.write('a: b\r\n');
  });
  const url = new URL(`http://127.0.0.1:${port}/`);
  expect(await send(url, { ...message, timeoutMs: 200 })).toMatchObject({ error: 'timeout' });
});

it.each<[string, Behaviour]>([
  ['before it answers', (_received, response) => response.socket?.destroy()],
  [
    'within the answer',
    (_received, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.socket?.destroy());
    },
  ],
])('a receiver that breaks off %s has not taken the message', async (_when, behave) => {
  const receiver = await receiverForThisTest(behave);
  expect(await send(new URL(receiver.url), message)).toMatchObject({ error: 'broken' });
});

it.each([
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ['a head without end', `HTTP/1.1 200 OK\r\na: ${'b'.repeat(40_000)}\r\n\r\n`],
  ['a head of a megabyte in short lines', `HTTP/1.1 200 OK\r\n${'a: bcdef\r\n'.repeat(100_000)}\r\n`],
  [
    'a tail of a megabyte',
    `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\na: ${'b'.repeat(1_000_000)}\r\n\r\n`,
  ],
  [
    'a chunk that is described in a megabyte',
    `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;${'b'.repeat(1_000_000)}\r\n`,
  ],
])('an answer that is %s is broken', async (_what, answer) => {
  const port = await serverForThisTest((socket) => socket.write(answer));
  expect(await send(new URL(`http://127.0.0.1:${port}/`), message)).toMatchObject({ error: 'broken' });
});

it.each([100, 103])('a server that says without end that it is still at it (%i) is not listened to', async (status) => {
  let said = 0;
  const port = await serverForThisTest((socket) => {
    const more = () => {
      while (!socket.destroyed && said < 1_000_000) {
        said += 1_000;
        if (!socket.write(`HTTP/1.1 ${status} Wait\r\n\r\n`.repeat(1_000))) return socket.once('drain', more);
      }
      return undefined;
    };
    more();
  });
  expect(await send(new URL(`http://127.0.0.1:${port}/`), message)).toMatchObject({ error: 'broken' });
  expect(said).toBeLessThan(1_000_000);
  // A few 1xx responses are normal.
  const patient = await receiverForThisTest((_received, response) => {
    for (let times = 0; times < 20; times += 1)
      if (status === 100) response.writeContinue();
      else response.writeEarlyHints({ link: '</x>; rel=preload' });
    response.end('done');
  });
  expect(await send(new URL(patient.url), message)).toMatchObject({ error: undefined, status: 200, answer: 'done' });
});

it('a server that changes over to another protocol has not taken the message, and is not waited for', async () => {
  const closed: Promise<unknown>[] = [];
  const port = await serverForThisTest((socket) => {
    closed.push(new Promise((resolve) => socket.once('close', resolve)));
    // A socket reports its end only while it is read.
    socket.resume();
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nhello');
  });
  const sent = await send(new URL(`http://127.0.0.1:${port}/`), message);
  expect(sent).toMatchObject({ error: 'status', status: 101, answer: undefined });
  await Promise.all(closed);
});

it('a server that is silent where TLS begins is given up in time', async () => {
  const port = await serverForThisTest(() => undefined);
  const sent = await send(new URL(`https://127.0.0.1:${port}/`), { ...message, timeoutMs: 200 });
  expect(sent).toMatchObject({ error: 'timeout', status: undefined });
});

it('of a huge answer the first kilobyte is kept and little more is read', async () => {
  let written = 0;
  const receiver = await receiverForThisTest((_received, response) => {
    const more = () => {
      while (!response.destroyed && written < 1e9) {
        written += 65_536;
        if (!response.write(Buffer.alloc(65_536, 'å'))) return response.once('drain', more);
      }
      return undefined;
    };
    more();
  });
  const { error, status, answer } = await send(new URL(receiver.url), message);
  expect([error, status, answer]).toEqual([undefined, 200, 'å'.repeat(512)]);
  expect(written).toBeLessThan(50e6);
});

it('an answer becomes text that the database takes', async () => {
  const bytes = Buffer.concat([
    Buffer.from('a\0b'),
    Buffer.from([0xff]),
    Buffer.from('x'.repeat(1019)),
    Buffer.from('ååå'),
  ]);
  const receiver = await receiverForThisTest((_received, response) => response.end(bytes));
  expect((await send(new URL(receiver.url), message)).answer).toBe(`a\uFFFDb\uFFFD${'x'.repeat(1019)}`);
});

it('the signal breaks off what is under way', async () => {
  const stopping = new AbortController();
  const receiver = await receiverForThisTest(() => stopping.abort(new Error('stopping')));
  await expect(send(new URL(receiver.url), { ...message, signal: stopping.signal })).rejects.toThrow('stopping');
  await expect(send(new URL(receiver.url), { ...message, signal: stopping.signal })).rejects.toThrow('stopping');
  expect(receiver.received).toHaveLength(1);
});
