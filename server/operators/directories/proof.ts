import type { Directory, DirectorySettings } from './known.ts';
import type { Directories } from './provider.ts';
import type { Claims } from './rules.ts';
import { findIdentity, findPerson, insertIdentity, type Identity } from './store.ts';
import type { AuditEntry } from '../../audit/record.ts';
import { conflict } from '../../errors/errors.ts';
import type { Db, Pool } from '../../ground/db/pool.ts';
import type { FailedSignIns } from '../sign-in/failures.ts';
import type { Passwords } from '../../ground/secrets/passwords.ts';
import type { Turns } from '../../ground/scheduling/turns.ts';

export interface DirectoryDeps extends DirectorySettings {
  pool: Pool;
  passwords: Passwords;
  turns: Turns;
  failures: FailedSignIns;
  directories: Directories;
  /** The address of the console, to which directories send the browser back. */
  console: string;
}

/** Each directory has an address of its own to come back to, so that answers of one are never taken for another's. */
export const redirectUriOf = (deps: Pick<DirectoryDeps, 'console'>, { id }: { id: string }): string =>
  `${deps.console}/signed-in/${id}`;

/** What the directory said about whom. */
export interface Proof {
  directory: Directory;
  identity: Identity;
  claims: Claims;
  /** The directory's name for the session. */
  session: string | null;
  /** When the person last proved who they are. Null if the directory does not say. */
  provedAt: Date | null;
}

export const about = (action: string, subjectId: string, data: object): AuditEntry => ({ action, subjectId, data });

/** Links an operator with a person of the directory. */
export async function insertLink(tx: Db, { identity }: Proof, operatorId: string, now: Date): Promise<void> {
  const person = await findPerson(tx, identity);
  if (person !== undefined && person !== operatorId) throw conflict('identity.exists', { why: 'taken' });
  if ((await findIdentity(tx, identity)) === operatorId || (await insertIdentity(tx, identity, operatorId, now)))
    return;
  throw conflict('identity.exists', { why: 'own' });
}
