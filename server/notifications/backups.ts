import { backedUpLetter, overdueLetter } from './backup-letter.ts';
import { listAdministrators } from './guard-store.ts';
import type { Letter } from '../ground/mail/letter.ts';
import { readTold } from './notifications-store.ts';
import type { NotificationDeps } from './mail.ts';
import { zoneOf } from './rules.ts';
import { forgetTold, recordTold } from './store.ts';
import type { Config } from '../config.ts';
import { noCompany } from '../ground/db/pool.ts';
import { readBackupHealth } from '../keeping/health-store.ts';

const about = 'overdue backup';
const hourMs = 3_600_000;
const repeatIntervalMs = 7 * 24 * hourMs;
/** A backup that runs may end the warning before it is sent. One that takes longer than this may hang. */
const maxRunMs = 6 * hourMs;

/**
 * Mails administrators if no good backup was taken for 48 hours, and those who got that mail once there is one. Mails
 * are queued before they are recorded: after a crash in between, a mail is sent twice rather than lost.
 */
export async function queueBackupMail(
  { db, queue, base }: NotificationDeps,
  backups: Config['backups'],
  now: Date,
): Promise<void> {
  const health = await readBackupHealth(db, backups, now);
  const { isOverdue, lastGood, running } = health;
  if (isOverdue && running !== undefined && now.getTime() - running.beganAt.getTime() < maxRunMs) return;
  const toldAt = await readTold(db, noCompany);
  for (const { id, name, preferences } of await listAdministrators(db)) {
    const told = toldAt(id, about);
    const send = (letter: Letter) =>
      queue({ companyId: noCompany, operatorId: id, ...letter }, `mail ${noCompany} ${id} ${about}`);
    const reader = { name, language: preferences.language ?? 'en', zone: zoneOf(preferences.timeZone) } as const;
    if (isOverdue && (told === undefined || now.getTime() - told.getTime() >= repeatIntervalMs)) {
      await send(overdueLetter(reader, health, { backups, base }));
      await recordTold(db, noCompany, { operatorId: id, about, at: now });
    }
    if (!isOverdue && told !== undefined && lastGood !== undefined && backups !== 'elsewhere')
      await send(backedUpLetter(reader, lastGood.takenAt));
  }
  if (!isOverdue) await forgetTold(db, noCompany, about);
}
