import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';
import { expectProblem } from '../../testing/problem.ts';

const many = 2_003;
const door = await openDoor();
// Inserted directly, because so many requests would take too long; the version is raised as by a create.
await door.pool.query(
  `INSERT INTO suppliers SELECT $1, 'n' || i, repeat('å', 600), i % 7, repeat('c', 600), '', '', '', '', '', '', '', '', '', '', '{}', NULL, now(), now()
   FROM generate_series(1, $2::integer) AS i`,
  [door.company, many],
);
await door.pool.query('UPDATE company_counters SET supplier_version = supplier_version + 1 WHERE company_id = $1', [
  door.company,
]);
const { token } = await door.addCompany('Other');
await door.call('POST', paths.suppliers, { token, body: { number: 'n1000.5', name: 'Of another company' } });
afterAll(() => door.close());

const list = (query: string) => door.call('GET', paths.suppliers + query);
const expected = Array.from({ length: many }, (_, at) => `n${at + 1}`).sort();

async function walk(limit: number, more = ''): Promise<string[]> {
  const found: string[] = [];
  for (let after = ''; ;) {
    const { status, body } = await list(`?limit=${limit}${more}${after}`);
    expect(status).toBe(200);
    found.push(...body.suppliers.map(({ number }: { number: string }) => number));
    if (body.next === undefined) return found;
    expect(body.suppliers).toHaveLength(limit);
    after = `&after=${body.next}`;
  }
}

it.each([1_000, 997])('pages of %i walk through every supplier exactly once, in order', async (limit) => {
  expect(await walk(limit)).toEqual(expected);
});

it('pages of a filtered list walk through what the filter leaves', async () => {
  expect(await walk(100, '&organizationalNumber=3')).toEqual(
    expected.filter((number) => Number(number.slice(1)) % 7 === 3),
  );
});

it('the last page has no next, even if it is full', async () => {
  const { body } = await list('?limit=5&number=n7');
  expect(Object.keys(body)).toEqual(['suppliers']);
  const lastButOne = (await list(`?limit=1&after=${Buffer.from(expected.at(-2) as string).toString('base64url')}`))
    .body;
  expect(lastButOne).toEqual({ suppliers: [expect.objectContaining({ number: expected.at(-1) })] });
});

it('a supplier that arrives behind a page’s end is on a later page, and none is lost', async () => {
  const first = (await list('?limit=1000')).body;
  await door.addSupplier('n1a');
  await door.addSupplier('zz');
  const rest = (await list(`?limit=1000&after=${first.next}`)).body;
  expect(rest.suppliers[0].number).toBe(expected[1_000]);
  await door.pool.query(`DELETE FROM suppliers WHERE company_id = $1 AND number IN ('n1a', 'zz')`, [door.company]);
  await door.pool.query('UPDATE company_counters SET supplier_version = supplier_version + 1 WHERE company_id = $1', [
    door.company,
  ]);
});

describe('a list longer than 2 MiB', () => {
  const read = (headers: Record<string, string>) =>
    fetch(door.url + paths.suppliers, { headers: { authorization: `Bearer ${door.token}`, ...headers } });
  const numbers = (text: string) =>
    (JSON.parse(text) as { suppliers: { number: string }[] }).suppliers.map(({ number }) => number);

  it('is streamed as one valid JSON text with every supplier', async () => {
    const response = await read({ 'accept-encoding': 'identity' });
    const text = await response.text();
    expect(Buffer.byteLength(text)).toBeGreaterThan(2 * 1024 * 1024);
    expect(response.headers.get('transfer-encoding')).toBe('chunked');
    expect(numbers(text)).toEqual(expected);
  });

  it('is streamed compressed too', async () => {
    const response = await read({ 'accept-encoding': 'gzip' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(numbers(await response.text())).toEqual(expected);
  });

  it('answers 304 and HEAD as a short one does', async () => {
    const etag = (await list('?limit=1')).headers.get('etag') as string;
    expect((await read({ 'if-none-match': etag })).status).toBe(304);
    const { status, body } = await door.call('HEAD', paths.suppliers);
    expect({ status, body }).toEqual({ status: 200, body: undefined });
  });

  it('is released when the reader disconnects, and the service goes on', async () => {
    const leaving = new AbortController();
    const response = await fetch(door.url + paths.suppliers, {
      headers: { authorization: `Bearer ${door.token}` },
      signal: leaving.signal,
    });
    await response.body?.getReader().read();
    leaving.abort();
    expect((await list('?limit=1')).status).toBe(200);
    await expect.poll(() => door.pool.idleCount === door.pool.totalCount).toBe(true);
  });
});

describe('a query parameter that is wrong is a 400', () => {
  it.each(['0', '-1', '1001', '1.5', '01', '1e2', 'ten', '', '%201', '99999999999999999999'])(
    'limit=%s',
    async (limit) => {
      expectProblem(await list(`?limit=${limit}`), 400, 'limit takes a whole number from 1 to 1000.');
    },
  );

  it.each(['!', '%00', 'bjE=', '%C3%A5', 'a'.repeat(2_001), ''])('after=%s', async (after) => {
    expectProblem(await list(`?limit=10&after=${after}`), 400, 'after');
  });

  it('after without limit', async () => {
    expectProblem(await list('?after=bjE'), 400, 'after needs limit. Send both, or neither.');
  });

  it.each([
    'limit=1&limit=2',
    'limit=5&after=bjE&after=bjE',
    'number=1&number=2',
    'organizationalNumber=1&organizationalNumber=1',
  ])('%s: sent twice', async (query) => {
    expectProblem(await list(`?${query}`), 400, 'is sent more than once.');
  });

  it.each(['number', 'organizationalNumber'])(
    '%s of more than 255 characters, or that cannot be stored',
    async (name) => {
      expectProblem(await list(`?${name}=${'a'.repeat(256)}`), 400, name);
      expectProblem(await list(`?${name}=%00`), 400, name);
      expectProblem(await list(`?limit=1&${name}=a%00b`), 400, name);
      expect((await list(`?${name}=${encodeURIComponent('😀'.repeat(255))}`)).body).toEqual({ suppliers: [] });
    },
  );

  it('one that the interface does not know, with the nearest that it does', async () => {
    expectProblem(await list('?limt=1'), 400, /^"limt" is not a parameter of this operation; did you mean limit\?$/);
    expectProblem(
      await list('?limit=1&__proto__=1'),
      400,
      /^"__proto__" is not a parameter of this operation; the parameters are limit, after, number, organizationalNumber\.$/,
    );
  });
});
