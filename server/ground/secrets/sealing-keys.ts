import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing, syncFolders } from '../files/folders.ts';
import { CommandError } from '../../errors/command-error.ts';
import { keyBytes, readKey, type SealingKeys } from './seal.ts';

export interface ConfiguredKeys {
  dataDir: string;
  secretsKey: Buffer | undefined;
  secretsKeyPrevious: Buffer | undefined;
}

export const keyFileOf = (dataDir: string): string => join(dataDir, 'secrets.key');

/** Creates no key. The key in the file still decrypts texts that were sealed before SECRETS_KEY was set. */
export const findSealingKeys = async ({ dataDir, secretsKey, secretsKeyPrevious }: ConfiguredKeys): Promise<Buffer[]> =>
  [secretsKey, await readKeyFile(dataDir), secretsKeyPrevious].filter((key) => key !== undefined);

/** If there is no key yet, one is created in a file that only this user can read. The folder must exist. */
export async function loadSealingKeys(named: ConfiguredKeys): Promise<SealingKeys> {
  if (named.secretsKey === undefined && (await readKeyFile(named.dataDir)) === undefined)
    await makeKeyFile(named.dataDir, randomBytes(keyBytes));
  return (await findSealingKeys(named)) as unknown as SealingKeys;
}

export async function readKeyFile(dataDir: string): Promise<Buffer | undefined> {
  const file = keyFileOf(dataDir);
  const text = await readFile(file, 'utf8')
    .catch(ifMissing(undefined))
    .catch((error: Error) => {
      throw new CommandError(`${file}, the key of the secrets, cannot be read (${error.message}).`);
    });
  if (text === undefined) return undefined;
  const key = readKey(text.trim());
  if (key === undefined)
    throw new CommandError(
      `${file}, the key of the secrets, does not hold ${keyBytes} bytes in base64. Restore it from a backup, or remove it and make new secrets for the webhooks.`,
    );
  return key;
}

/**
 * If several processes start at once, one creates the file and the others use it. The file is complete from the first
 * moment.
 */
export async function makeKeyFile(dataDir: string, key: Buffer): Promise<void> {
  const temporary = `${keyFileOf(dataDir)}.${randomUUID()}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${key.toString('base64')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(temporary, keyFileOf(dataDir)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await syncFolders(dataDir, dataDir);
  } catch (error) {
    throw new CommandError(
      `${keyFileOf(dataDir)}, the key of the secrets, cannot be made (${(error as Error).message}). Let Doorway write there, or set SECRETS_KEY.`,
    );
  } finally {
    await rm(temporary, { force: true });
  }
}
