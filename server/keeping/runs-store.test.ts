import { expect, it, onTestFinished } from 'vitest';
import { newId } from '../ground/db/ids.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { ownDatabaseForThisTest } from '../testing/database.ts';
import { fromNow } from '../testing/time.ts';
import {
  beginRun,
  deleteOldRuns,
  endFailedRun,
  endGoodRun,
  extendRun,
  readBackupStatus,
  readFailedNames,
} from './runs-store.ts';

const place = '/mnt/backups';

async function openRuns() {
  const { connection } = await ownDatabaseForThisTest('The records of backups belong to no company.');
  const pool = createPool({ connection, size: 4, onIdleError: () => undefined });
  onTestFinished(() => pool.end());
  const begin = async (name: string) => {
    const id = newId();
    return (await beginRun(pool, { id, place, name })) ? id : undefined;
  };
  const shift = (by: string) =>
    pool.query(
      `UPDATE backups SET began_at = began_at - $1::interval, alive_until = alive_until - $1::interval,
                          taken_at = taken_at - $1::interval, ended_at = ended_at - $1::interval`,
      [by],
    );
  return { pool, begin, shift };
}

const good = { takenAt: new Date(), rows: 3, files: 2, damagedFiles: 1, storedBytes: 5_000_000_000 };

it('of many backups that begin at once one runs, and the next begins when it has ended', async () => {
  const { pool, begin } = await openRuns();
  const begun = (await Promise.all(['a', 'b', 'c', 'd'].map(begin))).filter((id) => id !== undefined);
  expect(begun).toHaveLength(1);
  const id = begun[0] as string;
  expect(await extendRun(pool, id)).toBe(true);
  expect((await readBackupStatus(pool)).running).toMatchObject({ place });
  expect(await endGoodRun(pool, id, good)).toBe(true);
  expect(await readBackupStatus(pool)).toMatchObject({
    lastGood: { place, takenAt: good.takenAt, storedBytes: 5_000_000_000, damagedFiles: 1 },
    lastFailed: undefined,
    running: undefined,
  });
  expect(await begin('e')).toBeDefined();
});

it('a killed backup counts as failed after a minute, and cannot end well any more', async () => {
  const { pool, begin, shift } = await openRuns();
  const killed = (await begin('killed')) as string;
  await shift('50 seconds');
  expect(await begin('early')).toBeUndefined();
  await shift('20 seconds');
  expect(await readBackupStatus(pool)).toMatchObject({
    lastFailed: { place, problem: expect.stringContaining('was ended') },
    running: undefined,
  });
  expect(await begin('next')).toBeDefined();
  expect([await extendRun(pool, killed), await endGoodRun(pool, killed, good)]).toEqual([false, false]);
  expect(await readFailedNames(pool, place)).toEqual(new Set(['killed']));
});

it('a failure is shown until a later backup is good', async () => {
  const { pool, begin, shift } = await openRuns();
  await endGoodRun(pool, (await begin('first')) as string, good);
  await shift('1 day');
  await endFailedRun(pool, (await begin('second')) as string, 'The disk is full.');
  expect(await readBackupStatus(pool)).toMatchObject({
    lastGood: { name: 'first' },
    lastFailed: { problem: 'The disk is full.' },
  });
  await shift('1 day');
  await endGoodRun(pool, (await begin('third')) as string, good);
  expect(await readBackupStatus(pool)).toMatchObject({ lastGood: { name: 'third' }, lastFailed: undefined });
});

it('records of old backups are removed, but never that of the last good one', async () => {
  const { pool, begin, shift } = await openRuns();
  for (const name of ['older', 'last']) {
    await endGoodRun(pool, (await begin(name)) as string, { ...good, takenAt: new Date() });
    await shift('1 day');
  }
  await endFailedRun(pool, (await begin('failed')) as string, 'no');
  await deleteOldRuns(pool, fromNow(1_000));
  const { rows } = await pool.query('SELECT name FROM backups');
  expect(rows).toEqual([{ name: 'last' }]);
});
