import { afterAll, expect, it } from 'vitest';
import { commandLine } from '../../audit/record.ts';
import { transaction } from '../../ground/db/pool.ts';
import { ask, clientOf } from '../../testing/client.ts';
import { openDoor, paths } from '../../testing/door.ts';
import { waitingWith } from '../../testing/waiting.ts';
import { revokeClient } from '../clients-store.ts';
import { revokeClientBy } from '../credentials.ts';

const door = await openDoor();
afterAll(() => door.close());

const ways: [string, (id: string) => Promise<unknown>][] = [
  ['the command line', (id) => revokeClientBy(door.pool, commandLine, id)],
  ['the console', (id) => revokeClientBy(door.pool, commandLine, id, door.company)],
];

it.each(ways)(
  'a token that is being issued when its client is revoked by %s is revoked with it',
  async (way, revoke) => {
    const client = await clientOf(door, `Issuing, ${way}`);
    let asked!: ReturnType<typeof ask>;
    let revoked!: Promise<unknown>;
    await transaction(door.pool, async (tx) => {
      // The new token's row refers to its partner, so the request waits at this lock after all earlier steps.
      await tx.query('SELECT FROM partners WHERE company_id = $1 AND name = $2 FOR UPDATE', [
        door.company,
        `Issuing, ${way}`,
      ]);
      asked = ask(door, client.form);
      await expect.poll(() => waitingWith(tx, 'INSERT INTO access_tokens')).toHaveLength(1);
      revoked = revoke(client.id);
      await expect.poll(() => waitingWith(tx, 'UPDATE clients SET revoked_at')).toHaveLength(1);
    });
    const { status, body } = await asked;
    await revoked;
    expect(status).toBe(200);
    expect((await door.call('GET', paths.suppliers, { token: body.access_token })).status).toBe(401);
  },
);

it('a client that is being revoked is issued no token', async () => {
  const client = await clientOf(door, 'Being revoked');
  let asked!: ReturnType<typeof ask>;
  await transaction(door.pool, async (tx) => {
    await revokeClient(tx, client.id, new Date());
    asked = ask(door, client.form);
    await expect.poll(() => waitingWith(tx, 'FROM clients')).toHaveLength(1);
  });
  expect((await asked).body.error).toBe('invalid_client');
  expect((await door.pool.query('SELECT FROM access_tokens WHERE client_id = $1', [client.id])).rowCount).toBe(0);
});
