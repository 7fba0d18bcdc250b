import { afterAll, expect, it } from 'vitest';
import { openOwnDoor, send } from '../../testing/door.ts';
import { api, callWith, cookieOf, goodPassword, signedIn, type SignedIn } from '../../testing/operator.ts';
import { confirmRights } from '../../testing/settings.ts';
import { expectProblem } from '../../testing/problem.ts';
import { fromNow } from '../../testing/time.ts';
import { roundsOf } from '../../testing/long.ts';
import { newId } from '../../ground/db/ids.ts';
import { noCompany } from '../../ground/db/pool.ts';

let administrator: SignedIn;
const door = await openOwnDoor('It lists and counts all operators and administrators.');
administrator = await signedIn(door, 'administrator');
const viewer = await signedIn(door, 'viewer');
afterAll(() => door.close());

const create = (form: object) => administrator.call('POST', '/operators', form);
const patch = (id: string, body: object, by = administrator) => by.call('PATCH', `/operators/${id}`, body);
const accept = (key: string, password = goodPassword) =>
  send(door.url, 'POST', `${api}/invitations/accept`, { body: { key, password } });
const find = async (id: string) =>
  (await administrator.call('GET', '/operators?limit=200')).body.rows.find((row: { id: string }) => row.id === id);
/** In the log outside of companies. */
const actionsOn = async (id: string) =>
  (
    await door.pool.query(
      'SELECT action, operator_id, data FROM audit_log WHERE subject_id = $1 AND company_id = $2 ORDER BY id',
      [id, noCompany],
    )
  ).rows;

it('a new operator signs in through the link, with the given companies and roles', async () => {
  const companies = [{ id: door.company, role: 'approver' }];
  const made = await create({ email: ' New@Example.com', name: ' New ', administrator: false, companies });
  expect([made.status, made.body]).toEqual([
    200,
    { id: expect.any(String), invitation: expect.stringMatching(/^[\w-]{43}$/) },
  ]);
  const { id, invitation } = made.body;
  const row = {
    id,
    email: 'new@example.com',
    name: 'New',
    administrator: false,
    companies: [{ id: door.company, name: door.companyName, role: 'approver' }],
    createdAt: expect.any(String),
    disabledAt: null,
    rolesFrom: null,
  };
  expect(await find(id)).toEqual({ ...row, invited: true });
  const accepted = await accept(invitation);
  expect(accepted.status).toBe(204);
  expect((await callWith(door, cookieOf(accepted), 'GET', '/session')).body).toMatchObject({
    id,
    companies: row.companies,
  });
  expect(await find(id)).toEqual({ ...row, invited: false });
  expect((await accept(invitation)).status).toBe(400);
  expect(await actionsOn(id)).toMatchObject([
    {
      action: 'operator.created',
      operator_id: administrator.id,
      data: { email: 'new@example.com', companies, network: '127.0.0.1' },
    },
    { action: 'invitation.used', operator_id: id },
    { action: 'operator.signedin', operator_id: id },
  ]);
  const { rows } = await door.pool.query(
    'SELECT invitations::text AS row FROM invitations UNION ALL SELECT audit_log::text FROM audit_log',
  );
  for (const { row: text } of rows) expect(text).not.toContain(invitation);
});

it('parallel creations with one e-mail address create one operator', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      create({ email: n % 2 ? 'Twice@example.com' : 'twice@example.com', name: 'Twice' }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
});

it('an invalid form is refused with all its problems', async () => {
  const company = { id: door.company, role: 'viewer' };
  for (const [body, ...said] of [
    [{}, 'email is required', 'name is required'],
    [{ email: 'nobody', name: 'x' }, 'email must be an e-mail address'],
    [{ email: 'a@b.se', name: ' ' }, 'name must not be empty'],
    [{ email: 'a@b.se', name: 'x', administrator: 'yes' }, 'administrator must be of type boolean'],
    [
      { email: 'a@b.se', name: 'x', companies: [{ id: door.company, role: 'system' }] },
      'companies[0].role must be one of administrator, approver, viewer',
    ],
    [
      { email: 'a@b.se', name: 'x', companies: [company, { ...company, id: door.company.toUpperCase() }] },
      'companies[1].id is the same as companies[0].id',
    ],
    [{ email: 'a@b.se', name: 'x', companies: [{ ...company, id: newId() }] }, 'there is no company with the id'],
    [{ email: 'a@b.se', name: 'x', password: 'x' }, '"password" is not a known field'],
  ] as [object, ...string[]][]) {
    const answer = await create(body);
    for (const part of said) expectProblem(answer, 400, part);
  }
  expectProblem(await patch(viewer.id, { email: 'other@example.com' }), 400, 'email cannot be changed');
  expectProblem(await patch(viewer.id, { disabled: null }), 400, 'disabled');
  expectProblem(await patch(viewer.id, { companies: [{ ...company, id: newId() }] }), 400, 'there is no company');
  for (const at of [newId(), 'x']) {
    expectProblem(await patch(at, { name: 'x' }), 404);
    expectProblem(await administrator.call('POST', `/operators/${at}/invitation`), 404);
  }
});

