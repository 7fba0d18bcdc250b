import type { Logger } from 'pino';
import { addJob } from './queue.ts';
import type { ScheduledJobs } from './runner.ts';
import { baseUrl, type Config } from '../config.ts';
import type { Pool } from '../ground/db/pool.ts';
import { createMailer } from '../ground/mail/mailer.ts';
import { queueBackupMail } from '../notifications/backups.ts';
import { queueDamageMail } from '../notifications/damage.ts';
import { queueGuardMail } from '../notifications/guard.ts';
import { queueReminders } from '../notifications/reminders.ts';
import { queueNotifications } from '../notifications/notifications.ts';
import { invoiceAddress, withLinks, type QueuedMail } from '../notifications/mail.ts';
import { mailboxOf } from '../notifications/store.ts';
import { makeLinks } from '../operators/sign-in/links.ts';

export interface MailDeps {
  pool: Pool;
  config: Config;
  log: Logger;
}

interface MailPayload extends QueuedMail {
  /** The mail is outdated if it could not be sent by then. */
  until: string;
}

/** With the growing pauses, the ninth try comes after about an hour; the tenth would come after three and a half. */
const tries = 10;
const goodForMs = 3 * 3_600_000;

/** Looks for news for operators once a minute, in one of the processes, and mails it. */
export function mailJobs({ pool, config, log }: MailDeps): ScheduledJobs {
  if (config.mail === undefined) return { tasks: {}, cron: [] };
  const mailer = createMailer(config.mail);
  const base = baseUrl(config, config.port);
  const queue = (mail: QueuedMail, key: string) =>
    addJob(pool, {
      task: 'mail.send',
      payload: { ...mail, until: new Date(Date.now() + goodForMs).toISOString() },
      key,
      tries,
    });
  return {
    tasks: {
      'mail.look': async (_payload, signal) => {
        const [deps, now] = [{ db: pool, queue, base, log }, new Date()];
        await queueGuardMail(deps, now, signal);
        await queueDamageMail(deps, now, signal);
        await queueBackupMail(deps, config.backups, now).catch((error: unknown) =>
          log.warn({ err: error }, 'the administrators could not be told by mail that a backup is overdue'),
        );
        await queueNotifications(deps, now, signal);
        await queueReminders(deps, now, signal);
      },
      'mail.send': async ({ companyId, operatorId, subject, text, invoices = [], until }: MailPayload) => {
        // The operator may have left meanwhile.
        const to = await mailboxOf(pool, companyId, operatorId);
        if (to === undefined) return;
        const keys =
          invoices.length === 0 ? [] : await makeLinks(pool, { companyId, operatorId }, invoices, new Date());
        const links = new Map([...keys].map(([id, key]) => [invoiceAddress(base, companyId, id), key]));
        try {
          await mailer.send({ to, subject, text: withLinks(text, links) });
        } catch (error) {
          if (new Date(until) > new Date()) throw error;
          log.warn({ err: error, companyId, operatorId }, 'a mail could not be sent in time, and is given up');
        }
      },
    },
    cron: [
      { task: 'mail.look', match: '* * * * *', options: { backfillPeriod: 0, maxAttempts: 1, jobKey: 'mail.look' } },
    ],
  };
}
