import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Followers } from './events/followers.ts';
import type { CompanyId, Pool } from './ground/db/pool.ts';
import type { FileStore } from './ground/files/disk.ts';
import type { Compilers } from './ground/http/answers/compilers.ts';
import type { Draining } from './ground/http/arrival/draining.ts';
import type { Metrics } from './ground/http/observe/metrics.ts';
import type { Mailer } from './ground/mail/mailer.ts';
import type { MadeBy } from './door/made.ts';
import type { SealingKeys } from './ground/secrets/seal.ts';
import type { Passwords } from './operators/sign-in/passwords.ts';

/** What the app is made of. */
export interface Deps {
  config: Config;
  /** The door's connections: partners' calls, their tokens and their traces. */
  pool: Pool;
  /** The operators' connections, so that no search of theirs keeps a partner waiting. */
  operatorPool: Pool;
  files: FileStore;
  /** Keys that encrypt the stored secrets of webhooks. */
  sealingKeys: SealingKeys;
  /** What follows the events; whatever records some wakes it. */
  followers: Followers;
  projections: Projections;
  metrics: Metrics;
  log: Logger;
  draining: Draining;
  /** When the schemas of the routes are compiled: at their first use, unless this says otherwise. */
  compilers?: Compilers;
  /** How operators' passwords are kept: at the full cost of scrypt, unless this says otherwise. */
  passwords?: Passwords;
}

/** What follows from the slices' doors. */
export interface Declared {
  /** What a token may be used for. One that is made without naming any has all of them. */
  scopes: readonly string[];
  /** What each operation of partners makes. */
  madeBy: MadeBy;
}

/** What the partners' side has. */
export interface DoorDeps extends Deps, Declared {}

/** What the operators' lists of suppliers, invoices and work orders are read from. */
export interface Projections {
  /**
   * Projects what has arrived so far, so that who looks sees everything that was acknowledged before. True where that could not
   * be done in time: the lists are still catching up, and who looks is told so.
   */
  catchUp(company: CompanyId): Promise<boolean>;
}

/** What the operators' side has. Its pool is the operators' own. */
export interface OperatorDeps extends Deps, Declared {
  /** Undefined where no mail server is named. */
  mailer: Mailer | undefined;
}
