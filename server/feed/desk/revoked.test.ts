import { connect } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { insertOperatorToken } from '../../operators/admin-store.ts';
import { hashToken, newKey } from '../../ground/secrets/tokens.ts';
import { openDoor } from '../../testing/door.ts';
import { feedOf, feedPath, type RequestHeaders } from '../../testing/feed.ts';
import { goodPassword, signedIn, type SignedIn } from '../../testing/operator.ts';
import { newId } from '../../ground/db/ids.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
afterAll(() => door.close());

/** Inserted directly, because deriving a password is slow. */
async function tokenOf({ id: operatorId }: SignedIn): Promise<{ id: string; reader: RequestHeaders }> {
  const token = `dwo_${newKey()}`;
  const id = newId();
  const made = { id, operatorId, name: 'A reader', createdAt: new Date(), expiresAt: undefined };
  await insertOperatorToken(door.pool, { ...made, hash: hashToken(token) });
  return { id, reader: { authorization: `Bearer ${token}` } };
}

const waitingNow = async () =>
  Number(/^doorway_events_waiting (\d+)$/m.exec(await (await fetch(`${door.url}/metrics`)).text())?.[1]);
const bySession = ({ cookie }: SignedIn): RequestHeaders => ({ cookie });
const hashOf = ({ cookie }: SignedIn) => hashToken(cookie.split('=')[1] as string);

const causes: [
  name: string,
  status: number,
  begin: (viewer: SignedIn) => Promise<[RequestHeaders, () => Promise<unknown>]>,
][] = [
  ['signing out', 401, async (viewer) => [bySession(viewer), () => viewer.call('DELETE', '/session')]],
  [
    'signing out everywhere',
    401,
    async (viewer) => [(await tokenOf(viewer)).reader, () => viewer.call('DELETE', '/sessions')],
  ],
  [
    'a new password',
    401,
    async (viewer) => {
      const change = { current: goodPassword, next: `${goodPassword} and more` };
      return [(await tokenOf(viewer)).reader, () => viewer.call('PUT', '/password', change)];
    },
  ],
  [
    'the revocation of a token',
    401,
    async (viewer) => {
      const { id, reader } = await tokenOf(viewer);
      return [reader, () => viewer.call('DELETE', `/tokens/${id}`)];
    },
  ],
  [
    'disabling the operator',
    401,
    async (viewer) => [
      bySession(viewer),
      () => administrator.call('PATCH', `/operators/${viewer.id}`, { disabled: true }),
    ],
  ],
  [
    'the end of the admission to the company',
    404,
    async (viewer) => [
      bySession(viewer),
      () => administrator.call('PATCH', `/operators/${viewer.id}`, { companies: [] }),
    ],
  ],
  [
    'the expiry of a session',
    401,
    async (viewer) => [
      bySession(viewer),
      () => door.pool.query('UPDATE operator_sessions SET expires_at = now() WHERE hash = $1', [hashOf(viewer)]),
    ],
  ],
  [
    'the expiry of a token',
    401,
    async (viewer) => {
      const { id, reader } = await tokenOf(viewer);
      return [reader, () => door.pool.query('UPDATE operator_tokens SET expires_at = now() WHERE id = $1', [id])];
    },
  ],
];

it.concurrent.for(causes)(
  '%s ends a stream and what waits, though nothing happens',
  async ([, status, begin], { expect }) => {
    const viewer = await signedIn(door, 'viewer');
    const [reader, revoke] = await begin(viewer);
    const feed = feedOf(door, reader);
    const stream = await feed.stream('?after=0');
    const answer = feed.read('?after=0&wait=30');
    await expect.poll(() => stream.text()).toContain('id: ');
    await revoke();
    await stream.ended;
    // Without the check, the answer would be a 200 without events, after half a minute.
    expect(await answer).toMatchObject({ status });
  },
);

it('a reader that is still admitted is not cut off', async () => {
  const feed = feedOf(door, bySession(await signedIn(door, 'viewer')));
  const leaver = await signedIn(door, 'viewer');
  const [stream, ending] = [await feed.stream('?after=0'), await feedOf(door, bySession(leaver)).stream('?after=0')];
  await leaver.call('DELETE', '/session');
  await ending.ended;
  await door.addSupplier('after the others');
  await expect.poll(() => stream.events.length).toBe(1);
  stream.close();
});

it('a revoked reader that does not read is cut off, and does not get the rest', async () => {
  const { id: company } = await door.addCompany('With long events');
  const leaver = await signedIn(door, 'viewer', company);
  await door.pool.query(
    `WITH counted AS (UPDATE company_counters SET event_seq = 60 WHERE company_id = $1)
     INSERT INTO events (company_id, seq, id, type, version, subject_id, data, created_at)
     SELECT $1, n, gen_random_uuid(), 'supplier.updated', 1, '1', jsonb_build_object('text', repeat('x', 500000)), $2
     FROM generate_series(1, 60) AS n`,
    [company, new Date()],
  );
  const { port, hostname } = new URL(door.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `GET ${feedPath(company, '?after=0')} HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\ncookie: ${leaver.cookie}\r\n\r\n`,
  );
  socket.pause();
  await expect.poll(waitingNow).toBe(1);
  await leaver.call('DELETE', '/session');
  await expect.poll(waitingNow).toBe(0);
  let bytes = 0;
  socket.on('data', (part: Buffer) => (bytes += part.length));
  socket.resume();
  await closed;
  expect(bytes).toBeLessThan(20_000_000);
});
