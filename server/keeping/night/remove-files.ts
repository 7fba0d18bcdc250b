import { filesFolder, listedFile, readFileList } from '../archive/files.ts';
import { type Manifest, folderOf } from '../archive/manifest.ts';
import type { KeyedStore } from '../archive/objects.ts';
import { mapConcurrently } from '../../ground/scheduling/map-concurrently.ts';

/** Names in memory at a time: the other backups are read once for each such batch. */
const batchSize = 50_000;
/** New backups are looked for after this many removals. */
const stepSize = 64;
const removedAtOnce = 8;

const file = /^files\/([0-9a-f-]{36})\/[0-9a-f]{2}\/[0-9a-f]{64}(\.[0-9a-f]{8}\.sealed)?$/;
const companyOf = (name: string) => file.exec(name)?.[1];

export interface FilesRemoval extends KeyedStore {
  newest: Manifest;
  /** Names of all other complete backups of the place. */
  others: readonly string[];
  manifestOf: (name: string) => Promise<Manifest | undefined>;
  /** False once another backup has begun, which may need files that it has found in the place. */
  mayGoOn: () => Promise<boolean>;
}

/** Removes the files of a place that no backup names, and returns how many. Memory does not grow with their number. */
export async function removeUnnamedFiles(removal: FilesRemoval): Promise<number> {
  const { newest } = removal;
  let removed = 0;
  let batch = new Set<string>();
  // The newest backup names almost all files, so few remain to be compared with the others.
  for await (const name of without(listed(removal), namesOf(removal, newest))) {
    if (batch.add(name).size < batchSize) continue;
    removed += await removeBatch(removal, batch);
    if (!(await removal.mayGoOn())) return removed;
    batch = new Set();
  }
  return removed + (await removeBatch(removal, batch));
}

/** Removes those of the named files that no backup names. */
async function removeBatch(removal: FilesRemoval, batch: Set<string>): Promise<number> {
  const { store, newest, others, manifestOf, mayGoOn } = removal;
  // Lists are read to the end, which proves that they are whole, before anything is removed.
  await forgetNamed(removal, newest, batch);
  for (const name of others) {
    const manifest = batch.size === 0 ? undefined : await manifestOf(name);
    if (manifest !== undefined) await forgetNamed(removal, manifest, batch);
  }
  const names = [...batch];
  let removed = 0;
  while (removed < names.length && (await mayGoOn())) {
    const step = names.slice(removed, removed + stepSize);
    await mapConcurrently(step, removedAtOnce, (name) => store.remove(name));
    removed += step.length;
  }
  return removed;
}

/** Objects with names of another kind are not Doorway's, and stay. */
async function* listed({ store }: KeyedStore): AsyncGenerator<string> {
  for await (const objects of store.list(filesFolder))
    for (const { name } of objects) if (companyOf(name) !== undefined) yield name;
}

/** Names of the files of a backup, ascending; of some companies, or of all. */
async function* namesOf(
  store: KeyedStore,
  manifest: Manifest,
  companies?: ReadonlySet<string>,
): AsyncGenerator<string> {
  const key = manifest.isEncrypted ? store.key : undefined;
  const target = { store: store.store, key, folder: folderOf(manifest.name) };
  const lists = manifest.parts.filter(({ kind }) => kind === 'files').toSorted(byCompany);
  for (const { company, ...part } of lists) {
    if (company === undefined || companies?.has(company) === false) continue;
    for await (const files of readFileList(target, part))
      for (const each of files) yield listedFile(target, company, each).name;
  }
}

const byCompany = (one: { company?: string }, other: { company?: string }) =>
  (one.company ?? '') < (other.company ?? '') ? -1 : 1;

/** Both are ascending. */
async function* without(names: AsyncIterable<string>, others: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    let other = await others.next();
    for await (const name of names) {
      while (other.done !== true && other.value < name) other = await others.next();
      if (other.done === true || other.value !== name) yield name;
    }
  } finally {
    await others.return(undefined);
  }
}

async function forgetNamed(store: KeyedStore, manifest: Manifest, names: Set<string>): Promise<void> {
  const companies = new Set([...names].map((name) => companyOf(name) as string));
  for await (const name of namesOf(store, manifest, companies)) names.delete(name);
}
