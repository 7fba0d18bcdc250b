import { afterAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../ground/db/ids.ts';
import { beginRun, endFailedRun, endGoodRun } from '../../keeping/runs-store.ts';
import { openOwnDoor } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { ago } from '../../testing/time.ts';

const door = await openOwnDoor('Backups are of the whole installation.', { env: { BACKUP_URL: '/srv/backups' } });
const [viewer, administrator] = [await signedIn(door, 'viewer'), await signedIn(door, 'administrator')];
afterAll(() => door.close());
beforeEach(() => door.pool.query('DELETE FROM backups'));

const overview = async (who = viewer) =>
  (await who.call('GET', `/companies/${door.company}/overview`)).body.backup as Record<string, unknown>;
const run = async () => {
  const id = newId();
  await beginRun(door.pool, { id, place: '/srv/backups', name: id });
  return id;
};
const takenAt = ago(49 * 3_600_000);

it('everybody reads when the last good backup was taken, and only administrators why the last one failed and where', async () => {
  const never = { schedule: 'nightly', takenAt: null, isOverdue: false, failedAt: null };
  expect(await overview()).toEqual(never);
  await endGoodRun(door.pool, await run(), { takenAt, rows: 1, files: 1, damagedFiles: 0, storedBytes: 1 });
  const overdue = { ...never, takenAt: takenAt.toISOString(), isOverdue: true };
  expect(await overview()).toEqual(overdue);
  await endFailedRun(door.pool, await run(), 'The disk is full.');
  const failed = await overview();
  expect(failed).toEqual({ ...overdue, failedAt: expect.stringMatching(/^20.*Z$/) });
  expect(await overview(administrator)).toEqual({ ...failed, problem: 'The disk is full.', place: '/srv/backups' });
});

it('a backup whose process was killed has failed; one that runs has not', async () => {
  await run();
  expect(await overview()).toMatchObject({ failedAt: null });
  await door.pool.query(`UPDATE backups SET alive_until = now() - interval '1 s'`);
  expect(await overview(administrator)).toMatchObject({
    failedAt: expect.stringMatching(/Z$/),
    problem: expect.stringContaining('ended before'),
  });
});

it('an installation that is older than 48 hours and has no backup is overdue; one that was upgraded now is not', async () => {
  await door.pool.query(`UPDATE companies SET created_at = created_at - interval '49 hours'`);
  expect(await overview()).toMatchObject({ isOverdue: false });
  await door.pool.query(`UPDATE migrations SET run_on = run_on - interval '49 hours'`);
  expect(await overview()).toMatchObject({ isOverdue: true, takenAt: null });
});
