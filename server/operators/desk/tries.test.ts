import { afterAll, beforeEach, expect, it } from 'vitest';
import { hashToken } from '../../ground/secrets/tokens.ts';
import { createPasswordTurns } from '../../ground/secrets/passwords.ts';
import { openOwnDoor, send, type Answer } from '../../testing/door.ts';
import { api, goodPassword, signedIn } from '../../testing/operator.ts';
import { cheapPasswords } from '../../testing/password.ts';
import { ago } from '../../testing/time.ts';
import { withLimitedTries } from '../sign-in/tries.ts';

/** Delays every check of a password until it resolves. */
let checking = Promise.resolve();
// Lets a test choose its address.
const door = await openOwnDoor('Which proxies are trusted is a setting of the process, and it holds passwords back.', {
  env: { TRUST_PROXY: 'true' },
  passwords: {
    ...cheapPasswords,
    verify: async (password, hash) => {
      await checking;
      return cheapPasswords.verify(password, hash);
    },
  },
});
afterAll(() => door.close());
beforeEach(() => door.pool.query('DELETE FROM sign_in_tries'));

const somebody = () => signedIn(door, 'viewer');

const [office, home, attacker] = ['192.0.2.1', '198.51.100.2', '203.0.113.3'];
const deviceOf = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('doorway_device='))
    ?.split(';', 1)[0] ?? '';
const signIn = (email: string, from: string, { password = goodPassword, cookie = '' } = {}) =>
  send(door.url, 'POST', `${api}/session`, {
    body: { email, password },
    headers: { 'x-forwarded-for': from, ...(cookie !== '' && { cookie }) },
  });
const wrong = (email: string, from: string, cookie = '') =>
  signIn(email, from, { password: 'wrong password 1', cookie });

const tried = (email: string, many: number, address: string, known = false) =>
  door.pool.query(
    'INSERT INTO sign_in_tries (email, address, id, tried_at, known) SELECT $1, $2, gen_random_uuid(), $3, $5 FROM generate_series(1, $4)',
    [email, address, new Date(), many, known],
  );
const originsOf = async (operatorId: string): Promise<string[]> =>
  (
    await door.pool.query('SELECT origin FROM sign_in_origins WHERE operator_id = $1 ORDER BY origin', [operatorId])
  ).rows.map(({ origin }) => origin);

it('ten wrong passwords lock out their address only', async () => {
  const { email } = await somebody();
  await tried(email, 9, attacker);
  expect((await wrong(email, attacker)).status).toBe(401);
  expect((await signIn(email, attacker)).status).toBe(429);
  expect((await signIn(email, home)).status).toBe(204);
  // A right password elsewhere gives the attacker no new tries.
  expect((await signIn(email, attacker)).status).toBe(429);
});

it('a device that has signed in before keeps its own count, also behind the attacker’s address', async () => {
  const { email } = await somebody();
  const device = deviceOf(await signIn(email, office));
  expect(device).toMatch(/^doorway_device=[\w-]{43}$/);
  await tried(email, 10, office, true);
  await tried('others@example.com', 100, office);
  expect((await signIn(email, office)).status).toBe(429);
  expect((await wrong(email, office, device)).status).toBe(401);
  const answer = await signIn(email, office, { cookie: device });
  expect([answer.status, deviceOf(answer)]).toEqual([204, device]);
  // The device is known for this operator only.
  const { email: another } = await somebody();
  expect((await signIn(another, office, { cookie: device })).status).toBe(429);
});

it('a known device has ten tries', async () => {
  const { email } = await somebody();
  const device = deviceOf(await signIn(email, office));
  await tried(email, 10, `device ${hashToken(device.split('=')[1] as string).toString('hex')}`, true);
  expect((await signIn(email, office, { cookie: device })).status).toBe(429);
  expect((await signIn(email, office)).status).toBe(204);
});

it('tries spread over many addresses are limited to a hundred, and never lock out known devices and networks', async () => {
  const { email } = await somebody();
  const device = deviceOf(await signIn(email, office));
  for (let n = 1; n <= 10; n++) await tried(email, 10, `203.0.113.${100 + n}`);
  expect((await signIn(email, home)).status).toBe(429);
  expect((await signIn(email, office)).status).toBe(204);
  expect((await signIn(email, home, { cookie: device })).status).toBe(204);
  // The network of a known device becomes known, too.
  expect((await signIn(email, home)).status).toBe(204);
});

