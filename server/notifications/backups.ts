import { listAdministrators } from './guard-store.ts';
import { type Letter, lines } from '../ground/mail/letter.ts';
import { readTold } from './notifications-store.ts';
import { type NotificationDeps, shown, type Recipient } from './mail.ts';
import { zoneOf } from './rules.ts';
import { forgetTold, recordTold } from './store.ts';
import type { Config } from '../config.ts';
import { noCompany } from '../ground/db/pool.ts';
import { readBackupHealth } from '../keeping/health-store.ts';
import type { BackupStatus } from '../keeping/runs-store.ts';

const about = 'overdue backup';
const hourMs = 3_600_000;
const repeatIntervalMs = 7 * 24 * hourMs;
/** A backup that runs may end the warning before it is sent. One that takes longer than this may hang. */
const maxRunMs = 6 * hourMs;

/**
 * Mails administrators if no good backup was taken for 48 hours, and those who got that mail once there is one. Mails
 * are queued before they are recorded: after a crash in between, a mail is sent twice rather than lost.
 */
export async function queueBackupMail({ db, queue, base }: NotificationDeps, backups: Config['backups'], now: Date) {
  const health = await readBackupHealth(db, backups, now);
  const { isOverdue, lastGood, running } = health;
  if (isOverdue && running !== undefined && now.getTime() - running.beganAt.getTime() < maxRunMs) return;
  const toldAt = await readTold(db, noCompany);
  for (const { id, name, preferences } of await listAdministrators(db, noCompany)) {
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

interface BackupContext {
  backups: Config['backups'];
  /** The public URL of the service. */
  base: string;
}

const timeIn = (zone: string) => {
  const time = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone });
  return (at: Date) => `${time.format(at)} (${zone})`;
};

function overdueLetter(
  { name, language, zone }: Recipient,
  { lastGood, lastFailed }: Pick<BackupStatus, 'lastGood' | 'lastFailed'>,
  { backups, base }: BackupContext,
): Letter {
  const sv = language === 'sv';
  const time = timeIn(zone);
  const problem = lastFailed !== undefined && shown(lastFailed.problem);
  return {
    subject: sv ? 'Doorway: ingen säkerhetskopia på 48 timmar' : 'Doorway: a backup is overdue',
    text: lines(
      sv ? `Hej ${name}!` : `Hello ${name},`,
      lastGood === undefined
        ? sv
          ? 'Ingen säkerhetskopia av Doorway har tagits än. Går disken eller databasen förlorad, går allt förlorat.'
          : 'No good backup of Doorway has been taken yet. If the disk or the database is lost, everything is lost.'
        : sv
          ? `Den senaste säkerhetskopian av Doorway togs ${time(lastGood.takenAt)}, för mer än 48 timmar sedan. Går disken eller databasen förlorad, går allt efter det förlorat.`
          : `The last good backup of Doorway was taken ${time(lastGood.takenAt)}, more than 48 hours ago. If the disk or the database is lost, everything since then is lost.`,
      lastFailed !== undefined &&
        (sv
          ? `Det senaste försöket misslyckades ${time(lastFailed.endedAt)}:\n${problem}`
          : `The last attempt failed ${time(lastFailed.endedAt)}:\n${problem}`),
      backups === undefined
        ? sv
          ? 'Be dem som driver tjänsten att ange BACKUP_URL, så tas en säkerhetskopia varje natt, och att köra doorway backup redan nu. Tas säkerhetskopior på annat sätt, ange BACKUP_URL=elsewhere: då upphör varningen. Se docs/keeping.md.'
          : 'Ask the people who run the service to set BACKUP_URL, so that a backup is taken every night, and to run doorway backup now. If backups are taken by other means, set BACKUP_URL=elsewhere: the warning then ends. See docs/keeping.md.'
        : sv
          ? 'Be dem som driver tjänsten att åtgärda felet och köra doorway backup. Kommandot doorway doctor visar vad som saknas. Se docs/keeping.md.'
          : 'Ask the people who run the service to correct the cause and run doorway backup. The command doorway doctor shows what is missing. See docs/keeping.md.',
      `${sv ? 'Översikten:' : 'The overview:'}\n${base}/console`,
      sv
        ? 'Alla administratörer får det här meddelandet en gång i veckan tills en säkerhetskopia har tagits. Det går inte att välja bort.'
        : 'Every administrator gets this message once a week until a good backup is taken. It cannot be switched off.',
    ),
  };
}

/** Ends the warning. */
function backedUpLetter({ name, language, zone }: Recipient, takenAt: Date): Letter {
  const sv = language === 'sv';
  const time = timeIn(zone)(takenAt);
  return {
    subject: sv ? 'Doorway: en säkerhetskopia har tagits' : 'Doorway: a backup was taken',
    text: lines(
      sv ? `Hej ${name}!` : `Hello ${name},`,
      sv
        ? `En säkerhetskopia av Doorway togs ${time}. Varningen om att den saknades har upphört.`
        : `A good backup of Doorway was taken ${time}. The warning that it was overdue has ended.`,
    ),
  };
}
