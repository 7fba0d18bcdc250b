import { afterAll, expect, it } from 'vitest';
import { commandLine } from '../../audit/record.ts';
import { newId } from '../../ground/db/ids.ts';
import { transaction } from '../../ground/db/pool.ts';
import { hashToken, newSecret } from '../../ground/secrets/tokens.ts';
import { citusUrl } from '../../testing/citus.ts';
import { ask, clientOf } from '../../testing/client.ts';
import { openDoor, paths } from '../../testing/door.ts';
import { fromNow, stopClock } from '../../testing/time.ts';
import { findClient, revokeClient, type Client } from '../../partners/clients-store.ts';
import { revokeClientBy } from '../../partners/credentials.ts';
import { insertToken } from '../../partners/store.ts';

const door = await openDoor();
afterAll(() => door.close());

const statusWith = async (token: string) => (await door.call('GET', paths.suppliers, { token })).status;

const ways: [string, (id: string) => Promise<unknown>][] = [
  ['the command line', (id) => revokeClientBy(door.pool, commandLine, id)],
  ['the console', (id) => revokeClientBy(door.pool, commandLine, id, door.company)],
];

it.each(ways)(
  'a token that is stored just after its client was revoked by %s is refused, as are earlier ones',
  async (way, revoke) => {
    const advance = stopClock();
    const { id, form } = await clientOf(door, `Issuing, ${way}`);
    const client = (await findClient(door.pool, id)) as Client;
    const earlier = (await ask(door, form)).body.access_token;
    expect(await statusWith(earlier)).toBe(200);
    await revoke(id);
    const later = newSecret(false);
    await insertToken(door.pool, {
      ...client,
      id: newId(),
      clientId: id,
      hash: hashToken(later),
      createdAt: new Date(),
      expiresAt: fromNow(60_000),
    });
    expect(await statusWith(later)).toBe(401);
    advance(1_000);
    expect(await statusWith(earlier)).toBe(401);
  },
);

it('a client that is being revoked gets no token that can be used', async () => {
  const client = await clientOf(door, 'Being revoked');
  let asked!: ReturnType<typeof ask>;
  await transaction(door.pool, async (tx) => {
    await revokeClient(tx, client.id, new Date());
    asked = ask(door, client.form);
    // On a cluster no token is stored before the revocation is over.
    if (citusUrl === undefined) await asked;
  });
  const { status, body } = await asked;
  expect(status === 200 ? await statusWith(body.access_token) : status).toBe(401);
  expect((await ask(door, client.form)).body.error).toBe('invalid_client');
});
