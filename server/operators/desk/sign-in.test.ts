import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { networkOf } from '../../ground/http/arrival/rate-limit.ts';
import { invite } from '../admin-actions.ts';
import { openDoor, openOwnApp, openOwnDoor, send, type Answer, type Door } from '../../testing/door.ts';
import { effortOf } from '../../testing/effort.ts';
import { api, callWith, cookieOf, goodPassword, settled, signedIn, type SignedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { ago } from '../../testing/time.ts';

let viewer: SignedIn;
const door = await openDoor();
afterAll(() => door.close());

const accept = (body: object) => send(door.url, 'POST', `${api}/invitations/accept`, { body });
const signIn = (email: string, password = goodPassword) =>
  send(door.url, 'POST', `${api}/session`, { body: { email, password } });

const tried = (email: string, many: number, address = '127.0.0.1', at = new Date()) =>
  door.pool.query(
    'INSERT INTO sign_in_tries (email, address, id, tried_at) SELECT $1, $2, gen_random_uuid(), $3 FROM generate_series(1, $4)',
    [email, address, at, many],
  );

describe('the first administrator', () => {
  let empty: Door;
  beforeAll(async () => {
    empty = await openOwnDoor('The first administrator is the first operator of all.');
  });
  afterAll(() => empty.close());
  const accept = (body: object) => send(empty.url, 'POST', `${api}/invitations/accept`, { body });

  it('signs in through a one-time link, which works once', async () => {
    const key = await invite(empty.pool, undefined);
    const first = { key, email: 'First@Example.com', name: 'First', password: goodPassword };
    expect((await accept({ ...first, email: 'no address' })).body.message).toBe('email must be an e-mail address.');
    expect((await accept({ ...first, password: 'too short' })).body.message).toContain('at least 12 characters');
    const answer = await accept(first);
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^doorway_session=[\w-]{43}; Path=\/operator; Max-Age=604800; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^doorway_device=[\w-]{43}; Path=\/operator; Max-Age=31536000; HttpOnly; SameSite=Strict$/),
    ]);
    const me = await callWith(empty, cookieOf(answer), 'GET', '/session');
    expect(me.body).toMatchObject({
      email: 'first@example.com',
      administrator: true,
      companies: [{ id: empty.company, name: 'Acme', role: 'administrator' }],
    });
    expect((await accept(first)).status).toBe(400);
    const another = await invite(empty.pool, undefined);
    expect((await accept({ ...first, key: another, email: 'second@example.com' })).body.message).toContain(
      'An administrator already exists',
    );
    const { rows } = await empty.pool.query(
      `SELECT operator_name, data FROM audit_log WHERE action = 'operator.created'`,
    );
    expect(rows).toEqual([
      { operator_name: 'First', data: { email: 'first@example.com', name: 'First', administrator: true } },
    ]);
  });

  it('is only one, if several first links are used in parallel', async () => {
    await empty.pool.query('TRUNCATE operators, invitations CASCADE');
    const keys = await Promise.all(Array.from({ length: 4 }, () => invite(empty.pool, undefined)));
    const answers = await Promise.all(
      keys.map((key, n) => accept({ key, email: `first-${n}@example.com`, name: 'First', password: goodPassword })),
    );
    const { rowCount } = await empty.pool.query('SELECT FROM operators');
    expect([answers.map(({ status }) => status).sort(), rowCount]).toEqual([[204, 400, 400, 400], 1]);
  });
});

it('the right password starts a session, and the address may be in any case', async () => {
  viewer = await signedIn(door, 'viewer');
  const answer = await signIn(viewer.email.toUpperCase());
  expect(answer.status).toBe(204);
  const me = await callWith(door, cookieOf(answer), 'GET', '/session');
  const timeZone = 'Europe/Stockholm';
  expect(me.body.companies).toEqual([
    { id: door.company, name: door.companyName, role: 'viewer', may: ['read'], timeZone },
  ]);
});

it('a wrong password and an unknown address get the same answer', async () => {
  const wrong = await signIn(viewer.email, 'wrong password 123');
  const unknown = await signIn('nobody@example.com', 'wrong password 123');
  for (const { status, body } of [wrong, unknown]) {
    expect(status).toBe(401);
    expect(body.message).toBe('The e-mail address or the password is wrong.');
  }
});

it('after ten wrong passwords even the right one is refused', async () => {
  const operator = await signedIn(door, 'viewer');
  await tried(operator.email, 8);
  for (let n = 0; n < 2; n++) expect((await signIn(operator.email, `wrong password ${n}`)).status).toBe(401);
  const stopped = await signIn(operator.email);
  expect(stopped.status).toBe(429);
  expect(stopped.headers.get('retry-after')).toBe('900');
});

it('parallel tries cannot exceed the limit', async () => {
  const email = 'many-at-once@example.com';
  await tried(email, 7);
  const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => signIn(email, `wrong password ${n}`)));
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(3);
  for (const { status } of answers) expect([401, 429]).toContain(status);
});

