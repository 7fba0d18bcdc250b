import type { Logger } from 'pino';
import { short } from '../../common/errors/words.ts';
import type { Language } from '../../common/names/names.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import type { Letter } from '../ground/mail/letter.ts';
import { oneLine } from '../ground/mail/mailer.ts';

export interface QueuedMail extends Letter {
  companyId: CompanyId;
  operatorId: string;
  /** Their addresses in the text become links that open them, made when the mail is sent: the queue holds no secret. */
  invoices?: readonly string[];
}

export interface NotificationDeps {
  db: Db;
  /** Replaces a waiting mail with the same key. */
  queue(mail: QueuedMail, key: string): Promise<void>;
  base: string;
  log: Logger;
}

export interface LetterContext {
  language: Language;
  name: string;
  company: { id: string; name: string };
  /** The public URL of the service. */
  base: string;
}

export interface Recipient {
  name: string;
  language: Language;
  zone: string;
}

const maxCharacters = 300;

export const invoiceAddress = (base: string, companyId: string, id: string) =>
  `${base}/console/companies/${companyId}/invoices/${id}`;

/** Replaces whole lines, which nobody's name can be: a key never goes to an address that somebody else wrote. */
export const withLinks = (text: string, links: ReadonlyMap<string, string>): string =>
  text.replaceAll(/^ {2}(\S+)$/gm, (line, address: string) => {
    const key = links.get(address);
    // Browsers send the part after # to no server.
    return key === undefined ? line : `  ${address}/decide#${key}`;
  });

/** People type names and reasons: these must not look like lines of the mail, nor fill it. */
export const shown = (text: string) => short(oneLine(text), maxCharacters);

export const list = (entries: string[][]) =>
  entries.map(([first, ...rest]) => [`- ${first}`, ...rest.map((line) => `  ${line}`)].join('\n')).join('\n');

export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '…');
