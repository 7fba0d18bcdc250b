import { request } from 'node:http';
import * as oauth from 'openid-client';
import { expect, it, onTestFinished } from 'vitest';
import { baseUrl, readConfig } from '../../config.ts';
import { scopes } from '../../app.ts';
import { clientOf } from '../../testing/client.ts';
import { openOwnApp, send } from '../../testing/door.ts';

const wellKnown = '/.well-known/oauth-authorization-server';

async function doorWith(env: Record<string, string>) {
  const door = await openOwnApp('The addresses of the service are settings of the process.', {
    env: { DOCS: 'on', ...env },
  });
  onTestFinished(() => door.close());
  return door;
}

/** Sends a Host header of another service, which fetch does not allow. */
const claimingToBe = (host: string, address: string): Promise<any> =>
  new Promise((resolve, reject) => {
    const sent = request(
      address,
      {
        headers: {
          host,
          'x-forwarded-host': host,
          'x-forwarded-proto': 'https',
          forwarded: `host=${host};proto=https`,
        },
      },
      async (response) => {
        resolve(JSON.parse((await response.toArray()).join('')));
      },
    );
    sent.on('error', reject).end();
  });

it.each(['', '/door/v2'])(
  'the issuer is the address that the service listens on, whatever the headers say (base path “%s”)',
  async (basePath) => {
    const door = await doorWith({ BASE_PATH: basePath, TRUST_PROXY: 'true' });
    const metadata = await claimingToBe('evil.example', `${door.url}${wellKnown}${basePath}`);
    expect(metadata.issuer).toBe(door.url + basePath);
    expect(JSON.stringify(metadata)).not.toContain('evil');
  },
);

it('the issuer has localhost if the service listens on all addresses', () => {
  for (const HOST of ['0.0.0.0', '::']) expect(baseUrl(readConfig({ HOST }), 8080)).toBe('http://localhost:8080');
});

it('metadata follows RFC 8414 and passes the checks of libraries', async () => {
  const door = await doorWith({ PUBLIC_URL: 'https://partners.example.com', BASE_PATH: '/door' });
  const { status, body } = await send(door.url, 'GET', `${wellKnown}/door`, {});
  expect(status).toBe(200);
  expect(body.issuer).toBe('https://partners.example.com/door');
  for (const name of ['issuer', 'token_endpoint', 'revocation_endpoint', 'service_documentation']) {
    const { protocol, search, hash } = new URL(body[name]);
    expect([protocol, search, hash], name).toEqual(['https:', '', '']);
    expect(body[name].startsWith(body.issuer), name).toBe(true);
  }
  // Some libraries read an empty list as a missing one.
  for (const [name, value] of Object.entries(body).filter(([name]) => name.endsWith('_supported'))) {
    expect(value, name).toEqual(expect.arrayContaining([expect.any(String)]));
    expect(new Set(value as string[]).size, name).toBe((value as string[]).length);
  }
  expect(body).toMatchObject({
    response_types_supported: ['none'],
    grant_types_supported: ['client_credentials'],
    scopes_supported: scopes,
  });
  // No grant uses an authorization endpoint, and no authentication method needs algorithms.
  expect(body).not.toHaveProperty('authorization_endpoint');
  for (const endpoint of ['token', 'revocation'])
    expect(body[`${endpoint}_endpoint_auth_methods_supported`]).toEqual(['client_secret_basic', 'client_secret_post']);
});

it('metadata names only pages that are served', async () => {
  const door = await doorWith({ DOCS: 'off' });
  expect((await send(door.url, 'GET', wellKnown, {})).body).not.toHaveProperty('service_documentation');
});

it('a stock client finds the metadata of a service with a base path', async () => {
  const door = await doorWith({ BASE_PATH: '/door' });
  const { id, secret } = await clientOf(door);
  const config = await oauth.discovery(new URL(`${door.url}/door`), id, secret, undefined, {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  });
  expect((await oauth.clientCredentialsGrant(config)).token_type).toBe('bearer');
});
