import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { BuiltConsole } from './ground/http/answers/web-files.ts';
import type { Followers } from './events/followers.ts';
import type { CompanyId, Db, Pool } from './ground/db/pool.ts';
import type { Scanner } from './ground/files/clamd/scanner.ts';
import type { FileStore } from './ground/files/store.ts';
import type { RemovedFields, Shape } from './ground/http/document/fields.ts';
import type { Compilers } from './ground/http/answers/compilers.ts';
import type { Draining } from './ground/http/arrival/draining.ts';
import type { Metrics } from './ground/http/observe/metrics.ts';
import type { Mailer } from './ground/mail/mailer.ts';
import type { SealingKeys } from './ground/secrets/seal.ts';
import type { Passwords } from './ground/secrets/passwords.ts';

export interface Deps {
  config: Config;
  pool: Pool;
  /** Separate from the partners' pool, so that operators' searches do not delay partners. */
  operatorPool: Pool;
  files: FileStore;
  sealingKeys: SealingKeys;
  followers: Followers;
  projections: Projections;
  metrics: Metrics;
  log: Logger;
  draining: Draining;
  /** By default schemas are compiled at their first use. */
  compilers?: Compilers;
  /** By default the files of the built console are read. */
  console?: BuiltConsole | undefined;
  /** By default passwords are hashed at the full cost of scrypt. */
  passwords?: Passwords;
}

export interface DoorDeclarations {
  scopes: readonly string[];
  /** A token created without naming any scope gets all of these. */
  usualScopes: readonly string[];
  recordKinds: RecordKinds;
}

export interface DoorDeps extends Deps, DoorDeclarations {
  /** Undefined if files are not scanned for viruses. */
  scanner: Scanner | undefined;
}

/** Lists of suppliers, invoices and work orders are read from these tables. */
export interface Projections {
  /**
   * Projects all events so far, so that a reader sees everything that was acknowledged before. Returns true if the time
   * limit was reached first; the lists are then still incomplete. `db` reads the position; the default is the
   * operators' pool.
   */
  catchUp(company: CompanyId, db?: Db): Promise<boolean>;
}

/** `pool` is the operators' own. */
export interface OperatorDeps extends DoorDeps {
  mailer: Mailer | undefined;
  forgetTokens: ForgetTokens;
}

/** Call it after a revocation is committed: this process then refuses the token at once, other processes within a second. */
export type ForgetTokens = () => void;

/** A kind of record that partners create. */
export interface RecordKind {
  /** Its name in the operator API. */
  type: string;
  /** Its name in messages to partners. */
  noun: string;
  /** The field of the body that identifies the record. Without it, the answered id does. */
  knownBy?: string;
  /** The field of its document with the id of its parent record, if it has one. */
  belongsTo?: string;
  /** The fields that its body may have. */
  shape: Shape;
  removed?: RemovedFields;
  /** The body that created it, as JSON text with every digit. */
  readDocument(db: Db, company: CompanyId, id: string): Promise<string | undefined>;
}

/** Records by the operation that creates them. */
export type RecordKinds = ReadonlyMap<string, RecordKind>;
