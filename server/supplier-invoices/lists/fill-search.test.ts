import { afterAll, expect, it } from 'vitest';
import { fillSearch } from './fill-search.ts';
import { openDoor, paths } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';

const door = await openDoor();
afterAll(() => door.close());

it('texts that an earlier version has written are written again, once', async () => {
  const viewer = await signedIn(door, 'viewer');
  await door.addSupplier('1');
  await door.post(paths.invoices, { externalReferenceId: 'a', supplierNumber: '1', internalReference: 'Åsa' });
  const found = async () =>
    (await viewer.call('GET', `/companies/${door.company}/invoices?q=asa`)).body.rows.map(
      ({ externalReferenceId }: { externalReferenceId: string }) => externalReferenceId,
    );
  expect(await found()).toEqual(['a']);
  await door.pool.query(`UPDATE invoice_projections SET search = chr(10) || 'a' WHERE company_id = $1`, [door.company]);
  const { signal } = new AbortController();
  await fillSearch(door.pool, signal);
  expect(await found()).toEqual([]);
  await door.pool.query('UPDATE company_counters SET search_version = 0 WHERE company_id = $1', [door.company]);
  await fillSearch(door.pool, signal);
  expect(await found()).toEqual(['a']);
});
