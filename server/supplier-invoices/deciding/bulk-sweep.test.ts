import { afterAll, expect, it } from 'vitest';
import { sweepBulks } from './bulk-sweep.ts';
import { openOwnDoor } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { daysAgo } from '../../testing/days-ago.ts';
import { newId } from '../../ground/db/ids.ts';

const door = await openOwnDoor('It sweeps the bulk decisions of all companies.');
afterAll(() => door.close());

it('bulk decisions are removed with their invoices once they are 30 days old, and not before', async () => {
  const approver = await signedIn(door, 'approver');
  const prepare = async (many: number): Promise<string> => {
    const ids = Array.from({ length: many }, () => newId());
    return (await approver.call('POST', `/companies/${door.company}/bulk`, { decision: 'approve', ids })).body.id;
  };
  const [old, recent] = [await prepare(2_500), await prepare(1)];
  const agedTo = (id: string, at: Date) =>
    door.pool.query('UPDATE bulk_decisions SET created_at = $2 WHERE id = $1', [id, at]);
  await agedTo(old, daysAgo(31));
  await agedTo(recent, daysAgo(29));
  expect(await sweepBulks(door.pool, new Date(), new AbortController().signal)).toBe(2_500);
  const kept = await door.pool.query('SELECT id FROM bulk_decisions');
  expect(kept.rows).toEqual([{ id: recent }]);
  const rows = await door.pool.query('SELECT bulk_id FROM bulk_decision_invoices');
  expect(rows.rows).toEqual([{ bulk_id: recent }]);
});
