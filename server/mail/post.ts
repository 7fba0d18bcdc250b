import { noticeOf, type Notice } from '../../common/errors/notices.ts';
import { MailFailure, type Mail, type Mailer } from '../ground/mail.ts';

/** Whether a mail was taken by the mail server while somebody waited; if not, why. */
export type Posted = { sent: true } | { sent: false; notSent: Notice };

/** For what is not to lie in a queue: a link that is a secret, or a test whose outcome somebody waits for. */
export async function post(mailer: Mailer | undefined, mail: Mail): Promise<Posted> {
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
