import { linesOf } from './lines.ts';
import type { Manifest } from '../archive/manifest.ts';
import { openPart, type BackupTarget } from '../archive/parts.ts';
import { CommandError } from '../../errors/command-error.ts';
import { makeKeyFile, readKeyFile } from '../../ground/secrets/sealing-keys.ts';
import { readKey } from '../../ground/secrets/seal.ts';

/**
 * `absent`: neither the backup nor DATA_DIR has one. `kept`: only DATA_DIR has one. `other`: DATA_DIR has another one
 * than the backup, which stays.
 */
export type KeyFileOutcome = 'written' | 'same' | 'other' | 'kept' | 'absent';

const maxBytes = 200;

/** Writes DATA_DIR/secrets.key, which decrypts the secrets of webhooks and of receipts, if there is none. */
export async function restoreKeyFile(
  backup: BackupTarget,
  { parts }: Manifest,
  dataDir: string,
): Promise<KeyFileOutcome> {
  const present = await readKeyFile(dataDir);
  const part = parts.find(({ kind }) => kind === 'key');
  if (part === undefined) return present === undefined ? 'absent' : 'kept';
  const { value: line = '' } = await linesOf(await openPart(backup, part), maxBytes).next();
  const key = readKey(String(line).trim());
  if (key === undefined) throw new CommandError(`The part ${part.name} of the backup is no key.`);
  if (present !== undefined) return present.equals(key) ? 'same' : 'other';
  await makeKeyFile(dataDir, key);
  return 'written';
}
