import { afterAll, beforeEach, expect, it } from 'vitest';
import { maxOwnEndpoints } from './actions.ts';
import { usualScopes } from '../../scopes.ts';
import { openDoor, type Answer } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { sandboxOf } from '../../testing/sandbox.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
const desk = `/companies/${door.company}`;
const path = '/doorway/v1/webhooks';
// An address that needs no name server. Nothing is sent to it.
const url = 'https://8.8.8.8/hook';
afterAll(() => door.close());

let token: string;
let made = 0;
/** Each test has a partner of its own, because calls are limited per partner. */
beforeEach(async () => {
  token = await door.tokenFor({ partner: `Own ${(made += 1)}` });
});

const call = (method: string, at = '', body?: object, by = token) => door.call(method, path + at, { token: by, body });
const done = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const create = async (form: object = {}) => done(await call('POST', '', { url, ...form }));
const codeOf = ({ status, headers }: Answer) => [status, headers.get('doorway-error')];
const secretOf = async (id: string) =>
  (await door.pool.query('SELECT secret, former_secret FROM webhook_endpoints WHERE id = $1', [id])).rows;
const partnerOf = async () =>
  (await door.call('GET', '/doorway/v1/me', { token })).body.partner as { id: string; name: string };
const deskWebhooks = async () => {
  const { name } = await partnerOf();
  return done(await administrator.call('GET', `${desk}/webhooks?partner=${encodeURIComponent(name)}`)).rows;
};

it('a partner creates, reads, pauses, resumes and deletes an endpoint, and the audit log has its name', async () => {
  const { id, secret, message } = await create({ types: ['supplierinvoice.rejected'] });
  expect([secret, message]).toEqual([expect.stringMatching(/^whsec_/), 'Endpoint created.']);
  const row = done(await call('GET', `/${id}`));
  const types = ['supplierinvoice.rejected'];
  expect(row).toEqual({ id, url, types, state: 'on', tries: 0, createdAt: expect.any(Number) });
  expect(done(await call('GET'))).toEqual({ webhooks: [row] });
  done(await call('POST', `/${id}/pause`));
  expect(done(await call('GET', `/${id}`))).toMatchObject({ state: 'off', switchedOffFor: 'partner' });
  expect(await deskWebhooks()).toMatchObject([{ id, state: 'off', switchedOffFor: 'partner' }]);
  done(await call('POST', `/${id}/resume`));
  const changed = done(await call('POST', `/${id}/secret`));
  expect(changed.secret).not.toBe(secret);
  expect(done(await call('GET', `/${id}`)).formerSecretUntil).toBeGreaterThan(row.createdAt);
  done(await call('DELETE', `/${id}`));
  expect(codeOf(await call('GET', `/${id}`))).toEqual([404, 'webhook.unknown']);
  const { rows } = await door.pool.query(
    `SELECT action, operator_name AS by, operator_id AS id, data ->> 'partnerId' AS partner FROM audit_log
     WHERE company_id = $1 AND subject_id = $2 ORDER BY seq`,
    [door.company, id],
  );
  const { id: partner, name: by } = await partnerOf();
  expect(rows).toEqual(
    ['created', 'switchedoff', 'switchedon', 'secretchanged', 'deleted'].map((action) => ({
      action: `webhook.${action}`,
      by,
      id: null,
      partner,
    })),
  );
});

it('a partner moves an endpoint and gives it other types: the secret stays, and what waits is sent at once', async () => {
  const { id } = await create({ types: ['supplierinvoice.rejected'] });
  const before = await secretOf(id);
  await door.pool.query(
    `UPDATE webhook_positions SET tries = 9, failing_since = now(), next_try_at = '2036-11-15' WHERE endpoint_id = $1`,
    [id],
  );
  done(await call('POST', `/${id}/pause`));
  const moved = 'https://1.1.1.1/hook';
  const changed = done(await call('PATCH', `/${id}`, { url: ` ${moved} `, types: ['workorder.done'], adress: 'x' }));
  expect(changed.message).toBe('Endpoint changed. Note: unknown field adress was not used.');
  expect(done(await call('GET', `/${id}`))).toEqual({
    id,
    url: moved,
    types: ['workorder.done'],
    state: 'off',
    tries: 0,
    createdAt: expect.any(Number),
    switchedOffAt: expect.any(Number),
    switchedOffFor: 'partner',
  });
  expect(await secretOf(id)).toEqual(before);
  const same = { url: null, types: ['workorder.done'] };
  expect(done(await call('PATCH', `/${id}`, same)).message).toBe('Nothing differs from what the endpoint has.');
  const { rows } = await door.pool.query(
    `SELECT data FROM audit_log WHERE company_id = $1 AND subject_id = $2 AND action = 'webhook.updated'`,
    [door.company, id],
  );
  expect(rows).toEqual([
    {
      data: expect.objectContaining({
        url,
        changes: [
          { field: 'url', from: url, to: moved },
          { field: 'types', from: ['supplierinvoice.rejected'], to: ['workorder.done'] },
        ],
        partnerId: (await partnerOf()).id,
      }),
    },
  ]);
});

it('a sandbox token manages the endpoints of its sandbox only, and a live one those of the company only', async () => {
  const { token: sandboxToken } = await sandboxOf(door, (await partnerOf()).name);
  const own = done(await call('POST', '', { url }, sandboxToken)).id;
  const { id: real } = await create();
  for (const [by, mine, other] of [
    [token, real, own],
    [sandboxToken, own, real],
  ] as const) {
    const { webhooks } = done(await call('GET', '', undefined, by));
    expect(webhooks.map(({ id }: { id: string }) => id)).toEqual([mine]);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(codeOf(await call(method, `/${other}`, method === 'PATCH' ? { url } : undefined, by))).toEqual([
        404,
        'webhook.unknown',
      ]);
  }
});

