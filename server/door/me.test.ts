import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../testing/door.ts';
import { fromNow } from '../testing/time.ts';

const door = await openDoor();
afterAll(() => door.close());

const me = (token: string) => door.call('GET', '/doorway/v1/me', { token });

it('a token learns its partner, company, scopes and expiry, whatever its scopes', async () => {
  const expiresAt = fromNow(60_000);
  const token = await door.tokenFor({ partner: 'Reader', scopes: ['suppliers:read'], expiresAt });
  expect(await me(token)).toMatchObject({
    status: 200,
    body: {
      partner: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'Reader' },
      company: { id: door.company, name: door.companyName },
      scopes: ['suppliers:read'],
      expiresAt: expiresAt.getTime(),
      sandbox: false,
    },
  });
  expect((await me(door.token)).body).toMatchObject({ partner: { name: 'Scanner' }, expiresAt: null });
});

it('without a valid token it is a 401', async () => {
  expect((await me(`dw_${'x'.repeat(43)}`)).status).toBe(401);
});
