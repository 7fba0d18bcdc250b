import pino from 'pino';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { queueBackupMail } from './backups.ts';
import type { QueuedMail } from './mail.ts';
import type { Config } from '../config.ts';
import { newId } from '../ground/db/ids.ts';
import { noCompany } from '../ground/db/pool.ts';
import { beginRun, endFailedRun, endGoodRun } from '../keeping/runs-store.ts';
import { openOwnDoor } from '../testing/door.ts';
import { signedIn } from '../testing/operator.ts';
import { nowMs } from '../testing/time.ts';

const begin = nowMs();
const hourMs = 3_600_000;

const door = await openOwnDoor('Administrators are told of the backups of the whole installation.');
const anna = await signedIn(door, 'administrator');
const bo = await signedIn(door, 'administrator');
await signedIn(door, 'approver');
afterAll(() => door.close());
let queued: (QueuedMail & { key: string })[];
beforeEach(async () => {
  queued = [];
  await door.pool.query('DELETE FROM backups');
  await door.pool.query('DELETE FROM mail_told');
  await door.pool.query(
    `UPDATE operators SET name = CASE id WHEN $1 THEN 'Anna' ELSE 'Bo' END,
            preferences = CASE id WHEN $1 THEN '{}' ELSE '{"language":"sv","timeZone":"Europe/Helsinki"}' END::jsonb
     WHERE id IN ($1, $2)`,
    [anna.id, bo.id],
  );
});

const look = async (hours: number, backups?: Config['backups']) => {
  queued = [];
  await queueBackupMail(
    {
      db: door.pool,
      queue: async (mail, key) => void queued.push({ ...mail, key }),
      base: 'https://doorway.example.com',
      log: pino({ level: 'silent' }),
    },
    backups,
    new Date(begin + hours * hourMs),
  );
  return queued.length;
};
const run = async () => {
  const id = newId();
  expect(await beginRun(door.pool, { id, place: '/b', name: id })).toBe(true);
  return id;
};
const backUp = async (takenAt: Date) => {
  const good = { takenAt, rows: 1, files: 0, damagedFiles: 0, storedBytes: 1 };
  expect(await endGoodRun(door.pool, await run(), good)).toBe(true);
};
const mailTo = ({ id }: { id: string }) => queued.find(({ operatorId }) => operatorId === id);

it('administrators get one mail in their language and time zone once the last good backup is older than 48 hours', async () => {
  await backUp(new Date('2026-01-11T23:30:00Z'));
  const hours = (new Date('2026-01-13T23:29:00Z').getTime() - begin) / hourMs;
  expect(await look(hours)).toBe(0);
  await endFailedRun(door.pool, await run(), 's3://b answered 403.\r\nBcc: x');
  await door.pool.query(`UPDATE backups SET ended_at = '2026-01-12T23:31:00Z' WHERE outcome = 'failed'`);
  await door.pool.query(`UPDATE backups SET ended_at = taken_at WHERE outcome = 'good'`);
  expect(await look(hours + 0.1, { folder: '/b' })).toBe(2);
  expect(mailTo(anna)).toMatchObject({ companyId: noCompany, subject: 'Doorway: a backup is overdue' });
  expect(mailTo(anna)?.text).toMatch(
    /^Hello Anna,\n\nThe last good backup of Doorway was taken 2026-01-12 00:30 \(Europe\/Stockholm\), more than 48 hours ago\. [^\n]+\n\nThe last attempt failed 2026-01-13 00:31 \(Europe\/Stockholm\):\ns3:\/\/b answered 403\. Bcc: x\n\nAsk .* correct the cause /,
  );
  expect(mailTo(bo)?.subject).toBe('Doorway: ingen säkerhetskopia på 48 timmar');
  expect(mailTo(bo)?.text).toContain('togs 2026-01-12 01:30 (Europe/Helsinki), för mer än 48 timmar sedan.');
});

it('the warning comes again each week until there is a good backup, which is mailed once', async () => {
  await backUp(new Date(begin));
  const counts: number[] = [];
  for (const hours of [47, 49, 50, 200, 216, 217, 218]) counts.push(await look(hours));
  expect(counts).toEqual([0, 2, 0, 0, 0, 2, 0]);
  await backUp(new Date(begin + 219 * hourMs));
  expect(await look(220)).toBe(2);
  expect(mailTo(anna)).toMatchObject({ subject: 'Doorway: a backup was taken' });
  expect(await look(221)).toBe(0);
  expect(await look(219 + 49)).toBe(2);
  expect(mailTo(anna)?.subject).toBe('Doorway: a backup is overdue');
});

it('without any backup the warning comes 48 hours after the installation, and says what to set', async () => {
  expect(await look(47)).toBe(0);
  expect(await look(49)).toBe(2);
  expect(mailTo(anna)?.text).toContain('No good backup of Doorway has been taken yet.');
  expect(mailTo(anna)?.text).toContain('set BACKUP_URL, so that');
  const late = await signedIn(door, 'administrator');
  expect(await look(50)).toBe(1);
  expect(mailTo(late)?.subject).toBe('Doorway: a backup is overdue');
  await door.pool.query('UPDATE operators SET disabled_at = now() WHERE id = $1', [late.id]);
});

it('nobody is warned if backups are taken elsewhere, or while one is being taken that does not hang', async () => {
  await backUp(new Date(begin - 1_000 * hourMs));
  expect(await look(0, 'elsewhere')).toBe(0);
  await run();
  expect(await look(1)).toBe(0);
  expect(await look(7)).toBe(2);
  expect(await look(8, 'elsewhere')).toBe(0);
  expect((await door.pool.query('SELECT FROM mail_told')).rowCount).toBe(0);
});

it('a mail that could not be queued comes later', async () => {
  const deps = { db: door.pool, base: '', log: pino({ level: 'silent' }) };
  const away = queueBackupMail(
    { ...deps, queue: () => Promise.reject(new Error('the queue is away')) },
    undefined,
    new Date(begin + 49 * hourMs),
  );
  await expect(away).rejects.toThrow('the queue is away');
  expect(await look(49)).toBe(2);
});
