import { readFileSync } from 'node:fs';
import type { PoolClient } from 'pg';
import { afterAll, expect, it } from 'vitest';
import { transaction } from '../ground/db/pool.ts';
import { operationsOf } from '../testing/document.ts';
import { openDoor, paths, type Answer } from '../testing/door.ts';
import { creationsOn } from '../testing/operations.ts';
import { waitingWith } from '../testing/waiting.ts';
import { roundsOf } from '../testing/long.ts';

const door = await openDoor();
const creations = await creationsOn(door);
const [partnerId] = (
  await door.pool.query<{ id: string }>('SELECT id FROM partners WHERE company_id = $1', [door.company])
).rows.map(({ id }) => id);
afterAll(() => door.close());

it('these are all operations that take a key', async () => {
  const document = JSON.parse(readFileSync(new URL('../../openapi/partner.json', import.meta.url), 'utf8'));
  // Checking without sending writes nothing.
  const keyed = operationsOf(document).filter(
    ({ path, described }) =>
      !path.endsWith('/check') &&
      // Writes as attach does.
      !path.endsWith('/files/{name}') &&
      described.parameters?.some(({ name }: { name: string }) => name === 'idempotency-key'),
  );
  expect(await operations('all')).toHaveLength(keyed.length);
});

const unknown = '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88';

/** Every operation that takes a key, with a body that is its own. */
async function operations(seed: string): Promise<[path: string, method: string, body: object][]> {
  return [
    ...(await Promise.all(
      creations.map(async ({ path, name, body }): Promise<[string, string, object]> => [
        path,
        'POST',
        await body(`${seed} ${name}`),
      ]),
    )),
    [`${paths.suppliers}/1`, 'PUT', { number: '1', name: 'One AB', city: seed }],
    [`${paths.suppliers}/1`, 'PATCH', { city: `${seed} again` }],
    [`${paths.invoices}/${unknown}/withdraw`, 'POST', { reason: seed }],
    [`${paths.invoices}/${unknown}/answers`, 'POST', { questionId: unknown, text: seed }],
  ];
}

const send = ([path, method, body]: [string, string, object], key: string): Promise<Answer> =>
  door.call(method, path, { body, headers: { 'idempotency-key': key } });

it('operations that wait for the company’s counters hold no key', async () => {
  const all = await operations('waiting');
  const answers = await transaction(door.pool, async (tx) => {
    await tx.query('SELECT FROM company_counters WHERE company_id = $1 FOR UPDATE', [door.company]);
    const sent = all.map((operation) => send(operation, 'one key'));
    await expect.poll(() => waitingWith(door.pool, 'company_counters')).toHaveLength(all.length);
    // Another transaction that holds the counters takes the key without waiting for any of them.
    await tx.query("SET LOCAL lock_timeout = '1ms'");
    await tx.query(
      `INSERT INTO idempotency_keys (company_id, partner_id, key, operation, fingerprint, answer, subject_id, created_at)
       VALUES ($1, $2, 'one key', 'createSupplier', '', '{}', '1', now())`,
      [door.company, partnerId],
    );
    return sent;
  });
  // None of them runs into the key that its statement's snapshot does not show.
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(all.map(() => 409));
});

it('all operations at once with the same key, and invoices of other companies, meet no deadlock', async () => {
  const others = await Promise.all(['a', 'b', 'c'].map((name) => door.addCompany(name)));
  const post = (path: string, token: string, body: object) => door.call('POST', path, { token, body });
  await Promise.all(others.map(({ token }) => post(paths.suppliers, token, { number: '1', name: 'One AB' })));
  const before = await deadlocks();
  for (let round = 0; round < roundsOf(5); round++) {
    const keys = Array.from({ length: 4 }, (_, nth) => `round ${round} ${nth}`);
    const keyed = await Promise.all(keys.map(async (key) => (await operations(key)).map((one) => send(one, key))));
    const shared = others.flatMap(({ token }) =>
      keys.map((key) => post(paths.invoices, token, { externalReferenceId: key, supplierNumber: '1' })),
    );
    const statuses = (await Promise.all(keyed.flat())).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 400, 404, 409].includes(status))).toEqual([]);
    expect((await Promise.all(shared)).map(({ status }) => status)).toEqual(shared.map(() => 200));
  }
  expect(await deadlocks()).toBe(before);
});

/** PostgreSQL's own count. Each connection reports what it has met when it is asked to. */
async function deadlocks(): Promise<number> {
  const clients: PoolClient[] = [];
  for (let nth = 0; nth < (door.pool.options.max ?? 0); nth++) clients.push(await door.pool.connect());
  for (const client of clients) await client.query('SELECT pg_stat_force_next_flush()');
  for (const client of clients) client.release();
  const { rows } = await door.pool.query<{ many: number }>(
    'SELECT deadlocks::integer AS many FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]?.many ?? 0;
}
