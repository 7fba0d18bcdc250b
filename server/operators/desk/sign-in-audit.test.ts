import { afterAll, beforeEach, expect, it } from 'vitest';
import { createFailedSignIns } from '../sign-in/failures.ts';
import { noCompany } from '../../ground/db/pool.ts';
import { invite } from '../admin-actions.ts';
import { openOwnDoor, send } from '../../testing/door.ts';
import { api, cookieOf, callWith, goodPassword, signedIn, type SignedIn } from '../../testing/operator.ts';
import { nowMs } from '../../testing/time.ts';

let operator: SignedIn;
const door = await openOwnDoor('Which proxies are trusted is a setting of the process.', {
  env: { TRUST_PROXY: 'true' },
});
afterAll(() => door.close());
beforeEach(async () => {
  operator = await signedIn(door, 'viewer');
});

const network = '2001:db8:1:2::/64';
const headers = { 'x-forwarded-for': '2001:db8:1:2::7' };
const signIn = (email: string, password = goodPassword) =>
  send(door.url, 'POST', `${api}/session`, { body: { email, password }, headers });
const entries = async (...subjects: string[]) => {
  const { rows } = await door.pool.query(
    'SELECT company_id, operator_id, operator_name, action, subject_id, data FROM audit_log WHERE subject_id = ANY ($1) ORDER BY id',
    [[operator.id, ...subjects]],
  );
  return rows.map(({ company_id, ...row }) => {
    expect(company_id).toBe(noCompany);
    return row;
  });
};
const by = () => ({ operator_id: operator.id, operator_name: 'The viewer', subject_id: operator.id });

it('sign-in and sign-out are in the log with operator and network', async () => {
  const cookie = cookieOf(await signIn(operator.email));
  const sent = { headers: { ...headers, cookie, 'x-doorway-console': '1' } };
  expect((await send(door.url, 'DELETE', `${api}/session`, sent)).status).toBe(204);
  await operator.call('POST', '/tokens', { name: 'A system' });
  expect((await operator.call('DELETE', '/sessions')).status).toBe(204);
  expect(await entries()).toEqual([
    { ...by(), action: 'operator.signedin', data: { network } },
    { ...by(), action: 'operator.signedout', data: { network } },
    { ...by(), action: 'operator.signedouteverywhere', data: { network: '127.0.0.1', tokensRevoked: 1 } },
  ]);
});

it('a used invitation and a changed password are in the log', async () => {
  const key = await invite(door.pool, operator.id);
  const accepted = await send(door.url, 'POST', `${api}/invitations/accept`, {
    body: { key, password: goodPassword },
    headers,
  });
  expect(
    (
      await callWith(door, cookieOf(accepted), 'PUT', '/password', {
        current: goodPassword,
        next: 'another horse battery',
      })
    ).status,
  ).toBe(204);
  expect(await entries()).toEqual([
    { ...by(), action: 'invitation.used', data: { network, tokensRevoked: 0 } },
    { ...by(), action: 'operator.signedin', data: { network } },
    { ...by(), action: 'operator.passwordchanged', data: { network: '127.0.0.1', tokensRevoked: 0 } },
  ]);
});

it('a failed sign-in is in the log with the typed address, shortened, and without the password', async () => {
  const wrong = 'a wrong password';
  expect((await signIn(operator.email.toUpperCase(), wrong)).status).toBe(401);
  const long = `${'x'.repeat(200)}@example.com`;
  expect((await signIn(long, wrong)).status).toBe(401);
  await door.pool.query(
    'INSERT INTO sign_in_tries (email, address, id, tried_at) SELECT $1, $2, gen_random_uuid(), $3 FROM generate_series(1, 10)',
    [operator.email, network, new Date()],
  );
  expect((await signIn(operator.email, wrong)).status).toBe(429);
  const nobody = { operator_id: null, operator_name: 'not signed in', action: 'operator.signinfailed' };
  const cut = `${'x'.repeat(80)}…`;
  expect(await entries(cut)).toEqual([
    { ...nobody, subject_id: operator.id, data: { email: operator.email.toUpperCase(), network, because: 'wrong' } },
    { ...nobody, subject_id: cut, data: { email: cut, network, because: 'wrong' } },
    { ...nobody, subject_id: operator.id, data: { email: operator.email, network, because: 'tooMany' } },
  ]);
  const { rows } = await door.pool.query('SELECT audit_log::text AS row FROM audit_log');
  for (const { row } of rows) expect(row).not.toContain(wrong);
});

it('failed sign-ins in the log are limited per hour, and the next entry says how many were left out', async () => {
  const failures = createFailedSignIns(door.pool, 3);
  const [begun, hour] = [nowMs() - 7_200_000, 3_600_000];
  const note = (at: number) =>
    failures.note({ email: 'x@example.com', operatorId: operator.id, network, because: 'wrong' }, new Date(at));
  for (let n = 0; n < 10; n++) await note(begun + n);
  expect(await entries()).toHaveLength(3);
  await note(begun + hour);
  await note(begun + hour + 1);
  expect((await entries()).map(({ data }) => data.leftOut)).toEqual([undefined, undefined, undefined, 7, undefined]);
});

it('administrators read them in the log of the service', async () => {
  const administrator = await signedIn(door, 'administrator');
  await signIn(operator.email, 'a wrong password');
  const { rows } = (await administrator.call('GET', '/audit?action=operator.signinfailed')).body;
  expect(rows[0]).toMatchObject({ operator: 'not signed in', subjectId: operator.id, data: { network } });
});
