import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { operatorsWhoChangedPayee } from '../changes-store.ts';
import { checkSuppliers, importSuppliers, supplierLayout } from '../import.ts';
import { readContents } from '../../testing/imports.ts';
import { openDoor } from '../../testing/door.ts';
import { signedIn, type SignedIn } from '../../testing/operator.ts';
import { waitingWith } from '../../testing/waiting.ts';
import { stopClock } from '../../testing/time.ts';

const door = await openDoor();
const approver = await signedIn(door, 'approver');
const path = `/companies/${door.company}/suppliers`;
afterAll(() => door.close());

const importText = async (text: string) =>
  importSuppliers(
    door.pool,
    door.companyName,
    await checkSuppliers(readContents(Buffer.from(text), '-', supplierLayout)),
  );
async function payeeOf(number: string): Promise<{ changedAt: Date | null; updatedAt: Date }> {
  const { rows } = await door.pool.query(
    `SELECT payee_changed_at AS "changedAt", updated_at AS "updatedAt" FROM suppliers WHERE company_id = $1 AND number = $2`,
    [door.company, number],
  );
  return rows[0];
}
async function judgedAnewAfter(change: () => Promise<void>): Promise<void> {
  const version = async () =>
    (await door.pool.query('SELECT judging_version FROM company_counters WHERE company_id = $1', [door.company]))
      .rows[0].judging_version as string;
  const before = await version();
  await change();
  expect(BigInt(await version())).toBeGreaterThan(BigInt(before));
}

const ways: [string, (number: string, change: Record<string, string>) => Promise<void>][] = [
  [
    'an operator',
    async (number, change) => expect((await approver.call('PATCH', `${path}/${number}`, change)).status).toBe(200),
  ],
  [
    'an import',
    async (number, change) => {
      expect(await importText(JSON.stringify([{ number, ...change }]))).toMatchObject({ updated: 1 });
    },
  ],
  [
    'an import of many',
    async (number, change) => {
      const others = [1, 2].map((n) => ({ number: `${number} ${n}`, name: 'Other', city: JSON.stringify(change) }));
      await importText(JSON.stringify([{ number, ...change }, ...others]));
      expect(await payeeOf(`${number} 1`)).toMatchObject({ changedAt: null });
    },
  ],
];

it.each(ways)('a change of the payee by %s has its time, and invoices are judged anew', async (who, change) => {
  const number = `P ${who}`;
  await door.addSupplier(number, { name: 'Nordbygg AB', bankGiro: '991-2346' });
  expect(await payeeOf(number)).toMatchObject({ changedAt: null });

  await change(number, { city: 'Visby' });
  expect(await payeeOf(number)).toMatchObject({ changedAt: null });

  // The same payee in another notation is no change.
  await judgedAnewAfter(() => change(number, { bankGiro: '9912346', name: 'NORDBYGG' }));
  expect(await payeeOf(number)).toMatchObject({ changedAt: null });

  await judgedAnewAfter(() => change(number, { bankGiro: '5050-1055' }));
  const changed = await payeeOf(number);
  expect(changed).toMatchObject({ changedAt: changed.updatedAt });

  await change(number, { phone: '1' });
  expect(await payeeOf(number)).toMatchObject({ changedAt: changed.changedAt });

  await judgedAnewAfter(() => change(number, { postGiro: '12345-5' }));
  const added = await payeeOf(number);
  expect(added).toMatchObject({ changedAt: added.updatedAt });
  expect(added.updatedAt.getTime()).toBeGreaterThanOrEqual(changed.updatedAt.getTime());
});

it.each(ways)('the first account by %s is recorded, and is no change', async (who, change) => {
  const number = `F ${who}`;
  await door.addSupplier(number);
  await judgedAnewAfter(() => change(number, { bankGiro: '991-2346' }));
  expect(await payeeOf(number)).toMatchObject({ changedAt: null });
  await judgedAnewAfter(() => change(number, { iban: 'SE4550000000058398257466' }));
  expect(await payeeOf(number)).toMatchObject({ changedAt: expect.any(Date) });
});

it('the operators who changed the payee since a time are listed, not those who changed something else or earlier', async () => {
  const advance = stopClock();
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => signedIn(door, 'approver')));
  await door.addSupplier('W1', { bankGiro: '991-2346' });
  await door.addSupplier('W2', { bankGiro: '991-2346' });
  const call = async (who: SignedIn | undefined, number: string, change: object) => {
    expect((await who?.call('PATCH', `${path}/${number}`, change))?.status).toBe(200);
  };
  await call(first, 'W1', { bankGiro: '5050-1055', city: 'Visby' });
  const { updatedAt: since } = await payeeOf('W1');
  const after = new Date(since.getTime() + 1);
  advance(2);
  await call(second, 'W1', { city: 'Kiruna' });
  await call(second, 'W2', { bankGiro: '5050-1055' });
  await call(third, 'W1', { name: 'Another' });
  await call(third, 'W1', { bicSwift: 'ESSESESS' });
  await importText('number,name\nW1,Imported');
  const ids = (time: Date) => operatorsWhoChangedPayee(door.pool, door.company, 'W1', { arrivedAt: time, days: 0 });
  expect((await ids(since)).toSorted()).toEqual([first?.id, third?.id].toSorted());
  expect(await ids(after)).toEqual([third?.id]);
  expect(await operatorsWhoChangedPayee(door.pool, door.company, 'W2', { arrivedAt: since, days: 0 })).toEqual([
    second?.id,
  ]);
});

it('a change locks the company’s counters before the supplier, in the order of all writers', async () => {
  await door.addSupplier('C1', { bankGiro: '991-2346' });
  const other = new pg.Client(door.database.connection);
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT FROM company_counters WHERE company_id = $1 FOR UPDATE', [door.company]);
    const answer = approver.call('PATCH', `${path}/C1`, { bankGiro: '5050-1055' });
    await expect.poll(() => waitingWith(door.pool, 'company_counters')).toHaveLength(1);
    // An arriving invoice locks the counters and reads the supplier.
    const held = await other.query<{ bank_giro: string }>(
      `SELECT bank_giro FROM suppliers WHERE company_id = $1 AND number = 'C1' FOR SHARE SKIP LOCKED`,
      [door.company],
    );
    await other.query('COMMIT');
    expect((await answer).status).toBe(200);
    expect(held.rows).toEqual([{ bank_giro: '991-2346' }]);
  } finally {
    await other.end();
  }
});
