import { afterAll, expect, it } from 'vitest';
import { ask, clientOf } from '../../testing/client.ts';
import { openOwnApp, type Answer } from '../../testing/door.ts';

const door = await openOwnApp('Which proxies are trusted is a setting of the process.', {
  env: { TRUST_PROXY: 'true', UNKNOWN_CALLS_PER_MINUTE: '0' },
});
afterAll(() => door.close());

const from = (address: string) => ({ 'x-forwarded-for': address });

async function untilLater(call: () => Promise<Answer>): Promise<{ before: Answer[]; later: Answer }> {
  const before: Answer[] = [];
  for (;;) {
    const answer = await call();
    if (answer.status === 429) return { before, later: answer };
    before.push(answer);
    // The limit is sixty, but tries become available again while the test runs, on a slow machine many.
    if (before.length > 2_000) throw new Error('there is no limit');
  }
}

function expectLater({ status, body, headers }: Answer, message: RegExp): void {
  expect([status, body]).toEqual([
    429,
    { error: 'temporarily_unavailable', error_description: expect.stringMatching(message) },
  ]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
}

it('tokens per client and minute are limited over all networks; another client is not affected', async () => {
  const [greedy, other] = [await clientOf(door, 'Greedy'), await clientOf(door, 'Other')];
  let asked = 0;
  const { before, later } = await untilLater(() => ask(door, greedy.form, from(`10.1.${asked++ % 200}.1`)));
  expect(before.length).toBeGreaterThanOrEqual(60);
  expect(before.every(({ status }) => status === 200)).toBe(true);
  expectLater(later, /^This client has fetched too many tokens\. .* Try again in \d+ s\.$/);
  const { rowCount } = await door.pool.query('SELECT FROM access_tokens WHERE client_id = $1', [greedy.id]);
  expect(rowCount).toBe(before.length);
  expect((await ask(door, other.form, from('10.1.0.1'))).status).toBe(200);
});

it('many wrong secrets lock out their network, and not the client elsewhere', async () => {
  const client = await clientOf(door, 'Known');
  const wrong = { ...client.form, client_secret: 'dw_wrong' };
  const { before, later } = await untilLater(() => ask(door, wrong, from('192.0.2.1')));
  expect(before.length).toBeGreaterThanOrEqual(60);
  expect(before.every(({ status }) => status === 401)).toBe(true);
  expectLater(later, /^Your network has sent too many wrong secrets for this client\. Try again in \d+ s\.$/);
  // Upper-case ids name the same client.
  const { before: upper } = await untilLater(() =>
    ask(door, { ...wrong, client_id: client.id.toUpperCase() }, from('192.0.2.1')),
  );
  expect(upper.length).toBeLessThan(before.length);
  await untilLater(() => ask(door, { ...wrong, token: 'dw_x' }, from('192.0.2.1'), '/oauth/revoke'));
  expect((await ask(door, client.form, from('192.0.2.2'))).status).toBe(200);
});

it('right secrets do not count as wrong ones', async () => {
  const client = await clientOf(door, 'Busy');
  for (let at = 0; at < 70; at++)
    expect((await ask(door, { ...client.form, token: 'dw_x' }, from('192.0.2.9'), '/oauth/revoke')).status).toBe(200);
});
