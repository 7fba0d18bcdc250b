import { afterAll, expect, it } from 'vitest';
import { rebuildProjections } from './load.ts';
import { keyRangesOf, nilId } from '../../ground/db/key-ranges.ts';
import { openDoor } from '../../testing/door.ts';
import { happeningsOn } from '../../testing/happenings.ts';
import { signedIn } from '../../testing/operator.ts';

const door = await openDoor();
afterAll(() => door.close());
const tables = ['supplier_projections', 'invoice_projections', 'work_order_projections'];
const rowsOf = async (table: string) =>
  (
    await door.pool.query(`SELECT to_jsonb(${table}) AS row FROM ${table} WHERE company_id = $1 ORDER BY 1`, [
      door.company,
    ])
  ).rows;

it('projections that are rebuilt from the rows are those that the events have made', async () => {
  const happenings = await happeningsOn(door);
  for (const [type, happen] of Object.entries(happenings)) await happen(`rebuilt-${type}`);
  const operator = await signedIn(door, 'viewer');
  expect((await operator.call('GET', `/companies/${door.company}/invoices`)).body.catchingUp).toBeUndefined();
  const before = await Promise.all(tables.map(rowsOf));
  expect(before.every((rows) => rows.length > 0)).toBe(true);

  for (const table of tables) await door.pool.query(`DELETE FROM ${table} WHERE company_id = $1`, [door.company]);
  await rebuildProjections(door.pool, door.company);
  expect(await Promise.all(tables.map(rowsOf))).toEqual(before);
  await rebuildProjections(door.pool, door.company);
  expect(await Promise.all(tables.map(rowsOf))).toEqual(before);
});

it('ranges of keys have every row once', async () => {
  const invoices = { table: 'supplier_invoices', key: 'id', lowest: nilId };
  const { rows } = await door.pool.query<{ id: string }>(
    'SELECT id FROM supplier_invoices WHERE company_id = $1 ORDER BY id',
    [door.company],
  );
  const ends: string[] = [];
  for await (const { after, to } of keyRangesOf(door.pool, door.company, invoices, 4)) {
    expect(after).toBe(ends.at(-1) ?? nilId);
    ends.push(to);
  }
  const ids = rows.map(({ id }) => id);
  expect(ends).toEqual(ids.filter((_, at) => at % 4 === 3 || at === ids.length - 1));
});
