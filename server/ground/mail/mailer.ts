import type { Transporter } from 'nodemailer';
import { short } from '../../../common/errors/words.ts';
import type { MailServer, MailSettings, Mailbox } from './address.ts';
import { noticeOf, type Notice } from '../../../common/errors/notices.ts';

export interface Mail {
  to: Mailbox;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Resolves once the server has accepted the message; otherwise rejects with a MailFailure. */
  send(mail: Mail): Promise<void>;
  /** Sends nothing. */
  check(): Promise<void>;
}

export type MailFailureReason = 'away' | 'timeout' | 'tls' | 'credentials' | 'sender' | 'recipient' | 'refused';

const reasons: Record<MailFailureReason, string> = {
  away: 'the mail server cannot be reached',
  timeout: 'the mail server did not answer in time',
  tls: 'the mail server has no certificate that can be trusted, or does not encrypt',
  credentials: 'the mail server refuses the user and the password',
  sender: 'the mail server refuses the sender',
  recipient: 'the mail server refuses the recipient',
  refused: 'the mail server refuses the message',
};

/** The server's answer is cut and contains neither user nor password. */
export class MailFailure extends Error {
  readonly why: MailFailureReason;
  /** Empty if the server gave none. */
  readonly answer: string;
  constructor(why: MailFailureReason, answer: string) {
    super(`${reasons[why]}${answer === '' ? '' : `: ${answer}`}`);
    this.name = 'MailFailure';
    this.why = why;
    this.answer = answer;
  }
}

/** Applies to connecting, to the greeting, and to every silence after that. */
const defaultStepTimeoutMs = 10_000;
/** Applies to the whole exchange, however slowly the server answers. */
const defaultTotalTimeoutMs = 20_000;
const maxSubjectLength = 200;

const isLoopback = (host: string) => ['localhost', '127.0.0.1', '::1'].includes(host);

/** A password is never sent without TLS, except to this machine, where a mail server seldom has a certificate. */
export const connectionTo = ({ host, port, secure, user, password }: MailServer) => ({
  host,
  ...(port !== undefined && { port }),
  secure,
  ...(user !== undefined && { auth: { user, pass: password } }),
  requireTLS: !secure && user !== undefined && !isLoopback(host),
  ignoreTLS: !secure && isLoopback(host),
});

export interface MailerOptions extends MailSettings {
  /** Trusted certificates, instead of the default ones. */
  ca?: string;
  stepTimeoutMs?: number;
  wholeTimeoutMs?: number;
}

export function createMailer({
  server,
  from,
  ca,
  stepTimeoutMs = defaultStepTimeoutMs,
  wholeTimeoutMs = defaultTotalTimeoutMs,
}: MailerOptions): Mailer {
  /** The library is loaded for the first mail; most processes never send one. */
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      ...connectionTo(server),
      ...(ca !== undefined && { tls: { ca } }),
      allowInternalNetworkInterfaces: true,
      connectionTimeout: stepTimeoutMs,
      greetingTimeout: stepTimeoutMs,
      socketTimeout: stepTimeoutMs,
      dnsTimeout: stepTimeoutMs,
      // Nothing in a mail may be fetched from disk or from the network.
      disableFileAccess: true,
      disableUrlAccess: true,
    }) as Transporter;
  };
  let transport: Promise<Transporter> | undefined;

  return {
    async send({ to, subject, text }) {
      const mail = {
        from: { name: oneLine(from.name), address: from.address },
        to: { name: oneLine(to.name), address: to.address },
        subject: short(oneLine(subject), maxSubjectLength),
        text,
        // Prevents out-of-office replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
      };
      await withTimeout((await (transport ??= open())).sendMail(mail), wholeTimeoutMs);
    },
    async check() {
      await withTimeout((await (transport ??= open())).verify(), wholeTimeoutMs);
    },
  };
}

/** A line break would begin another header. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

async function withTimeout(work: Promise<unknown>, wholeTimeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new MailFailure('timeout', '')), wholeTimeoutMs);
  });
  try {
    await Promise.race([work, late]);
  } catch (error) {
    throw error instanceof MailFailure ? error : failureOf(error as SmtpError);
  } finally {
    clearTimeout(timer);
  }
}

type SmtpError = Error & { code?: string; originalCode?: string; command?: string; response?: string };

function failureOf({ code, originalCode = '', command = '', response = '' }: SmtpError): MailFailure {
  const answer = short(oneLine(response), 200);
  if (code === 'ETIMEDOUT' || originalCode === 'ETIMEDOUT') return new MailFailure('timeout', '');
  if (code === 'ETLS' || /CERT|SSL|TLS|ALTNAME|UNABLE_TO_|DEPTH_ZERO/.test(originalCode))
    return new MailFailure('tls', answer);
  if (code === 'EAUTH' || code === 'ENOAUTH') return new MailFailure('credentials', answer);
  if (command === 'MAIL FROM') return new MailFailure('sender', answer);
  if (command === 'RCPT TO' || (code === 'EENVELOPE' && answer === '')) return new MailFailure('recipient', answer);
  return answer === '' ? new MailFailure('away', '') : new MailFailure('refused', answer);
}

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
