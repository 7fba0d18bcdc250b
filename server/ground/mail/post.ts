import { noticeOf, type Notice } from '../../../common/errors/notices.ts';
import { MailFailure, type Mail, type Mailer } from './mailer.ts';

export type MailOutcome = { sent: true } | { sent: false; notSent: Notice };

/** Bypasses the queue: a link is a secret that must not be stored, and the sender of a test waits for its outcome. */
export async function post(mailer: Mailer | undefined, mail: Mail): Promise<MailOutcome> {
  if (mailer === undefined) return { sent: false, notSent: noticeOf('mail.failed', { why: 'off', answer: '' }) };
  try {
    await mailer.send(mail);
    return { sent: true };
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const { why, answer } = error;
    return { sent: false, notSent: noticeOf('mail.failed', { why, answer }) };
  }
}