it('the right password resets the count of wrong ones', async () => {
  const operator = await signedIn(door, 'viewer');
  await tried(operator.email, 9);
  for (let n = 0; n < 2; n++) expect((await signIn(operator.email)).status).toBe(204);
  expect((await signIn(operator.email, 'wrong password 1')).status).toBe(401);
});

it('a hundred wrong passwords from one address stop further tries from it, for every operator', async () => {
  const operator = await signedIn(door, 'viewer');
  const tries = (address: string, at: Date) => tried('others@example.com', 100, address, at);
  const forget = () => door.pool.query('DELETE FROM sign_in_tries');
  await forget();
  await tries('192.0.2.1', new Date());
  await tries('127.0.0.1', ago(16 * 60_000));
  expect((await signIn(operator.email)).status).toBe(204);
  await tries('127.0.0.1', new Date());
  expectProblem(await signIn(operator.email), 429, 'Wait 900 s');
  await forget();
});

it('IPv6 addresses are counted by network, because one customer has all of it', () => {
  for (const [address, network] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1::9', '2001:db8:1:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ] as const)
    expect(networkOf(address)).toBe(network);
});

it('a sign-in never reuses the browser’s cookie, and ends the browser’s previous session', async () => {
  const operator = await signedIn(door, 'viewer');
  const chosen = `doorway_session=${'A'.repeat(43)}`;
  const signInWith = (cookie: string) =>
    send(door.url, 'POST', `${api}/session`, {
      body: { email: operator.email, password: goodPassword },
      headers: { cookie },
    });
  const first = cookieOf(await signInWith(chosen));
  expect(first).not.toBe(chosen);
  expect((await callWith(door, chosen, 'GET', '/session')).status).toBe(401);
  const second = cookieOf(await signInWith(first));
  expect((await callWith(door, first, 'GET', '/session')).status).toBe(401);
  expect((await callWith(door, second, 'GET', '/session')).status).toBe(200);
});

const hoursAgo = (hours: number) => ago(hours * 3_600_000);
const seenAt = async (operatorId: string): Promise<Date> =>
  (await door.pool.query('SELECT last_seen_at FROM operator_sessions WHERE operator_id = $1', [operatorId])).rows[0]
    .last_seen_at;
const setSeen = (operatorId: string, at: Date) =>
  door.pool.query('UPDATE operator_sessions SET last_seen_at = $2 WHERE operator_id = $1', [operatorId, at]);

it('a session ends after twelve hours without use, and is deleted', async () => {
  const operator = await signedIn(door, 'viewer');
  await setSeen(operator.id, hoursAgo(11.9));
  expect((await operator.call('GET', '/session')).status).toBe(200);
  await expect.poll(async () => (await seenAt(operator.id)) > hoursAgo(0.1)).toBe(true);
  await setSeen(operator.id, hoursAgo(12.001));
  expectProblem(await operator.call('GET', '/session'), 401, 'Your session has ended');
  await signedIn(door, 'viewer');
  expect((await door.pool.query('SELECT FROM operator_sessions WHERE operator_id = $1', [operator.id])).rowCount).toBe(
    0,
  );
});

it('a session ends after seven days, however much it is used', async () => {
  const operator = await signedIn(door, 'viewer');
  const { rows } = await door.pool.query(
    'SELECT extract(epoch FROM expires_at - created_at)::integer AS seconds FROM operator_sessions WHERE operator_id = $1',
    [operator.id],
  );
  expect(rows).toEqual([{ seconds: 7 * 24 * 3600 }]);
  await door.pool.query('UPDATE operator_sessions SET expires_at = $2 WHERE operator_id = $1', [operator.id, ago(1)]);
  expectProblem(await operator.call('GET', '/session'), 401, 'Your session has ended');
  await signedIn(door, 'viewer');
  expect((await door.pool.query('SELECT FROM operator_sessions WHERE operator_id = $1', [operator.id])).rowCount).toBe(
    0,
  );
});

it('an old session without a time of last use ends twelve hours after its sign-in', async () => {
  const operator = await signedIn(door, 'viewer');
  const began = (hours: number) =>
    door.pool.query('UPDATE operator_sessions SET last_seen_at = NULL, created_at = $2 WHERE operator_id = $1', [
      operator.id,
      hoursAgo(hours),
    ]);
  await began(12.001);
  expect((await operator.call('GET', '/session')).status).toBe(401);
  await began(11.9);
  expect((await operator.call('GET', '/session')).status).toBe(200);
});

it('the last use of a session is updated once a minute, and not by background refreshes', async () => {
  const operator = await signedIn(door, 'viewer');
  const idle = () =>
    send(door.url, 'GET', `${api}/session`, { headers: { cookie: operator.cookie, 'x-doorway-console': 'idle' } });
  const [recently, before] = [ago(30_000), ago(90_000)];
  await setSeen(operator.id, recently);
  expect((await operator.call('GET', '/session')).status).toBe(200);
  await settled(door);
  expect(await seenAt(operator.id)).toEqual(recently);
  await setSeen(operator.id, before);
  expect((await idle()).status).toBe(200);
  await settled(door);
  expect(await seenAt(operator.id)).toEqual(before);
  expect((await operator.call('GET', '/session')).status).toBe(200);
  await expect.poll(async () => (await seenAt(operator.id)) > recently).toBe(true);
});

