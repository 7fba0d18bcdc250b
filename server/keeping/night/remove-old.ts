import { listBackups, type ListedBackup } from '../archive/backups.ts';
import { type Manifest, backupName, backupsFolder, folderOf } from '../archive/manifest.ts';
import { manifestName, readManifest } from '../archive/manifest-file.ts';
import { storedName, type KeyedStore } from '../archive/objects.ts';
import { removeIncomplete } from '../backup/leftovers.ts';
import { removeUnnamedFiles } from './remove-files.ts';
import { removableOf, whyFilesStay, type KeptBackup } from './rules.ts';
import { CommandError } from '../../errors/command-error.ts';
import { StoreUnavailable } from '../../ground/files/unavailable.ts';

export interface Removal extends KeyedStore {
  /** How many complete backups of this installation stay, at least 1. */
  kept: number;
  /** Names of the backups that this database has begun in the place and that are no longer running. */
  endedRuns: ReadonlySet<string>;
  signal?: AbortSignal | undefined;
}

export interface RemovalOutcome {
  backups: string[];
  files: number;
  /** Why no file was removed. */
  filesStay: ReturnType<typeof whyFilesStay>;
}

/**
 * Removes old backups of this installation, and then the files that no backup in the place names any more. `newest` was
 * just taken, and its lease is still held.
 */
export async function removeOld(removal: Removal, newest: Manifest): Promise<RemovalOutcome> {
  const { store, kept, signal } = removal;
  const now = new Date(newest.endedAt);
  const listed = await listBackups(store);
  const found: KeptBackup[] = [];
  // A manifest may be large, so one is in memory at a time.
  for (const backup of listed) found.push(await look(removal, backup, newest));
  const removable = removableOf(found, { kept, newest: newest.name }, now);
  const removed: RemovalOutcome = { backups: [], files: 0, filesStay: undefined };
  for (const { name } of removable) {
    if (signal?.aborted === true) return removed;
    await removeBackup(removal, name);
    removed.backups.push(name);
  }
  const remaining = found.filter((backup) => !removable.includes(backup));
  removed.filesStay = whyFilesStay(remaining, now);
  if (removed.filesStay !== undefined) return removed;
  const folders = async () => (await store.folders(backupsFolder)).filter((name) => backupName.test(name));
  const known = new Set(listed.map(({ name }) => name));
  const complete = remaining.filter(({ state, name }) => state === 'complete' && name !== newest.name);
  removed.files = await removeUnnamedFiles({
    ...removal,
    newest,
    others: complete.map(({ name }) => name),
    manifestOf: (name) => manifestOf(removal, listed.find((backup) => backup.name === name) as ListedBackup),
    mayGoOn: async () => signal?.aborted !== true && (await folders()).every((name) => known.has(name)),
  });
  return removed;
}

const manifestOf = ({ store, key }: KeyedStore, { name, isEncrypted }: ListedBackup): Promise<Manifest | undefined> =>
  readManifest({ store, key: isEncrypted ? key : undefined }, name);

async function look(removal: Removal, backup: ListedBackup, newest: Manifest): Promise<KeptBackup> {
  const { name } = backup;
  const base = { name, beganAt: timeOf(name), isOwn: removal.endedRuns.has(name) };
  if (!backup.isComplete) return { ...base, state: 'incomplete' };
  try {
    const manifest = await manifestOf(removal, backup);
    if (manifest === undefined) return { ...base, state: 'incomplete' };
    return { ...base, isOwn: base.isOwn || manifest.installation === newest.installation, state: 'complete' };
  } catch (error) {
    if (!(error instanceof CommandError) || error instanceof StoreUnavailable) throw error;
    return { ...base, state: 'unreadable' };
  }
}

function timeOf(name: string): Date {
  const [, ...parts] = backupName.exec(name) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

const manifestNames = [undefined, Buffer.alloc(0)].map((key) => storedName({ key }, manifestName));

/** The manifest first: an interrupted removal leaves an incomplete backup, which nobody restores. */
async function removeBackup({ store }: KeyedStore, name: string): Promise<void> {
  for (const manifest of manifestNames) await store.remove(`${folderOf(name)}/${manifest}`);
  await removeIncomplete(store, name);
}
