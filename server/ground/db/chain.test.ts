import { afterAll, expect, it } from 'vitest';
import { runChain, type Chain } from './chain.ts';
import type { Db } from './pool.ts';
import { openDoor } from '../../testing/door.ts';

const door = await openDoor();
afterAll(() => door.close());

const columns = [
  ['a_boolean', 'boolean', [true, false]],
  ['a_bytea', 'bytea', [Buffer.from([0, 92, 255]), Buffer.alloc(0)]],
  ['a_bigint', 'bigint', ['9223372036854775807', '-1']],
  ['a_smallint', 'smallint', [32767, 0]],
  ['an_integer', 'integer', [-2147483648, 7]],
  ['a_text', 'text', [`"quoted", 'single', \\ {}, Ö and\na line`, '']],
  ['a_json', 'json', ['{"b": 1.10, "a": 12345678901234567890, "b": null}', 'null']],
  ['a_date', 'date', ['2026-11-17', 'infinity']],
  ['a_time', 'timestamptz', ['2026-11-17 23:34:44.123456+00', '-infinity']],
  ['a_numeric', 'numeric', ['1234567890.12345678901234567890', 'NaN']],
  ['a_uuid', 'uuid', ['00000000-0000-7000-8000-00000000000f', '00000000-0000-7000-8000-00000000000a']],
  ['a_jsonb', 'jsonb', ['{"amount": 0.1000000000000000055, "text": "\\"\\\\ Ö"}', '[]']],
] as const;
const names = columns.map(([name]) => name).join(', ');

const copyAll: Chain = {
  input: `input AS (SELECT * FROM (VALUES ${[0, 1, 2]
    .map((row) => `(${columns.map(([, type], at) => `$${2 + row * columns.length + at}::${type}`).join(', ')})`)
    .join(', ')}) AS input (${names}))`,
  parts: [
    ['made', `INSERT INTO pg_temp.first SELECT owner.company_id, input.* FROM owner CROSS JOIN input RETURNING *`],
    ['chosen', `SELECT * FROM made WHERE a_text IS NULL OR a_text <> 'no such text'`],
    ['copied', `INSERT INTO pg_temp.second SELECT owner.company_id, ${names} FROM owner CROSS JOIN chosen RETURNING *`],
    ['locked', `SELECT event_seq FROM company_counters WHERE company_id = $1 FOR UPDATE`],
  ],
  result: `SELECT ${columns.map(([name]) => `copied.${name}::text`).join(', ')}, event_seq >= 0 AS "isCounted"
           FROM copied CROSS JOIN locked ORDER BY a_uuid NULLS LAST`,
};

const values = () => [
  door.company,
  ...columns.map(([, , [first]]) => first),
  ...columns.map(([, , [, second]]) => second),
  ...columns.map(() => null),
];

/** Runs the chain on temporary tables, and rolls back. */
async function run(chain: Chain, isDistributed: boolean) {
  const client = await door.pool.connect();
  const texts: string[] = [];
  const db = {
    isDistributed,
    query: (statement: { text: string }) => {
      texts.push(statement.text);
      return client.query(statement);
    },
  } as unknown as Db;
  try {
    await client.query('BEGIN');
    for (const table of ['first', 'second'])
      await client.query(
        `CREATE TEMPORARY TABLE ${table} (company_id uuid, ${columns.map(([name, type]) => `${name} ${type}`).join(', ')})`,
      );
    const { rows } = await runChain(db, chain, values());
    return { rows, texts };
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

it.skipIf('isDistributed' in door.pool)(
  'a chain gives the same rows in one statement and part by part: no digit, quote or null is lost on the way',
  async () => {
    const inOne = await run(copyAll, false);
    const inParts = await run(copyAll, true);
    expect(inOne.texts).toHaveLength(1);
    expect(inOne.rows).toHaveLength(3);
    expect(inParts.rows).toEqual(inOne.rows);
    expect(inParts.rows[2]).toMatchObject({ a_text: null, a_jsonb: null, isCounted: true });
    // The part that only reads belongs to the part that uses it.
    expect(inParts.texts).toHaveLength(4);
    expect(inParts.texts[1]).toContain('chosen AS (');
  },
);

it.skipIf('isDistributed' in door.pool)('a part without rows leads to parts without rows', async () => {
  const none = { ...copyAll, input: copyAll.input?.replace(/\)$/, ' WHERE false)') as string };
  const [inOne, inParts] = [await run(none, false), await run(none, true)];
  expect([inOne.rows, inParts.rows]).toEqual([[], []]);
});

it('a part that returns a type that cannot be handed over fails with its number', async () => {
  const points: Chain = {
    parts: [['made', 'INSERT INTO pg_temp.first DEFAULT VALUES RETURNING point(1, 2)']],
    result: 'SELECT 1',
  };
  await expect(run(points, true)).rejects.toThrow('type 600');
});