it('a change of role applies from the next request', async () => {
  const operator = await signedIn(door, 'viewer');
  const suppliers = `/companies/${door.company}/suppliers/none`;
  expectProblem(await operator.call('PATCH', suppliers, {}), 403);
  const second = await signedIn(door, 'administrator');
  await patch(operator.id, { companies: [{ id: door.company, role: 'approver' }] });
  await confirmRights(second);
  expect((await find(operator.id)).companies).toEqual([{ id: door.company, name: door.companyName, role: 'approver' }]);
  expectProblem(await operator.call('PATCH', suppliers, {}), 404);
  expect((await patch(operator.id, { administrator: true, companies: [] })).status).toBe(200);
  expectProblem(await operator.call('GET', '/operators'), 403);
  await confirmRights(second);
  expect((await operator.call('GET', '/operators')).status).toBe(200);
  expect((await patch(operator.id, { administrator: false, companies: [] })).status).toBe(200);
  expectProblem(await operator.call('GET', '/operators'), 403);
  expectProblem(await operator.call('GET', `/companies/${door.company}/suppliers`), 404);
  const entries = await actionsOn(operator.id);
  expect(entries.map(({ action, data }) => [action, data.changes.map(({ field }: any) => field)])).toEqual([
    ['operator.proposed', ['companies']],
    ['operator.updated', ['companies']],
    ['operator.proposed', ['administrator']],
    ['operator.updated', ['administrator']],
    ['operator.updated', ['administrator', 'companies']],
  ]);
  await patch(second.id, { disabled: true });
});

it('a change that changes nothing is not recorded', async () => {
  const before = await find(viewer.id);
  for (const body of [
    {},
    { name: before.name },
    { disabled: false, administrator: false, companies: [{ id: door.company.toUpperCase(), role: 'viewer' }] },
  ])
    expect((await patch(viewer.id, body)).body).toEqual(before);
  expect(await actionsOn(viewer.id)).toEqual([]);
});

it('a disabled operator loses access at once, until enabled again', async () => {
  const operator = await signedIn(door, 'approver');
  const { token } = (await operator.call('POST', '/tokens', { name: 'A system' })).body;
  const { invitation } = (await administrator.call('POST', `/operators/${operator.id}/invitation`)).body;
  const status = async () => [
    (await operator.call('GET', '/session')).status,
    (await send(door.url, 'GET', `${api}/session`, { token })).status,
  ];
  const signIn = async () =>
    (await send(door.url, 'POST', `${api}/session`, { body: { email: operator.email, password: goodPassword } }))
      .status;
  expect(await status()).toEqual([200, 200]);
  expect((await patch(operator.id, { disabled: true })).body.disabledAt).toEqual(expect.any(String));
  expect([await status(), await signIn(), (await accept(invitation)).status]).toEqual([[401, 401], 401, 400]);
  expectProblem(await administrator.call('POST', `/operators/${operator.id}/invitation`), 409, 'disabled');
  expect((await patch(operator.id, { disabled: false })).body.disabledAt).toBeNull();
  expect([await status(), await signIn()]).toEqual([[401, 401], 204]);
});

it('a new link voids the earlier ones', async () => {
  const { id, invitation: first } = (await create({ email: 'late@example.com', name: 'Late' })).body;
  const { invitation: second } = (await administrator.call('POST', `/operators/${id}/invitation`)).body;
  expect((await accept(first)).status).toBe(400);
  expect((await accept(second)).status).toBe(204);
  expect((await actionsOn(id)).map(({ action }) => action)).toEqual([
    'operator.created',
    'operator.invited',
    'invitation.used',
    'operator.signedin',
  ]);
});

it('the last administrator can be neither disabled nor demoted', async () => {
  const { id: invited } = (await create({ email: 'invited@example.com', name: 'Invited', administrator: true })).body;
  for (const body of [{ disabled: true }, { administrator: false }])
    expectProblem(await patch(administrator.id, body), 409, 'last administrator');
  // An administrator without a password cannot act, so this one does not count.
  expect((await patch(invited, { administrator: false })).status).toBe(200);
  expect((await patch(administrator.id, { name: 'Still here' })).status).toBe(200);
  expect((await administrator.call('GET', '/operators')).status).toBe(200);
});

it('if administrators demote or disable each other in parallel, one remains', async () => {
  for (let round = 0; round < roundsOf(5); round++) {
    const rivals = await Promise.all([signedIn(door, 'administrator'), signedIn(door, 'administrator')]);
    const all = [administrator, ...rivals];
    await Promise.all(
      all.map((by, at) =>
        patch((all[(at + 1) % 3] as SignedIn).id, at % 2 ? { disabled: true } : { administrator: false }, by),
      ),
    );
    const { rows } = await door.pool.query(
      'SELECT id FROM operators WHERE administrator AND disabled_at IS NULL AND password_hash IS NOT NULL',
    );
    expect(rows.length).toBeGreaterThanOrEqual(1);
    await door.pool.query('UPDATE operators SET administrator = (id = $1), disabled_at = NULL WHERE id = ANY ($2)', [
      administrator.id,
      all.map(({ id }) => id),
    ]);
    const { cookie } = await freshSession(administrator);
    administrator = {
      ...administrator,
      cookie,
      call: (method, path, body) => callWith(door, cookie, method, path, body),
    };
  }
});

