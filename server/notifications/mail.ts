import type { Logger } from 'pino';
import { short } from '../../common/errors/words.ts';
import type { Language } from '../../common/names/names.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import type { Letter } from '../ground/mail/letter.ts';
import { oneLine } from '../ground/mail/mailer.ts';

export interface QueuedMail extends Letter {
  companyId: CompanyId;
  operatorId: string;
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

/** People type names and reasons: these must not look like lines of the mail, nor fill it. */
export const shown = (text: string) => short(oneLine(text), maxCharacters);

export const list = (entries: string[][]) =>
  entries.map(([first, ...rest]) => [`- ${first}`, ...rest.map((line) => `  ${line}`)].join('\n')).join('\n');

export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '…');