it('an endpoint of another partner or of the company is a 404, and what the company switched off stays off', async () => {
  const { id } = await create();
  const other = await door.tokenFor({ partner: 'Another one' });
  const ofCompany = done(await administrator.call('POST', `${desk}/webhooks`, { url })).id;
  for (const [at, by] of [
    [id, other],
    [ofCompany, token],
    ['nonsense', token],
  ] as const)
    for (const [method, more] of [
      ['GET', ''],
      ['DELETE', ''],
      ['PATCH', ''],
      ['POST', '/pause'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
    ] as const)
      expect(codeOf(await call(method, `/${at}${more}`, method === 'PATCH' ? { url } : undefined, by))).toEqual([
        404,
        'webhook.unknown',
      ]);
  done(await administrator.call('PATCH', `${desk}/webhooks/${id}`, { on: false }));
  expect(codeOf(await call('POST', `/${id}/resume`))).toEqual([409, 'webhook.locked']);
  expect(done(await call('GET', `/${id}`)).switchedOffFor).toBe('company');
});

it('no token has the scope unless it was named, and the company can switch it off for a partner', async () => {
  const usual = await door.tokenFor({ scopes: usualScopes });
  expect(codeOf(await call('GET', '', undefined, usual))).toEqual([403, 'scope.missing']);
  const { id: partnerId } = await partnerOf();
  const issued = done(await administrator.call('POST', `${desk}/tokens`, { partnerId }));
  expect((await door.call('GET', '/doorway/v1/me', { token: issued.token })).body.scopes).toEqual(usualScopes);
  const { id } = await create();
  const partner = `${desk}/partners/${partnerId}`;
  expect((await administrator.call('PATCH', partner, { managesWebhooks: false })).status).toBe(204);
  for (const refused of [await call('POST', '', { url }), await call('GET'), await call('DELETE', `/${id}`)])
    expect(codeOf(refused)).toEqual([403, 'webhooks.off']);
  expect(await deskWebhooks()).toMatchObject([{ id, state: 'on' }]);
});

it('one switch of the company takes it from all partners, each has one of its own, and both count in the sandbox', async () => {
  const { id: partnerId, name } = await partnerOf();
  const { token: inSandbox } = await sandboxOf(door, name);
  const expectAllowed = async (isAllowed: boolean) => {
    for (const by of [token, inSandbox])
      expect(codeOf(await call('GET', '', undefined, by))).toEqual(isAllowed ? [200, null] : [403, 'webhooks.off']);
  };
  const allow = async (partnersManageWebhooks: boolean) => {
    const settings = done(await administrator.call('PATCH', `${desk}/settings`, { partnersManageWebhooks }));
    expect(settings).toMatchObject({ partnersManageWebhooks, waiting: [] });
    await expectAllowed(partnersManageWebhooks);
  };
  await allow(false);
  await allow(true);
  await administrator.call('PATCH', `${desk}/partners/${partnerId}`, { managesWebhooks: false });
  await expectAllowed(false);
  const { rows } = await door.pool.query(
    `SELECT data -> 'changes' AS changes FROM audit_log WHERE company_id = $1 AND action = 'settings.changed' ORDER BY seq`,
    [door.company],
  );
  const field = 'partnersManageWebhooks';
  expect(rows).toEqual([
    { changes: [{ field, from: true, to: false }] },
    { changes: [{ field, from: false, to: true }] },
  ]);
});

it('types are those that the token may read, addresses as for operators', async () => {
  token = await door.tokenFor({ partner: `Own ${made}`, scopes: ['webhooks:manage', 'workorders:write'] });
  const { id } = await create();
  expect(done(await call('GET', `/${id}`)).types).toEqual([
    'workorder.done',
    'workorder.cancelled',
    'workorder.reopened',
  ]);
  const refused = await call('POST', '', { url, types: ['supplierinvoice.rejected'] });
  expectProblem(refused, 400, 'types[0] is an event type that partners do not get.');
  const { id: partnerId } = await partnerOf();
  const wide = done(await administrator.call('POST', `${desk}/webhooks`, { url, partnerId })).id;
  const other = { url: 'https://1.1.1.1/hook' };
  expect(codeOf(await call('PATCH', `/${wide}`, other))).toEqual([400, 'body.invalid']);
  done(await call('PATCH', `/${wide}`, { ...other, types: [] }));
  expect(done(await call('GET', `/${wide}`)).types).toHaveLength(3);
  for (const wrong of ['http://8.8.8.8/', 'https://127.0.0.1/', 'https://user@8.8.8.8/', 'https://8.8.8.8:22/'])
    for (const [method, at] of [
      ['POST', ''],
      ['PATCH', `/${id}`],
    ] as const)
      expect(codeOf(await call(method, at, { url: wrong }))).toEqual([400, 'body.invalid']);
});

it('a partner has at most five of its own, which do not count for the company, and ten changes a minute', async () => {
  for (let at = 0; at < maxOwnEndpoints; at++) await create();
  expect(codeOf(await call('POST', '', { url }))).toEqual([409, 'webhooks.own']);
  const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST', '', { url })));
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5);
  expect(codeOf(answers.at(-1) as Answer)).toEqual([429, 'rate.limited']);
});
