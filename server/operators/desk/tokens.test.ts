import { afterAll, expect, it } from 'vitest';
import { transaction } from '../../ground/db/pool.ts';
import { invite } from '../admin-actions.ts';
import { endAccess } from '../sign-in/sessions.ts';
import { lockOperator } from '../store.ts';
import { openDoor, send } from '../../testing/door.ts';
import { api, goodPassword, settled, signedIn, type SignedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { waitingWith } from '../../testing/waiting.ts';
import { ago, fromNow } from '../../testing/time.ts';
import { newId } from '../../ground/db/ids.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
afterAll(() => door.close());

const make = async (operator: SignedIn, form: object = {}): Promise<{ id: string; token: string }> =>
  (await operator.call('POST', '/tokens', { name: 'A system', ...form })).body;
const statusWith = async (token: string) => (await send(door.url, 'GET', `${api}/session`, { token })).status;
const tokensOf = async (operator: SignedIn) =>
  (await administrator.call('GET', `/operators/${operator.id}/tokens`)).body.rows as any[];
const entriesOn = async (subject: string) =>
  (
    await door.pool.query('SELECT action, operator_id, data FROM audit_log WHERE subject_id = $1 ORDER BY id', [
      subject,
    ])
  ).rows;

const endings: Record<string, (operator: SignedIn) => Promise<number>> = {
  'a change of the password': async (operator) =>
    (await operator.call('PUT', '/password', { current: goodPassword, next: 'another horse battery' })).status,
  'a password that is set anew': async (operator) =>
    (
      await send(door.url, 'POST', `${api}/invitations/accept`, {
        body: { key: await invite(door.pool, operator.id), password: 'another horse battery' },
      })
    ).status,
  'signing out everywhere': async (operator) => (await operator.call('DELETE', '/sessions')).status,
  'disabling, also once the operator is enabled again': async (operator) => {
    const { status } = await administrator.call('PATCH', `/operators/${operator.id}`, { disabled: true });
    await administrator.call('PATCH', `/operators/${operator.id}`, { disabled: false });
    return status;
  },
};

it.each(Object.entries(endings))('operator tokens end with %s', async (_, end) => {
  const [operator, other] = [await signedIn(door, 'viewer'), await signedIn(door, 'viewer')];
  const tokens = [await make(operator), await make(operator)];
  const { token: others } = await make(other);
  for (const { token } of tokens) expect(await statusWith(token)).toBe(200);
  expect([200, 204]).toContain(await end(operator));
  for (const { token } of tokens) expect(await statusWith(token)).toBe(401);
  expect(await statusWith(others)).toBe(200);
  expect((await tokensOf(operator)).map(({ revokedAt }) => revokedAt)).toEqual([
    expect.any(String),
    expect.any(String),
  ]);
});

it('a token created while all others are revoked is revoked, too', async () => {
  const operator = await signedIn(door, 'viewer');
  let asked: Promise<{ status: number }> | undefined;
  await transaction(door.pool, async (tx) => {
    await lockOperator(tx, operator.id);
    await endAccess(tx, operator.id, undefined, new Date());
    // The session is valid until the transaction commits, so the request is admitted; then it waits for the lock on the
    // operator.
    asked = operator.call('POST', '/tokens', { name: 'Too late' });
    await expect.poll(() => waitingWith(door.pool, 'operators')).toHaveLength(1);
  });
  expect((await asked)?.status).toBe(401);
  expect(await tokensOf(operator)).toEqual([]);
});

it('a session started while the password changes is ended, too', async () => {
  const operator = await signedIn(door, 'viewer');
  let asked: Promise<{ status: number }> | undefined;
  await transaction(door.pool, async (tx) => {
    await lockOperator(tx, operator.id);
    asked = send(door.url, 'POST', `${api}/session`, { body: { email: operator.email, password: goodPassword } });
    await expect.poll(() => waitingWith(door.pool, 'operators')).toHaveLength(1);
    await tx.query('UPDATE operators SET password_hash = $2 WHERE id = $1', [operator.id, 'another']);
    await endAccess(tx, operator.id, undefined, new Date());
  });
  expect((await asked)?.status).toBe(401);
  expect((await door.pool.query('SELECT FROM operator_sessions WHERE operator_id = $1', [operator.id])).rowCount).toBe(
    0,
  );
});

it('a token ends after 90 days unless another time is chosen', async () => {
  const operator = await signedIn(door, 'viewer');
  const chosen = fromNow(400 * 86_400_000).toISOString();
  const ids = [
    await make(operator),
    await make(operator, { expiresAt: null }),
    await make(operator, { expiresAt: chosen }),
  ].map(({ id }) => id);
  const rows = await tokensOf(operator);
  const daysOf = (id: string | undefined) => {
    const { createdAt, expiresAt } = rows.find((row) => row.id === id);
    return (Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000;
  };
  expect([daysOf(ids[0]), daysOf(ids[1])]).toEqual([90, 90]);
  expect(rows.find(({ id }) => id === ids[2])).toMatchObject({ expiresAt: chosen });
});

it('the last use of a token is updated once a minute, and not if the token is refused', async () => {
  const operator = await signedIn(door, 'viewer');
  const { id, token } = await make(operator);
  const lastUse = async () => (await tokensOf(operator))[0].lastUsedAt as string | null;
  const setUse = (at: Date) => door.pool.query('UPDATE operator_tokens SET last_used_at = $2 WHERE id = $1', [id, at]);
  expect(await lastUse()).toBeNull();
  expect(await statusWith(token)).toBe(200);
  await expect.poll(lastUse).toEqual(expect.any(String));
  const recently = ago(30_000);
  await setUse(recently);
  expect(await statusWith(token)).toBe(200);
  await settled(door);
  expect(await lastUse()).toBe(recently.toISOString());
  await setUse(ago(90_000));
  expect(await statusWith(token)).toBe(200);
  await expect.poll(async () => Date.parse((await lastUse()) as string)).toBeGreaterThan(recently.getTime());
  const before = ago(300_000);
  await setUse(before);
  expect((await operator.call('DELETE', `/tokens/${id}`)).status).toBe(204);
  expect(await statusWith(token)).toBe(401);
  await settled(door);
  expect(await lastUse()).toBe(before.toISOString());
});

it('an administrator sees and revokes anybody’s token, with a session or a token, and the log says whose it was', async () => {
  const [owner, other] = [await signedIn(door, 'approver'), await signedIn(door, 'approver')];
  const [first, second] = [await make(owner, { name: ' Export ' }), await make(owner)];
  expect(await tokensOf(owner)).toMatchObject([
    { id: second.id },
    { id: first.id, name: 'Export', revokedAt: null, lastUsedAt: null },
  ]);
  expect(await tokensOf(other)).toEqual([]);
  for (const path of [`/operators/${owner.id}/tokens`, `/operators/${other.id}/tokens`])
    expectProblem(await other.call('GET', path), 403);
  expectProblem(await other.call('DELETE', `/operators/${owner.id}/tokens/${first.id}`), 403);
  for (const path of [
    `/operators/${other.id}/tokens/${first.id}`,
    `/operators/${owner.id}/tokens/${newId()}`,
    `/operators/${newId()}/tokens/${first.id}`,
    `/operators/x/tokens/${first.id}`,
    `/operators/${owner.id}/tokens/x`,
  ])
    expectProblem(await administrator.call('DELETE', path), 404);
  for (const path of [`/operators/${newId()}/tokens`, '/operators/x/tokens'])
    expectProblem(await administrator.call('GET', path), 404);
  expect(await statusWith(first.token)).toBe(200);
  for (let n = 0; n < 2; n++)
    expect((await administrator.call('DELETE', `/operators/${owner.id}/tokens/${first.id}`)).status).toBe(204);
  expect([await statusWith(first.token), await statusWith(second.token)]).toEqual([401, 200]);
  const { token } = await make(administrator);
  expect((await send(door.url, 'DELETE', `${api}/operators/${owner.id}/tokens/${second.id}`, { token })).status).toBe(
    204,
  );
  expect(await statusWith(second.token)).toBe(401);
  expect(await entriesOn(first.id)).toEqual([
    {
      action: 'operatortoken.created',
      operator_id: owner.id,
      data: { name: 'Export', expiresAt: expect.any(String), network: '127.0.0.1' },
    },
    {
      action: 'operatortoken.revoked',
      operator_id: administrator.id,
      data: { name: 'Export', operator: 'The approver', email: owner.email, network: '127.0.0.1' },
    },
  ]);
});

it('an invalid token is answered with the reason, a missing one with how to authenticate', async () => {
  const asked = async (headers: Record<string, string>) => {
    const answer = await send(door.url, 'GET', `${api}/session`, { headers });
    expectProblem(answer, 401);
    return answer.headers.get('www-authenticate');
  };
  const wrong = 'Bearer realm="doorway", error="invalid_token", error_description="This operator token is not valid."';
  for (const token of [door.token, `dwo_${'x'.repeat(43)}`, ''])
    expect(await asked({ authorization: `Bearer ${token}` })).toBe(wrong);
  // A valid session does not make up for it.
  expect(await asked({ authorization: `Bearer ${door.token}`, cookie: administrator.cookie })).toBe(wrong);
  for (const cookie of ['', `doorway_session=${'x'.repeat(43)}`])
    expect(await asked({ cookie })).toBe('Bearer realm="doorway"');
});
