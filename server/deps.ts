import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Followers } from './events/followers.ts';
import type { CompanyId, Pool } from './ground/db/pool.ts';
import type { FileStore } from './ground/files/disk.ts';
import type { Compilers } from './ground/http/answers/compilers.ts';
import type { Draining } from './ground/http/arrival/draining.ts';
import type { Metrics } from './ground/http/observe/metrics.ts';
import type { Mailer } from './ground/mail/mailer.ts';
import type { RecordKinds } from './door/record-kind.ts';
import type { SealingKeys } from './ground/secrets/seal.ts';
import type { Passwords } from './ground/secrets/passwords.ts';

/** Dependencies of the app. */
export interface Deps {
  config: Config;
  /** Connections for partners' calls. */
  pool: Pool;
  /** Separate connections for operators, so that their searches do not delay partners. */
  operatorPool: Pool;
  files: FileStore;
  /** Keys that encrypt the stored secrets of webhooks. */
  sealingKeys: SealingKeys;
  /** Woken by everything that records events. */
  followers: Followers;
  projections: Projections;
  metrics: Metrics;
  log: Logger;
  draining: Draining;
  /** When schemas are compiled; by default at their first use. */
  compilers?: Compilers;
  /** How passwords are hashed; by default at the full cost of scrypt. */
  passwords?: Passwords;
}

/** Derived from the slices' doors. */
export interface DoorDeclarations {
  /** All scopes. A token created without naming any gets all of them. */
  scopes: readonly string[];
  /** The record that each partner operation creates. */
  recordKinds: RecordKinds;
}

export interface DoorDeps extends Deps, DoorDeclarations {}

/** The tables that operators' lists of suppliers, invoices and work orders are read from. */
export interface Projections {
  /**
   * Projects all events so far, so that a reader sees everything that was acknowledged before. True if that did not
   * finish in time and the lists are still catching up.
   */
  catchUp(company: CompanyId): Promise<boolean>;
}

/** The pool is the operators' own. */
export interface OperatorDeps extends Deps, DoorDeclarations {
  /** Undefined if no mail server is configured. */
  mailer: Mailer | undefined;
}