it('an unknown e-mail address is counted like a known one', async () => {
  for (let n = 1; n <= 10; n++) await tried('nobody@example.com', 10, `203.0.113.${100 + n}`);
  expect((await wrong('nobody@example.com', home)).status).toBe(429);
  await tried('no-one@example.com', 10, attacker);
  expect((await wrong('no-one@example.com', attacker)).status).toBe(429);
  expect((await wrong('no-one@example.com', home)).status).toBe(401);
});

it('the limit holds for parallel tries over several processes', async () => {
  const email = 'at-once@example.com';
  const origin = { name: attacker, network: attacker, isDevice: false, known: false };
  let looked = 0;
  const process = () => ({ pool: door.pool, turns: createPasswordTurns() });
  const [one, two] = [process(), process()];
  const tries = Array.from({ length: 40 }, (_, n) =>
    withLimitedTries(n % 2 ? one : two, { email, origin }, async () => {
      looked += 1;
      return false;
    }).catch(() => undefined),
  );
  await Promise.all(tries);
  expect(looked).toBeLessThanOrEqual(10);
  expect((await door.pool.query('SELECT FROM sign_in_tries WHERE email = $1', [email])).rowCount).toBe(looked);
});

it('a flood from one address is refused, and other addresses get their turn', async () => {
  const { email } = await somebody();
  let release = () => {};
  checking = new Promise((resolve) => (release = resolve));
  const flood = Array.from({ length: 60 }, (_, n) => wrong(`flood-${n}@example.com`, attacker));
  await Promise.any(flood.map(async (answer) => expect((await answer).status).toBe(429)));
  const fromHome = signIn(email, home);
  release();
  expect((await fromHome).status).toBe(204);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  // Tries that the queue refused do not count.
  const { rowCount } = await door.pool.query(`SELECT FROM sign_in_tries WHERE email LIKE 'flood-%'`);
  expect(rowCount).toBe(statuses.filter((status) => status === 401).length);
});

it('a forged device key is replaced, and operators may share a browser', async () => {
  const [first, second] = [await somebody(), await somebody()];
  const chosen = `doorway_device=${'A'.repeat(43)}`;
  const device = deviceOf(await signIn(first.email, office, { cookie: chosen }));
  expect(device).not.toBe(chosen);
  expect(deviceOf(await signIn(second.email, office, { cookie: device }))).toBe(device);
  expect(deviceOf(await signIn(first.email, office, { cookie: device }))).toBe(device);
  expect(await originsOf(second.id)).toEqual(await originsOf(first.id));
  expect(await originsOf(first.id)).toEqual([office, expect.stringMatching(/^device [0-9a-f]{64}$/)]);
});

it('the twenty newest devices and networks of an operator are remembered, and none of a disabled one', async () => {
  const operator = await somebody();
  const origins = Array.from({ length: 25 }, (_, n) => [`203.0.113.${n}`, `device ${n}`]).flat();
  await door.pool.query(
    "INSERT INTO sign_in_origins (operator_id, origin, signed_in_at) SELECT $1, origin, $3::timestamptz - nr * interval '1 minute' FROM unnest($2::text[]) WITH ORDINALITY AS given (origin, nr)",
    [operator.id, origins, new Date()],
  );
  await door.pool.query('INSERT INTO sign_in_origins (operator_id, origin, signed_in_at) VALUES ($1, $2, $3)', [
    operator.id,
    '203.0.113.250',
    ago(366 * 86_400_000),
  ]);
  expect((await signIn(operator.email, office)).status).toBe(204);
  const left = await originsOf(operator.id);
  expect([
    left.filter((origin) => origin.startsWith('device ')).length,
    left.filter((origin) => !origin.startsWith('device ')).length,
  ]).toEqual([20, 20]);
  expect(left).toEqual(expect.arrayContaining([office, '203.0.113.0', 'device 0', 'device 18']));
  const administrator = await signedIn(door, 'administrator');
  expect((await administrator.call('PATCH', `/operators/${operator.id}`, { disabled: true })).status).toBe(200);
  expect(await originsOf(operator.id)).toEqual([]);
});