async function freshSession({ email }: SignedIn): Promise<{ cookie: string }> {
  return {
    cookie: cookieOf(await send(door.url, 'POST', `${api}/session`, { body: { email, password: goodPassword } })),
  };
}

it('if the last two administrators resign in parallel, one is refused', async () => {
  const other = await signedIn(door, 'administrator');
  const answers = await Promise.all([
    patch(administrator.id, { administrator: false }),
    patch(other.id, { administrator: false }, other),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await door.pool.query('UPDATE operators SET administrator = (id = $1) WHERE id = ANY ($2)', [
    administrator.id,
    [administrator.id, other.id],
  ]);
});

it('an operator’s own token acts for the operator until it is revoked or expires', async () => {
  const { id, token } = (await viewer.call('POST', '/tokens', { name: ' Export ' })).body;
  expect(token).toMatch(/^dwo_[\w-]{43}$/);
  const asSystem = (path: string) => send(door.url, 'GET', api + path, { token });
  expect((await asSystem('/session')).body).toMatchObject({ id: viewer.id });
  expect((await asSystem(`/companies/${door.company}/suppliers`)).status).toBe(200);
  const expiresAt = fromNow(3_600_000).toISOString();
  const brief = (await viewer.call('POST', '/tokens', { name: 'Brief', expiresAt })).body;
  const { rows } = (await viewer.call('GET', '/tokens')).body;
  expect(rows).toMatchObject([
    { id: brief.id, name: 'Brief', expiresAt },
    { id, name: 'Export', createdAt: expect.any(String), expiresAt: expect.any(String), revokedAt: null },
  ]);
  expect((await administrator.call('GET', '/tokens')).body.rows).toEqual([]);
  expectProblem(await administrator.call('DELETE', `/tokens/${id}`), 404);
  expect((await asSystem('/session')).status).toBe(200);
  for (let n = 0; n < 2; n++) expect((await viewer.call('DELETE', `/tokens/${id}`)).status).toBe(204);
  expect((await asSystem('/session')).status).toBe(401);
  expect((await actionsOn(id)).map(({ action }) => action)).toEqual(['operatortoken.created', 'operatortoken.revoked']);
  const statusOfBrief = async () => (await send(door.url, 'GET', `${api}/session`, { token: brief.token })).status;
  expect(await statusOfBrief()).toBe(200);
  await door.pool.query('UPDATE operator_tokens SET expires_at = $2 WHERE id = $1', [brief.id, new Date()]);
  expect(await statusOfBrief()).toBe(401);
  for (const [body, said] of [
    [{}, 'name is required'],
    [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, 'in the future'],
    [{ name: 'x', expiresAt: '2030-02-30T00:00:00Z' }, 'expiresAt is not valid'],
  ] as const)
    expectProblem(await viewer.call('POST', '/tokens', body), 400, said);
});

it('the list has pages, sort orders and a CSV file', async () => {
  const count = (await door.pool.query('SELECT count(*)::integer AS many FROM operators')).rows[0].many;
  for (const sort of ['name', '-name', 'email', '-email', 'createdAt', '-createdAt']) {
    const seen: string[] = [];
    for (let after = ''; ;) {
      const page = (await administrator.call('GET', `/operators?limit=3&sort=${sort}${after}`)).body;
      seen.push(...page.rows.map(({ id }: { id: string }) => id));
      if (page.next === undefined) break;
      after = `&after=${page.next}`;
    }
    expect([sort, seen.length, new Set(seen).size]).toEqual([sort, count, count]);
  }
  const response = await fetch(`${door.url}${api}/operators?format=csv`, { headers: { cookie: administrator.cookie } });
  expect((await response.text()).trim().split('\r\n')).toHaveLength(count + 1);
});

it('without a second administrator of a company, more rights in it apply at once; its last one may go', async () => {
  const boss = await signedIn(door, 'companyAdministrator');
  await door.pool.query('UPDATE operators SET disabled_at = $2 WHERE id <> $1', [boss.id, new Date()]);
  const roles = (role: string) => ({ companies: [{ id: door.company, role }] });
  const made = await boss.call('POST', '/operators', { email: 'next@example.com', name: 'Next', ...roles('viewer') });
  const next = cookieOf(await accept(made.body.invitation));
  const raised = await patch(made.body.id, roles('administrator'), boss);
  expect(raised.body.companies).toMatchObject([{ role: 'administrator' }]);
  for (const id of [boss.id, made.body.id])
    expect((await callWith(door, next, 'PATCH', `/operators/${id}`, roles('viewer'))).status).toBe(200);
  expectProblem(await callWith(door, next, 'GET', '/operators'), 403);
  await door.pool.query('UPDATE operators SET disabled_at = NULL');
});
