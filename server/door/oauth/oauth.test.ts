import * as oauth from 'openid-client';
import { afterAll, expect, it } from 'vitest';
import { openDoor, paths, send } from '../../testing/door.ts';
import { createClient } from '../../testing/access.ts';
import { stopClock } from '../../testing/time.ts';
import { revokeClient } from '../../partners/clients-store.ts';
import { transaction } from '../../ground/db/pool.ts';

const door = await openDoor();
const client = await createClient(door.pool, {
  company: door.companyName,
  partner: 'Operator',
  scopes: ['suppliers:read', 'suppliers:write'],
});
afterAll(() => door.close());

const discover = (authentication?: oauth.ClientAuth) =>
  oauth.discovery(new URL(door.url), client.id, client.secret, authentication, {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  });

const list = (token: string) => send(door.url, 'GET', paths.suppliers, { token });

const ask = (form: Record<string, string>, headers: Record<string, string> = {}, path = '/oauth/token') =>
  send(door.url, 'POST', path, {
    raw: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

const withSecret = (more: Record<string, string> = {}) => ({
  grant_type: 'client_credentials',
  client_id: client.id,
  client_secret: client.secret,
  ...more,
});

it.each([
  ['client_secret_basic', oauth.ClientSecretBasic],
  ['client_secret_post', oauth.ClientSecretPost],
])(
  'a stock OAuth client finds the service by its metadata and gets a token that works (%s)',
  async (_name, authentication) => {
    const config = await discover(authentication(client.secret));
    const issued = await oauth.clientCredentialsGrant(config, { scope: 'suppliers:read' });
    expect(issued).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'suppliers:read' });
    expect((await list(issued.access_token)).status).toBe(200);
    const write = await send(door.url, 'POST', paths.suppliers, {
      token: issued.access_token,
      body: { number: '1', name: 'A' },
    });
    expect(write.status).toBe(403);
  },
);

it('a token requested without a scope has all scopes of its client', async () => {
  const { body } = await ask(withSecret());
  expect(body.scope).toBe('suppliers:read suppliers:write');
});

it('an issued token expires after an hour, and the database holds its hash only', async () => {
  const { body, headers } = await ask(withSecret());
  expect(headers.get('cache-control')).toBe('no-store');
  const { rows } = await door.pool.query(
    `SELECT expires_at - created_at = interval '1 hour' AS an_hour, access_tokens::text AS row FROM access_tokens WHERE client_id = $1`,
    [client.id],
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toMatchObject({ an_hour: true });
  for (const { row } of rows) expect(row).not.toContain(body.access_token);
});

it('a revoked token is refused at once by the process that revoked it', async () => {
  const config = await discover();
  const { access_token } = await oauth.clientCredentialsGrant(config);
  expect((await list(access_token)).status).toBe(200);
  await oauth.tokenRevocation(config, access_token);
  expect((await list(access_token)).status).toBe(401);
});

it('a client secret that is sent as an access token is told what it is', async () => {
  const { status, headers, body } = await list(client.secret);
  expect([status, headers.get('doorway-error')]).toEqual([401, 'token.clientsecret']);
  expect(body.message).toMatch(/^This is the secret of a client, not an access token\. .*\/oauth\/token/);
});

it('a repeated scope comes back once', async () => {
  const { body } = await ask(withSecret({ scope: 'suppliers:read suppliers:read' }));
  expect(body.scope).toBe('suppliers:read');
});

it('a client cannot revoke a token that was not issued to it', async () => {
  const advance = stopClock();
  const { status } = await ask(
    { client_id: client.id, client_secret: client.secret, token: door.token },
    {},
    '/oauth/revoke',
  );
  expect(status).toBe(200);
  // The token’s look-up may be cached for less than a second.
  advance(1_000);
  expect((await list(door.token)).status).toBe(200);
});

it.each([
  ['a wrong secret', () => withSecret({ client_secret: 'dw_wrong' }), 401, 'invalid_client'],
  ['an unknown client', () => withSecret({ client_id: '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88' }), 401, 'invalid_client'],
  ['a client id that is none', () => withSecret({ client_id: 'x' }), 401, 'invalid_client'],
  ['no secret', () => ({ grant_type: 'client_credentials', client_id: client.id }), 401, 'invalid_client'],
  ['another grant', () => withSecret({ grant_type: 'password' }), 400, 'unsupported_grant_type'],
  ['a scope beyond the client', () => withSecret({ scope: 'workorders:write' }), 400, 'invalid_scope'],
  ['an empty scope', () => withSecret({ scope: ' ' }), 400, 'invalid_scope'],
])('%s is refused as RFC 6749 says', async (_name, form, status, error) => {
  const answer = await ask(form());
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ error, error_description: expect.any(String) });
  expect(answer.headers.get('doorway-error')).toBe(status === 401 ? 'client.invalid' : 'form.invalid');
  if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Basic/);
});

it('a parameter sent twice, a secret sent twice and a JSON body are invalid requests', async () => {
  const twice = await send(door.url, 'POST', '/oauth/token', {
    raw: 'grant_type=client_credentials&grant_type=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const both = await ask(withSecret(), { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` });
  const json = await send(door.url, 'POST', '/oauth/token', { body: withSecret() });
  for (const { status, body } of [twice, both, json]) {
    expect(status).toBe(400);
    expect(body.error).toBe('invalid_request');
  }
});

it('revoking a client ends its tokens and its right to new ones', async () => {
  const other = await createClient(door.pool, { company: door.companyName, partner: 'Gone' });
  const form = { grant_type: 'client_credentials', client_id: other.id, client_secret: other.secret };
  const { body } = await ask(form);
  await transaction(door.pool, (tx) => revokeClient(tx, other.id, new Date()));
  expect((await list(body.access_token)).status).toBe(401);
  expect((await ask(form)).status).toBe(401);
});