describe('a service behind https, with passwords as in production', () => {
  const base = `/in${api}`;
  let safe: Door;
  let email: string;
  beforeAll(async () => {
    safe = await openOwnApp('The public address is a setting of the process, and so is what a password costs.', {
      env: { PUBLIC_URL: 'https://door.example.com', BASE_PATH: '/in' },
      passwords: 'production',
    });
    const operator = await signedIn(safe, 'viewer');
    ({ email } = operator);
    const key = await invite(safe.pool, operator.id);
    await send(safe.url, 'POST', `${base}/invitations/accept`, { body: { key, password: goodPassword } });
  });
  afterAll(() => safe.close());
  const signIn = (who: string, password: string) =>
    send(safe.url, 'POST', `${base}/session`, { body: { email: who, password } });

  it('sends the cookie over encrypted connections only', async () => {
    const answer: Answer = await signIn(email, goodPassword);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^doorway_session=[\w-]{43}; Path=\/in\/operator; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
      ),
      expect.stringMatching(
        /^doorway_device=[\w-]{43}; Path=\/in\/operator; Max-Age=31536000; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
  });

  it('hashes passwords as OWASP recommends', async () => {
    const { rows } = await safe.pool.query('SELECT password_hash FROM operators WHERE email = $1', [email]);
    expect(rows).toEqual([
      { password_hash: expect.stringMatching(/^scrypt\$131072\$8\$1\$[\w+/]{22}==\$[\w+/]{43}=$/) },
    ]);
  });

  it('takes as long for an unknown address as for a wrong password', async () => {
    const effort = (who: string) =>
      effortOf(async () => expect((await signIn(who, 'wrong password 123')).status).toBe(401));
    const [known, unknown] = [await effort(email), await effort('nobody-at-all@example.com')];
    // Without a password derivation it would take a hundredth of the time.
    expect(unknown).toBeGreaterThan(known / 4);
  });
});

it('a new link for an operator with a password ends all sessions', async () => {
  const operator = await signedIn(door, 'viewer');
  const key = await invite(door.pool, operator.id);
  expectProblem(await accept({ key, password: `${operator.email} 1` }), 400, 'must not contain the e-mail address');
  expect((await accept({ key, password: 'another horse battery' })).status).toBe(204);
  expect((await operator.call('GET', '/session')).status).toBe(401);
});

it('the database holds neither sessions nor passwords', async () => {
  const { rows } = await door.pool.query(
    'SELECT operator_sessions::text AS session FROM operator_sessions UNION ALL SELECT operators::text FROM operators',
  );
  const session = viewer.cookie.split('=')[1] as string;
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) {
    expect(row.session).not.toContain(session);
    expect(row.session).not.toContain(goodPassword);
  }
});

it('a request with a session that changes something needs the console’s header', async () => {
  const { status } = await send(door.url, 'DELETE', `${api}/session`, { headers: { cookie: viewer.cookie } });
  expect(status).toBe(403);
  expect((await viewer.call('GET', '/session')).status).toBe(200);
});

it('signing out ends this session, and everywhere ends all', async () => {
  const operator = await signedIn(door, 'approver');
  const second = cookieOf(await signIn(operator.email));
  const third = cookieOf(await signIn(operator.email));
  expect((await operator.call('DELETE', '/session')).status).toBe(204);
  expect((await operator.call('GET', '/session')).status).toBe(401);
  expect((await callWith(door, second, 'GET', '/session')).status).toBe(200);
  expect((await callWith(door, second, 'DELETE', '/sessions')).status).toBe(204);
  expect((await callWith(door, third, 'GET', '/session')).status).toBe(401);
});

it('a change of password takes the current one and ends every other session', async () => {
  const operator = await signedIn(door, 'approver');
  const other = cookieOf(await signIn(operator.email));
  const next = 'another horse battery';
  expect((await operator.call('PUT', '/password', { current: 'wrong password 1', next })).status).toBe(403);
  expect((await operator.call('PUT', '/password', { current: goodPassword, next: 'short' })).status).toBe(400);
  expect((await operator.call('PUT', '/password', { current: goodPassword, next })).status).toBe(204);
  expect((await operator.call('GET', '/session')).status).toBe(200);
  expect((await callWith(door, other, 'GET', '/session')).status).toBe(401);
  expect((await signIn(operator.email)).status).toBe(401);
  expect((await signIn(operator.email, next)).status).toBe(204);
  const { rows } = await door.pool.query(
    `SELECT action, operator_id FROM audit_log WHERE subject_id = $1 AND action NOT LIKE 'operator.sign%'`,
    [operator.id],
  );
  expect(rows).toEqual([{ action: 'operator.passwordchanged', operator_id: operator.id }]);
});

it('tries of the current password are limited within a session, too', async () => {
  const operator = await signedIn(door, 'viewer');
  const change = () =>
    operator.call('PUT', '/password', { current: 'wrong password 1', next: 'another horse battery' });
  await tried(operator.email, 9);
  expectProblem(await change(), 403, 'The current password is wrong.');
  expectProblem(await change(), 429);
});
