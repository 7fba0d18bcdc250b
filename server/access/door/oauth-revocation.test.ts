import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { commandLine } from '../../audit/record.ts';
import { newId } from '../../ground/db/ids.ts';
import { transaction } from '../../ground/db/pool.ts';
import { hashToken, newSecret } from '../../ground/secrets/tokens.ts';
import { ask, clientOf } from '../../testing/client.ts';
import { openDoor, paths } from '../../testing/door.ts';
import { findClient, revokeClient, type Client } from '../clients-store.ts';
import { revokeClientBy } from '../credentials.ts';
import { insertToken } from '../store.ts';

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
      expiresAt: new Date(Date.now() + 60_000),
    });
    expect(await statusWith(later)).toBe(401);
    await sleep(600);
    expect(await statusWith(earlier)).toBe(401);
  },
);

it('a client that is being revoked gets no token that can be used', async () => {
  const client = await clientOf(door, 'Being revoked');
  let asked!: ReturnType<typeof ask>;
  await transaction(door.pool, async (tx) => {
    await revokeClient(tx, client.id, new Date());
    asked = ask(door, client.form);
    await sleep(200);
  });
  const { status, body } = await asked;
  expect(status === 200 ? await statusWith(body.access_token) : status).toBe(401);
  expect((await ask(door, client.form)).body.error).toBe('invalid_client');
});
