import { resolve } from 'node:path';
import { CommandError } from '../../errors/command-error.ts';
import { openObjectStore } from '../../ground/objects/open.ts';
import { readDestination, type Destination } from '../../ground/objects/destination.ts';
import type { ObjectStore } from '../../ground/objects/store.ts';
import { mapConcurrently } from '../../ground/scheduling/map-concurrently.ts';
import { type Manifest, backupName, backupsFolder, folderOf } from './manifest.ts';
import { manifestName, readManifest } from './manifest-file.ts';
import { storedName } from './objects.ts';
import type { BackupTarget } from './parts.ts';

export interface ListedBackup {
  name: string;
  /** Whether it has a manifest. One without it is running or was interrupted. */
  isComplete: boolean;
  isEncrypted: boolean;
}

const readAtOnce = 8;
const anyKey = Buffer.alloc(0);

/** The backups of a place, the newest first. */
export async function listBackups(store: ObjectStore): Promise<ListedBackup[]> {
  const names = (await store.folders(backupsFolder)).filter((name) => backupName.test(name)).toReversed();
  return mapConcurrently(names, readAtOnce, async (name) => {
    const has = async (key: Buffer | undefined) =>
      (await store.size(`${folderOf(name)}/${storedName({ key }, manifestName)}`)) !== undefined;
    const isEncrypted = await has(anyKey);
    return { name, isEncrypted, isComplete: isEncrypted || (await has(undefined)) };
  });
}

export interface FoundBackup {
  target: BackupTarget;
  manifest: Manifest;
}

/**
 * Finds the backup that `from` names: a place stands for its newest complete backup, <place>/backups/<name> for one of
 * them. The caller closes the store.
 */
export async function findBackup(
  from: string,
  { key, endpoint }: { key: Buffer | undefined; endpoint: string | undefined },
): Promise<FoundBackup> {
  const read = readDestination(from);
  if (read === undefined)
    throw new CommandError(`${JSON.stringify(from)} is neither a folder nor an address such as s3://bucket/prefix.`, 2);
  const { destination, name } = splitDestination(read);
  const store = await openObjectStore(destination, endpoint);
  try {
    const found = name ?? (await newestIn(store));
    const manifest = await readManifest({ store, key }, found);
    if (manifest === undefined) throw await incomplete(store, found);
    return { target: { store, key, folder: folderOf(found) }, manifest };
  } catch (error) {
    store.close();
    throw error;
  }
}

function splitDestination(destination: Destination): { destination: Destination; name: string | undefined } {
  const path = 'folder' in destination ? destination.folder : destination.prefix;
  const [, above = '', name = ''] = /^(|.*\/)backups\/([^/]+)\/?$/.exec(path) ?? [];
  if (!backupName.test(name)) return { destination, name: undefined };
  return {
    destination: 'folder' in destination ? { folder: resolve(above) } : { ...destination, prefix: above },
    name,
  };
}

async function newestIn(store: ObjectStore): Promise<string> {
  const backups = await listBackups(store);
  const newest = backups.find(({ isComplete }) => isComplete);
  if (newest !== undefined) return newest.name;
  throw new CommandError(
    backups[0] === undefined
      ? `${store.name} holds no backup of Doorway. Name the folder or the address that "doorway backup" printed.`
      : `${store.name} holds no complete backup: ${backups[0].name} is running or was interrupted.`,
    2,
  );
}

async function incomplete(store: ObjectStore, name: string): Promise<CommandError> {
  const backups = await listBackups(store);
  const complete = backups.find(({ isComplete }) => isComplete);
  const advice = complete === undefined ? 'It holds no complete one.' : `Its newest complete one is ${complete.name}.`;
  return new CommandError(
    backups.some((backup) => backup.name === name)
      ? `The backup ${name} in ${store.name} is not complete: it is running or was interrupted. ${advice}`
      : `${store.name} has no backup ${name}. ${advice}`,
    2,
  );
}
