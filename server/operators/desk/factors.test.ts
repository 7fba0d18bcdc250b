import { afterAll, expect, it } from 'vitest';
import { deleteTries } from '../sign-in/sign-in-store.ts';
import { invite } from '../admin-actions.ts';
import { secretContext } from '../factors/prove.ts';
import { codeAt, stepAt } from '../factors/rules.ts';
import { sealTotpSecrets, unreadableTotpSecrets } from '../factors/secrets.ts';
import { seal } from '../../ground/secrets/seal.ts';
import { bytesOfBase32 } from '../../testing/base32.ts';
import { createAuthenticator, withPasskey } from '../../testing/authenticator.ts';
import { openDoor, send, type Answer } from '../../testing/door.ts';
import { api, callWith, cookieOf, goodPassword, signedIn, type SignedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { fromNow } from '../../testing/time.ts';

const door = await openDoor();
afterAll(() => door.close());

const post = (path: string, body?: object) => send(door.url, 'POST', api + path, { body });
const signIn = (email: string, password = goodPassword) => post('/session', { email, password });
const isIn = async (answer: Answer, operator: SignedIn) =>
  (await callWith(door, cookieOf(answer), 'GET', '/session')).body.id === operator.id;

async function withTotp(operator: SignedIn) {
  const { body } = await operator.call('POST', '/session/factors/totp/challenge');
  const { secret: sealed } = (await stepData(operator)) as { secret: string };
  expect(sealed).toMatch(/^v1:/);
  const secret = bytesOfBase32(body.secret);
  // The code of the step before, so that tests can use the present one and the next.
  const code = codeAt(secret, stepAt(new Date()) - 1);
  const added = await operator.call('POST', '/session/factors/totp', { step: body.step, name: 'The app', code });
  return { added, code, codeIn: (steps: number) => codeAt(secret, stepAt(new Date()) + steps) };
}

const stepData = async ({ id }: SignedIn) =>
  (await door.pool.query('SELECT data FROM sign_in_steps WHERE operator_id = $1', [id])).rows[0].data;

const audited = async ({ id }: SignedIn) =>
  (await door.pool.query('SELECT action, data FROM audit_log WHERE subject_id = $1 ORDER BY id', [id])).rows.map(
    ({ action, data: { network: _network, ...data } }) => [action, data],
  );

it('with a factor a right password gets no session, but a challenge that a code answers once', async () => {
  const operator = await signedIn(door, 'approver');
  const { added, code, codeIn } = await withTotp(operator);
  expect(added.status).toBe(200);
  expect(added.body.recoveryCodes).toHaveLength(10);

  const first = await signIn(operator.email);
  expect([first.status, first.headers.getSetCookie()]).toEqual([200, []]);
  expect(first.body).toEqual({ step: expect.any(String), factors: ['totp', 'recovery'] });
  const { step } = first.body;
  expectProblem(await post('/session/second', { step, code: '000000' }), 401, 'wrong');
  expectProblem(await post('/session/second', { step, code }), 401, 'used before');
  const right = codeIn(0);
  const begun = await post('/session/second', { step, code: right });
  expect([begun.status, await isIn(begun, operator)]).toEqual([204, true]);

  expectProblem(await post('/session/second', { step, code: codeIn(1) }), 401, 'Start again');
  const again = await signIn(operator.email);
  expectProblem(await post('/session/second', { step: again.body.step, code: right }), 401, 'used before');
  expect((await audited(operator)).map(([action]) => action)).toEqual([
    'operator.factoradded',
    ...Array.from({ length: 2 }, () => 'operator.signinfailed'),
    'operator.signedin',
    'operator.signinfailed',
  ]);
});

it('a recovery code works once, and new ones replace the old', async () => {
  const operator = await signedIn(door, 'approver');
  const { added } = await withTotp(operator);
  const [one, other] = added.body.recoveryCodes;
  const stepOf = async () => (await signIn(operator.email)).body.step;
  const step = await stepOf();
  expect((await post('/session/second', { step, code: one.toUpperCase().replaceAll('-', '') })).status).toBe(204);
  expectProblem(await post('/session/second', { step: await stepOf(), code: one }), 401, 'used before');
  expect((await operator.call('GET', '/session/factors')).body.recoveryCodesLeft).toBe(9);

  expect((await operator.call('POST', '/session/recovery-codes')).body.recoveryCodes).toHaveLength(10);
  expectProblem(await post('/session/second', { step: await stepOf(), code: other }), 401, 'wrong');
  expect((await operator.call('GET', '/session/factors')).body.recoveryCodesLeft).toBe(10);
});

it('a passkey signs in by itself and as the second factor, and one that was used is refused', async () => {
  const operator = await signedIn(door, 'approver');
  const { device, added } = await withPasskey(operator);
  expect(added.body.recoveryCodes).toHaveLength(10);

  const { step, passkey } = (await post('/session/passkey/challenge')).body;
  expect(passkey).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
  const assertion = device.get(passkey);
  const alone = await post('/session/passkey', { step, passkey: assertion });
  expect([alone.status, await isIn(alone, operator)]).toEqual([204, true]);
  expectProblem(await post('/session/passkey', { step, passkey: assertion }), 401, 'Start again');
  const { step: next } = (await post('/session/passkey/challenge')).body;
  expectProblem(await post('/session/passkey', { step: next, passkey: assertion }), 401, 'wrong');

  const first = (await signIn(operator.email)).body;
  expect(first.factors).toEqual(['passkey', 'recovery']);
  const second = await post('/session/second', { step: first.step, passkey: device.get(first.passkey) });
  expect([second.status, await isIn(second, operator)]).toEqual([204, true]);
  const { rows } = await door.pool.query(
    'SELECT way, proved_at IS NOT NULL AS proved FROM operator_sessions WHERE operator_id = $1 ORDER BY created_at',
    [operator.id],
  );
  expect(rows.slice(1)).toEqual([
    { way: 'passkey', proved: true },
    { way: 'password', proved: true },
  ]);
  expect(await audited(operator)).toEqual([
    ['operator.factoradded', { kind: 'passkey', name: 'The key' }],
    ['operator.signedin', { way: 'passkey' }],
    ['operator.signinfailed', { email: '', because: 'wrong', factor: true }],
    ['operator.signedin', { factor: 'passkey' }],
  ]);
});

it('a passkey of another site, of another operator, a copy that counts less and one without a check are refused', async () => {
  const [operator, thief] = [await signedIn(door, 'approver'), await signedIn(door, 'approver')];
  const elsewhere = { host: 'localhost', origin: 'https://localhost.example.com' };
  for (const device of [
    createAuthenticator(elsewhere),
    createAuthenticator({ host: 'doorway.example.com', origin: 'http://localhost:1' }),
    createAuthenticator({ verifies: false }),
  ])
    expectProblem((await withPasskey(operator, device)).added, 401, 'wrong');
  expect((await operator.call('GET', '/session/factors')).body).toEqual({ factors: [], recoveryCodesLeft: 0 });

  const { device } = await withPasskey(operator);
  const { device: own } = await withPasskey(thief);
  const { body } = await signIn(operator.email);
  const tried = (passkey: object) => post('/session/second', { step: body.step, passkey });
  expectProblem(await tried(own.get(body.passkey)), 401, 'wrong');
  expectProblem(await tried({ ...own.get(body.passkey), id: device.get(body.passkey).id }), 401, 'wrong');
  expectProblem(await tried(device.get({ challenge: 'x'.repeat(43) })), 401, 'wrong');
  await door.pool.query('UPDATE operator_factors SET counter = 100 WHERE operator_id = $1', [operator.id]);
  expectProblem(await tried(device.get(body.passkey)), 401, 'wrong');
  await door.pool.query('UPDATE operator_factors SET counter = 0 WHERE operator_id = $1', [operator.id]);

  // The thief's passkey with the operator's name on it signs nobody in.
  const { step, passkey } = (await post('/session/passkey/challenge')).body;
  const { userHandle } = device.get(passkey);
  expectProblem(await post('/session/passkey', { step, passkey: { ...own.get(passkey), userHandle } }), 401, 'wrong');
  expect((await tried(device.get(body.passkey))).status).toBe(204);
});

it('a step serves what it was begun for and whom it was begun for, for five minutes', async () => {
  const [operator, other] = [await signedIn(door, 'approver'), await signedIn(door, 'approver')];
  const { device } = await withPasskey(operator);
  await withPasskey(other);
  const { body: proof } = await operator.call('POST', '/session/proof/challenge');
  const given = { step: proof.step, passkey: device.get(proof.passkey) };
  expectProblem(await post('/session/second', given), 401, 'Start again');
  expectProblem(await other.call('POST', '/session/proof', given), 401, 'Start again');
  expect((await operator.call('POST', '/session/proof', given)).status).toBe(204);

  const { body } = await signIn(operator.email);
  await door.pool.query(`UPDATE sign_in_steps SET expires_at = now() WHERE operator_id = $1`, [operator.id]);
  expectProblem(
    await post('/session/second', { step: body.step, passkey: device.get(body.passkey) }),
    401,
    'Start again',
  );
});

it('wrong codes are limited, and a right password gives no new tries', async () => {
  const operator = await signedIn(door, 'approver');
  const { codeIn } = await withTotp(operator);
  await door.pool.query(
    `INSERT INTO sign_in_tries (email, address, id, tried_at) SELECT $1, '127.0.0.1', gen_random_uuid(), now() FROM generate_series(1, 9)`,
    [`second factor of ${operator.id}`],
  );
  const { step } = (await signIn(operator.email)).body;
  expect((await post('/session/second', { step, code: '000000' })).status).toBe(401);
  const { step: next } = (await signIn(operator.email)).body;
  expect((await post('/session/second', { step: next, code: codeIn(0) })).status).toBe(429);
  await deleteTries(door.pool, fromNow(1_000), 1_000);
  expect((await post('/session/second', { step: next, code: codeIn(0) })).status).toBe(204);
});

it('a one-time link replaces the password, not the second factor; a new password ends a begun sign-in', async () => {
  const operator = await signedIn(door, 'approver');
  const { device } = await withPasskey(operator);
  const begun = (await signIn(operator.email)).body;
  const key = await invite(door.pool, operator.id);
  const accepted = await post('/invitations/accept', { key, password: goodPassword });
  expect([accepted.status, accepted.headers.getSetCookie()]).toEqual([200, []]);
  const answerTo = ({ step, passkey }: any) => post('/session/second', { step, passkey: device.get(passkey) });
  expectProblem(await answerTo(begun), 401, 'Start again');
  expect((await answerTo(accepted.body)).status).toBe(204);
});

it('a removed factor is asked for no more, and with the last one the recovery codes go', async () => {
  const operator = await signedIn(door, 'approver');
  const { added } = await withPasskey(operator);
  expect((await withPasskey(operator)).added.body.recoveryCodes).toBeUndefined();
  const { factors } = (await operator.call('GET', '/session/factors')).body;
  expect(factors).toMatchObject([{ id: added.body.id, kind: 'passkey', name: 'The key' }, { kind: 'passkey' }]);
  const other = await signedIn(door, 'approver');
  expect((await other.call('DELETE', `/session/factors/${added.body.id}`)).status).toBe(404);
  for (const { id } of factors) expect((await operator.call('DELETE', `/session/factors/${id}`)).status).toBe(204);
  expect((await operator.call('GET', '/session/factors')).body).toEqual({ factors: [], recoveryCodesLeft: 0 });
  expect((await operator.call('POST', '/session/recovery-codes')).status).toBe(409);
  expect((await signIn(operator.email)).status).toBe(204);
});

it('the secret of an app is sealed again when the key has changed, and named if no key opens it', async () => {
  const operator = await signedIn(door, 'viewer');
  await withTotp(operator);
  const [former, key] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const { id } = (await operator.call('GET', '/session/factors')).body.factors[0];
  await door.pool.query('UPDATE operator_factors SET secret = $2 WHERE id = $1', [
    id,
    seal([former], secretContext(id), 'c2VjcmV0'),
  ]);
  expect(await unreadableTotpSecrets(door.pool, [key])).toContain(operator.email);
  await sealTotpSecrets(door.pool, [key, former]);
  expect(await unreadableTotpSecrets(door.pool, [key])).not.toContain(operator.email);
});
