import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { companiesBehind, followEvents } from './follow.ts';
import { createFollowers, type FollowersOptions } from './followers.ts';
import { listCompanies } from '../companies/store.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { readContents } from '../testing/imports.ts';
import { createLogger } from '../ground/http/observe/log.ts';
import { checkSuppliers, importSuppliers, supplierLayout } from '../suppliers/import.ts';
import { openOwnDoor, paths } from '../testing/door.ts';
import { happeningsOn, requestedEvents } from '../testing/happenings.ts';
import { invoiceOn } from '../testing/operations.ts';
import { poolerForThisTest } from '../testing/pooler.ts';

const neverMs = 24 * 60 * 60 * 1000;

const door = await openOwnDoor('It cuts the connections that listen for events.');
const happenings = await happeningsOn(door);
await door.addSupplier('followed');
afterAll(() => door.close());

const companies = async () => (await listCompanies(door.pool)).map(({ id }) => id);

async function anotherProcess(options: Partial<FollowersOptions> = {}, behind = companies) {
  const woken: CompanyId[] = [];
  const followers = createFollowers({
    connection: door.database.connection,
    pool: door.pool,
    companies,
    log: createLogger('silent', { write: () => undefined }),
    pollIntervalMs: neverMs,
    ...options,
  });
  const leave = followers.onWake((company) => void woken.push(company), behind);
  onTestFinished(() => followers.close());
  await followers.ready;
  return { followers, woken, leave };
}

let marks = 0;

/** Waits for the notifications of all earlier events, which arrive in order, and returns their companies. */
async function heardUntilNow({ woken }: { woken: CompanyId[] }): Promise<CompanyId[]> {
  const mark = `00000000-0000-7000-8000-${String(++marks).padStart(12, '0')}` as CompanyId;
  door.followers.wake(mark);
  await expect.poll(() => woken).toContain(mark);
  return woken.splice(0).filter((company) => company !== mark);
}

describe('in another process', () => {
  it.each(requestedEvents)('%s wakes', async (type) => {
    const other = await anotherProcess();
    // Create the record of the decision first, because that wakes too.
    const isAttached = type === 'supplierinvoice.attached';
    if (isAttached || /approved|rejected|released/.test(type))
      await invoiceOn(door, `${isAttached ? 'for ' : ''}woken ${type}`);
    if (/done|cancelled/.test(type)) await door.post(paths.workOrders, { id: `woken ${type}`, proposalId: 'P-1' });
    await heardUntilNow(other);
    await happenings[type](`woken ${type}`);
    await expect.poll(() => other.woken).toContain(door.company);
  });

  it('an import on the command line wakes', async () => {
    const other = await anotherProcess();
    await heardUntilNow(other);
    const file = Buffer.from('number,name\nwoken,Woken');
    await importSuppliers(door.pool, door.companyName, await checkSuppliers(readContents(file, '-', supplierLayout)));
    await expect.poll(() => other.woken).toContain(door.company);
  });

  it('a refused request wakes nobody', async () => {
    const other = await anotherProcess();
    await heardUntilNow(other);
    expect((await door.post(paths.suppliers, { number: '1', name: 'Again' })).status).toBe(409);
    expect((await door.post(paths.invoices, { externalReferenceId: 'x', supplierNumber: 'none' })).status).toBe(400);
    expect(await heardUntilNow(other)).toEqual([]);
  });
});

it('simultaneous events share notifications', async () => {
  const client = new pg.Client(door.database.connection);
  await client.connect();
  onTestFinished(() => client.end());
  const told: (string | undefined)[] = [];
  client.on('notification', ({ payload }) => void told.push(payload));
  await client.query('LISTEN doorway_events');
  const other = await anotherProcess({ notifyIntervalMs: neverMs });
  await heardUntilNow(other);
  told.length = 0;
  for (let events = 0; events < 300; events++) other.followers.wake(door.company);
  // The interval is not over: a later notification of another process comes first.
  await heardUntilNow(other);
  expect(told).not.toContain(door.company);
  await other.followers.close();
  await expect.poll(() => told).toContain(door.company);
  expect(told.filter((company) => company === door.company)).toHaveLength(1);
});

it('a lost connection is opened again, and events missed meanwhile are found', async () => {
  const other = await anotherProcess();
  await heardUntilNow(other);
  const listeners = async () =>
    (
      await door.pool.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'doorway listener'`,
      )
    ).rows.map(({ pid }) => pid);
  const before = await listeners();
  expect(before.length).toBeGreaterThan(0);
  await door.pool.query('SELECT pg_terminate_backend(pid) FROM unnest($1::integer[]) AS pid', [before]);
  // Companies that are behind are woken once it listens again.
  await expect.poll(() => other.woken).toContain(door.company);
  await heardUntilNow(other);
  await door.addSupplier('after the loss');
  await expect.poll(() => other.woken).toContain(door.company);
});

it('behind a pooler in transaction mode, which passes no notifications on, polling wakes', async () => {
  const pooler = await poolerForThisTest(door.database);
  const { woken } = await anotherProcess({
    connection: { connectionString: pooler.url, pooling: 'transaction' },
    pollIntervalMs: 20,
  });
  woken.length = 0;
  await expect.poll(() => woken).toContain(door.company);
  expect(pooler.complaints).toEqual([]);
});

it('a follower that has left is not woken', async () => {
  const other = await anotherProcess();
  await heardUntilNow(other);
  other.leave();
  other.followers.wake(door.company);
  expect(other.woken).toEqual([]);
});

it('a poll wakes only with companies that are behind, and with all if nobody can say which these are', async () => {
  const { id: idle } = await door.addCompany('Idle');
  const follower = 'one of a test';
  const behind = () => companiesBehind(door.pool, follower);
  expect((await anotherProcess({}, behind)).woken).toEqual([door.company]);
  await followEvents(door.pool, door.company, follower, 1_000_000, async () => undefined);
  expect(await behind()).toEqual([]);
  await door.addSupplier('not followed yet');
  expect(await behind()).toEqual([door.company]);
  const { woken } = await anotherProcess({}, () => Promise.reject(new Error('a worker is lost')));
  expect(woken).toEqual(expect.arrayContaining([door.company, idle]));
});
