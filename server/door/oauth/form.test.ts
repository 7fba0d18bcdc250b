import { afterAll, describe, expect, it } from 'vitest';
import { ask, clientOf } from '../../testing/client.ts';
import { openDoor, send, type Answer } from '../../testing/door.ts';

const door = await openDoor();
const client = await clientOf(door, 'Operator', ['suppliers:read', 'suppliers:write']);
afterAll(() => door.close());

function expectInvalidRequest({ status, body }: Answer, message: string): void {
  expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: message }]);
}

it('a parameter without a value counts as missing', async () => {
  expect((await ask(door, { ...client.form, scope: '' })).body.scope).toBe('suppliers:read suppliers:write');
  const basic = await ask(
    door,
    { grant_type: 'client_credentials', client_id: '', client_secret: '', scope: '' },
    { authorization: client.basic },
  );
  expect(basic.status).toBe(200);
  expectInvalidRequest(
    await ask(door, { ...client.form, grant_type: '' }),
    'grant_type is required. Send grant_type=client_credentials.',
  );
  expectInvalidRequest(await ask(door, { ...client.form, token: '' }, {}, '/oauth/revoke'), 'token is required.');
  expect((await ask(door, { ...client.form, client_secret: '' })).body.error).toBe('invalid_client');
});

it('a missing grant_type is an invalid request, another one is not supported', async () => {
  const { grant_type: _left, ...rest } = client.form;
  expectInvalidRequest(await ask(door, rest), 'grant_type is required. Send grant_type=client_credentials.');
  expect((await ask(door, { ...rest, grant_type: 'password' })).body.error).toBe('unsupported_grant_type');
});

describe.each([
  ['/oauth/token', { grant_type: 'client_credentials' }],
  ['/oauth/revoke', { token: 'dw_unknown' }],
])('%s', (path, parameters) => {
  it('refuses a client_id that contradicts the Authorization header, and takes the same one', async () => {
    const other = await clientOf(door, 'Another');
    expectInvalidRequest(
      await ask(door, { ...parameters, client_id: other.id }, { authorization: client.basic }, path),
      'The client_id in the form differs from the one in the Authorization header.',
    );
    expect(
      (await ask(door, { ...parameters, client_id: client.id }, { authorization: client.basic }, path)).status,
    ).toBe(200);
  });

  it('refuses JSON and multipart bodies, and asks for a form', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...client.form, ...parameters })) form.set(name, value);
    const sendForm = 'Send the parameters as application/x-www-form-urlencoded';
    expectInvalidRequest(
      await send(door.url, 'POST', path, { body: { ...client.form, ...parameters } }),
      `${sendForm}, not as JSON.`,
    );
    expectInvalidRequest(await send(door.url, 'POST', path, { raw: form }), `${sendForm}, not as multipart/form-data.`);
    expectInvalidRequest(await send(door.url, 'POST', path, {}), `${sendForm}.`);
  });

  it('takes a secret for what it is, whatever follows it', async () => {
    for (const more of [':more', '&more=1']) {
      const authorization = `Basic ${btoa(`${client.id}:${client.secret}${more}`)}`;
      expect((await ask(door, parameters, { authorization }, path)).body.error, more).toBe('invalid_client');
    }
  });
});
