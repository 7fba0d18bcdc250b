import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths } from '../../../testing/door.ts';
import { postText } from '../../../testing/operations.ts';
import { dial, exchange, head } from '../../../testing/raw.ts';
import { stopClock } from '../../../testing/time.ts';

const door = await openDoor();
await door.addSupplier('1');
afterAll(() => door.close());

const mebibyte = 1024 * 1024;
const full = /^HTTP\/1\.1 503 [^]*retry-after: 1[^]*The service has no memory left for this request\./;

/** It takes as much room as the largest body of the operation: what comes out of it is not known before. */
const zipped = gzipSync(' '.repeat(100_000));
const statusOfLargest = async (path: string) =>
  (await postText(door, path, zipped, { headers: { 'content-encoding': 'gzip' } })).status;

/** Connections that announce a body and send its beginning, and the answers to them. */
function halfSend(many: number, path: string, token: string, bytes: number): { sockets: Socket[]; answers: string[] } {
  const answers: string[] = [];
  const sockets = Array.from({ length: many }, () => {
    const socket = dial(door.url);
    socket.on('data', (chunk) => answers.push(chunk.toString('latin1')));
    socket.write(
      head('POST', path, {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': bytes,
      }),
    );
    socket.write('{');
    return socket;
  });
  return { sockets, answers };
}

describe('bodies in memory', () => {
  it.each([
    ['files', paths.attach, 34 * mebibyte, 8],
    ['invoices', paths.invoices, 2 * mebibyte, 30],
  ])(
    'more %s at once than memory should hold are a 503 at once; another partner is served, and room comes free again',
    async (_what, path, bytes, many) => {
      const another = await door.tokenFor({ partner: 'Another' });
      const { sockets, answers } = halfSend(many, path, door.token, bytes);
      try {
        await expect.poll(() => answers.length).toBeGreaterThan(0);
        for (const answer of answers) expect(answer).toMatch(full);
        const invoice = { externalReferenceId: `beside ${path}`, supplierNumber: '1' };
        expect((await door.call('POST', paths.invoices, { token: another, body: invoice })).status).toBe(200);
      } finally {
        for (const socket of sockets) socket.destroy();
      }
      await expect.poll(() => statusOfLargest(path)).toBe(400);
    },
  );

  it('a compressed one takes the room of what may come out of it, and a small one none', async () => {
    const bytes = gzipSync(JSON.stringify({ text: randomBytes(100_000).toString('hex') }));
    const answers: string[] = [];
    const sockets = Array.from({ length: 30 }, () => {
      const socket = dial(door.url);
      socket.on('data', (chunk) => answers.push(chunk.toString('latin1')));
      socket.write(
        head('POST', paths.invoices, {
          authorization: `Bearer ${door.token}`,
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'content-length': bytes.length,
        }),
      );
      socket.write(bytes.subarray(0, -8));
      return socket;
    });
    try {
      await expect.poll(() => answers.length).toBeGreaterThan(0);
      for (const answer of answers) expect(answer).toMatch(full);
      const invoice = (at: number) =>
        gzipSync(JSON.stringify({ externalReferenceId: `zipped ${at}`, supplierNumber: '1' }));
      const small = await Promise.all(
        Array.from({ length: 3 }, (_, at) =>
          postText(door, paths.invoices, invoice(at), { headers: { 'content-encoding': 'gzip' } }),
        ),
      );
      expect(new Set(small.map(({ status }) => status))).toEqual(new Set([200]));
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await expect
      .poll(
        async () => (await postText(door, paths.invoices, bytes, { headers: { 'content-encoding': 'gzip' } })).status,
      )
      .toBe(400);
  });

  it('those that say that they are large and do not come make room for others', async () => {
    const advance = stopClock();
    const { sockets, answers } = halfSend(10, paths.attach, door.token, 34 * mebibyte);
    try {
      // Requests above the limit got a 503; the others only hold their room.
      await expect.poll(() => answers.length).toBeGreaterThan(3);
      for (const answer of answers) expect(answer).toMatch(full);
      expect(await statusOfLargest(paths.attach)).toBe(503);
      advance(10_000);
      expect(await statusOfLargest(paths.attach)).toBe(503);
      advance(1);
      expect(await statusOfLargest(paths.attach)).toBe(400);
      await expect.poll(() => answers.at(-1)).toMatch(/^HTTP\/1\.1 408/);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });
});

describe('before a sign-in', () => {
  it.each(['/operator/v1/session', '/operator/v1/invitations/accept', '/oauth/token', '/oauth/revoke'])(
    '%s takes no more than 8 KiB, and reads no more',
    async (path) => {
      const type = path.startsWith('/oauth') ? 'application/x-www-form-urlencoded' : 'application/json';
      const answer = await exchange(
        door.url,
        head('POST', path, { 'content-type': type, 'content-length': 8 * 1024 + 1 }),
      );
      expect(answer.status).toBe(413);
      expect(answer.body.message ?? answer.body.error_description).toBe(
        'The request is larger than the 8 KiB that this operation accepts.',
      );
      const pieces = await exchange(
        door.url,
        head('POST', path, { 'content-type': type, 'transfer-encoding': 'chunked' }),
        '4000\r\n',
        'x'.repeat(0x4000),
        '\r\n',
      );
      expect(pieces.status).toBe(413);
    },
  );

  it('changing a password takes no more either', async () => {
    const answer = await door.call('PUT', '/operator/v1/password', {
      token: undefined,
      body: { password: 'x'.repeat(9_000) },
    });
    expect([401, 413]).toContain(answer.status);
  });
});
