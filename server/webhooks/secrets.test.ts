import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, it } from 'vitest';
import { sealSecrets, unreadableSecrets } from './secrets.ts';
import type { SealingKeys } from '../ground/secrets/seal.ts';
import { openOwnDoor } from '../testing/door.ts';
import { signedIn } from '../testing/operator.ts';
import {
  addEndpoint,
  attemptsOf,
  expectInOrder,
  receiverForThisTest,
  recordEvents,
  startDelivering,
} from '../testing/webhooks.ts';

const door = await openOwnDoor('It seals the secrets of every company anew.');
const administrator = await signedIn(door, 'administrator');
const path = `/companies/${door.company}/webhooks`;
afterAll(() => door.close());

const stored = async (id: string): Promise<{ secret: string; former: string | null }> =>
  (
    await door.pool.query(
      'SELECT secret, former_secret AS former FROM webhook_endpoints WHERE company_id = $1 AND id = $2',
      [door.company, id],
    )
  ).rows[0];
const otherKey: SealingKeys = [randomBytes(32)];
const unreadable = async (keys: readonly Buffer[]) =>
  (await unreadableSecrets(door.pool, keys)).filter(({ company }) => company === door.companyName).map(({ id }) => id);
const newEndpoint = async (): Promise<{ id: string; secret: string }> => {
  const { status, body } = await administrator.call('POST', path, { url: 'https://8.8.8.8/hook' });
  expect(status).toBe(200);
  return body;
};

it('the database never has a new secret, or the one before, as it is', async () => {
  const { id, secret } = await newEndpoint();
  const changed = (await administrator.call('POST', `${path}/${id.toUpperCase()}/secret`)).body.secret;
  const { secret: now, former } = await stored(id);
  expect([now, former]).toEqual([expect.stringMatching(/^v1:/), expect.stringMatching(/^v1:/)]);
  expect(`${now} ${former}`).not.toContain('whsec_');
  for (const one of [secret, changed]) expect(`${now} ${former}`).not.toContain(one.slice(6));
  expect(await unreadable(door.sealingKeys)).toEqual([]);
});

it('plain secrets of an earlier version sign, and are sealed at a start, by several processes at once too', async () => {
  const receiver = await receiverForThisTest();
  const { id, secret } = await addEndpoint(door, receiver.url);
  await door.pool.query(
    `UPDATE webhook_endpoints SET former_secret = $3, former_until = '2100-01-01' WHERE company_id = $1 AND id = $2`,
    [door.company, id, 'whsec_Zm9ybWVy'],
  );
  expect((await stored(id)).secret).toBe(secret);
  startDelivering(door);
  await recordEvents(door, 1);
  await expectInOrder(receiver, 1);
  await Promise.all([1, 2, 3].map(() => sealSecrets(door.pool, door.sealingKeys)));
  const sealed = await stored(id);
  expect([sealed.secret, sealed.former]).toEqual([expect.stringMatching(/^v1:/), expect.stringMatching(/^v1:/)]);
  await sealSecrets(door.pool, door.sealingKeys);
  expect(await stored(id)).toEqual(sealed);
  await recordEvents(door, 1);
  await expectInOrder(receiver, 2);
  for (const { headers, body } of receiver.received)
    for (const one of [secret, 'whsec_Zm9ybWVy']) new Webhook(one).verify(body, headers as Record<string, string>);
});

it('a new key seals anew what a former one opens', async () => {
  const { id } = await newEndpoint();
  const keys: SealingKeys = [...otherKey, ...door.sealingKeys];
  expect(await sealSecrets(door.pool, keys)).toBe(0);
  expect(await unreadable(otherKey)).not.toContain(id);
  await sealSecrets(door.pool, [...door.sealingKeys, ...otherKey]);
  expect(await unreadable(door.sealingKeys)).toEqual([]);
});

it('a secret that was copied from another endpoint is not opened', async () => {
  const [one, two] = [await newEndpoint(), await newEndpoint()];
  await door.pool.query('UPDATE webhook_endpoints SET secret = $3 WHERE company_id = $1 AND id = $2', [
    door.company,
    two.id,
    (await stored(one.id)).secret,
  ]);
  expect(await unreadable(door.sealingKeys)).toEqual([two.id]);
  await administrator.call('DELETE', `${path}/${two.id}`);
});

it('with a lost key a delivery fails and says why, until a new secret is made', async () => {
  const { id: company, name } = await door.addCompany('Lost');
  const lost = { ...door, company, companyName: name };
  const receiver = await receiverForThisTest();
  const { id } = await addEndpoint(lost, receiver.url);
  await sealSecrets(door.pool, otherKey);
  startDelivering(lost);
  await recordEvents(lost, 1);
  await expect.poll(() => attemptsOf(lost, id)).toMatchObject([{ error: 'secret', status: null }]);
  expect(await sealSecrets(door.pool, door.sealingKeys)).toBeGreaterThan(0);
  const at = `/companies/${company}/webhooks/${id}`;
  expect((await administrator.call('GET', `${at}/deliveries`)).body.rows).toMatchObject([
    { error: 'secret', outcome: 'failed' },
  ]);
  const { secret } = (await administrator.call('POST', `${at}/secret`)).body;
  await expectInOrder(receiver, 1);
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]];
  new Webhook(secret).verify(body, headers as Record<string, string>);
});
