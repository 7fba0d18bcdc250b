import { afterAll, expect, it } from 'vitest';
import { ask, clientOf } from '../../testing/client.ts';
import { openDoor, paths } from '../../testing/door.ts';

const door = await openDoor();
afterAll(() => door.close());

it('twelve clients that ask at once, several times, all get tokens that work', async () => {
  const clients = await Promise.all(Array.from({ length: 12 }, (_, n) => clientOf(door, `Client ${n}`)));
  const tokensOf = async ({ form }: (typeof clients)[number]) => {
    const tokens: string[] = [];
    for (let n = 0; n < 5; n++) {
      const { status, body } = await ask(door, form);
      expect(status).toBe(200);
      tokens.push(body.access_token);
    }
    return tokens;
  };
  const tokens = (await Promise.all(clients.map(tokensOf))).flat();
  expect(new Set(tokens).size).toBe(60);
  const answers = await Promise.all(tokens.map((token) => door.call('GET', paths.suppliers, { token })));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
});
