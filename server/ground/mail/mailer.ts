import { createTransport, type Transporter } from 'nodemailer';
import { short } from '../../../common/errors/short.ts';
import type { MailServer, MailSettings, Mailbox } from './address.ts';

export interface Mail {
  to: Mailbox;
  subject: string;
  /** Plain text. */
  text: string;
}

export interface Mailer {
  /** Done once the server has taken it; otherwise a MailFailure. */
  send(mail: Mail): Promise<void>;
  /** Whether the server answers, and takes the user and the password. Nothing is sent. */
  check(): Promise<void>;
}

export type WhyNotSent = 'away' | 'timeout' | 'tls' | 'credentials' | 'sender' | 'recipient' | 'refused';

/** For the log and the doctor. */
const said: Record<WhyNotSent, string> = {
  away: 'the mail server cannot be reached',
  timeout: 'the mail server did not answer in time',
  tls: 'the mail server has no certificate that can be trusted, or does not encrypt',
  credentials: 'the mail server refuses the user and the password',
  sender: 'the mail server refuses the sender',
  recipient: 'the mail server refuses the recipient',
  refused: 'the mail server refuses the message',
};

/** Why a mail was not sent. What the server said is cut; neither user nor password is in it. */
export class MailFailure extends Error {
  readonly why: WhyNotSent;
  /** What the server answered, in its words; empty where it did not. */
  readonly answer: string;
  constructor(why: WhyNotSent, answer: string) {
    super(`${said[why]}${answer === '' ? '' : `: ${answer}`}`);
    this.name = 'MailFailure';
    this.why = why;
    this.answer = answer;
  }
}

/** Connecting, greeting, and every silence after that. */
const stepMs = 10_000;
/** However little a server says at a time. */
const wholeMs = 20_000;
/** A link is a line of its own; what is longer than this was not written by us. */
const longestSubject = 200;

const isLoopback = (host: string) => ['localhost', '127.0.0.1', '::1'].includes(host);

/**
 * How the server is spoken to. A password is never sent without TLS, except to this very machine: there nobody is on the way, and a mail
 * server of one's own seldom has a certificate for it.
 */
export const connectionTo = ({ host, port, secure, user, password }: MailServer) => ({
  host,
  ...(port !== undefined && { port }),
  secure,
  ...(user !== undefined && { auth: { user, pass: password } }),
  requireTLS: !secure && user !== undefined && !isLoopback(host),
  ignoreTLS: !secure && isLoopback(host),
});

export interface MailerOptions extends MailSettings {
  /** Certificates that are trusted instead of the usual ones. */
  ca?: string;
  stepTimeoutMs?: number;
  wholeTimeoutMs?: number;
}

export function createMailer({
  server,
  from,
  ca,
  stepTimeoutMs = stepMs,
  wholeTimeoutMs = wholeMs,
}: MailerOptions): Mailer {
  const transport = createTransport({
    ...connectionTo(server),
    ...(ca !== undefined && { tls: { ca } }),
    allowInternalNetworkInterfaces: true,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    // Nothing that stands in a mail is ever fetched, from a disk or from anywhere else.
    disableFileAccess: true,
    disableUrlAccess: true,
  }) as Transporter;

  return {
    async send({ to, subject, text }) {
      const mail = {
        from: { name: oneLine(from.name), address: from.address },
        to: { name: oneLine(to.name), address: to.address },
        subject: short(oneLine(subject), longestSubject),
        text,
        // So that nobody's out-of-office note comes back.
        headers: { 'Auto-Submitted': 'auto-generated' },
      };
      await inTime(transport.sendMail(mail), wholeTimeoutMs);
    },
    async check() {
      await inTime(transport.verify(), wholeTimeoutMs);
    },
  };
}

/** Whatever breaks a line would begin another header, or look like one. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

async function inTime(work: Promise<unknown>, wholeTimeoutMs: number): Promise<void> {
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

/** Which of the few things went wrong that somebody can do something about. */
export function failureOf({ code, originalCode = '', command = '', response = '' }: SmtpError): MailFailure {
  const answer = short(oneLine(response), 200);
  if (code === 'ETIMEDOUT' || originalCode === 'ETIMEDOUT') return new MailFailure('timeout', '');
  if (code === 'ETLS' || /CERT|SSL|TLS|ALTNAME|UNABLE_TO_|DEPTH_ZERO/.test(originalCode))
    return new MailFailure('tls', answer);
  if (code === 'EAUTH' || code === 'ENOAUTH') return new MailFailure('credentials', answer);
  if (command === 'MAIL FROM') return new MailFailure('sender', answer);
  if (command === 'RCPT TO' || (code === 'EENVELOPE' && answer === '')) return new MailFailure('recipient', answer);
  return answer === '' ? new MailFailure('away', '') : new MailFailure('refused', answer);
}
