import { openFile, type BackedUpFile, readFileList } from '../archive/files.ts';
import type { Manifest } from '../archive/manifest.ts';
import { type BackupTarget, openPart } from '../archive/parts.ts';
import { judgeTwice } from '../../files/verify.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import { createLookup } from '../../ground/files/lookup.ts';
import type { FileStore } from '../../ground/files/store.ts';
import { mapConcurrently } from '../../ground/scheduling/map-concurrently.ts';
import { linesOf } from './lines.ts';
import { CommandError } from '../../errors/command-error.ts';
import { makeKeyFile, readKeyFile } from '../../ground/secrets/sealing-keys.ts';
import { readKey } from '../../ground/secrets/seal.ts';

const filesAtOnce = 4;

export interface FilesOptions {
  onFile: (done: number) => void;
  signal: AbortSignal | undefined;
}

/**
 * Copies the files of the backup that the store does not have whole. Returns how many. Files that are damaged in the
 * backup were so in its source.
 */
export async function restoreFiles(
  backup: BackupTarget,
  { parts, damaged }: Manifest,
  files: FileStore,
  { onFile, signal }: FilesOptions,
): Promise<number> {
  const isDamaged = new Set(damaged.map(({ company, sha256 }) => `${company} ${sha256}`));
  let copied = 0;
  let done = 0;
  for (const part of parts) {
    const { kind, company } = part;
    if (kind !== 'files' || company === undefined) continue;
    const find = createLookup(files.list(company), (listed: Buffer, sha256: Buffer) => listed.compare(sha256));
    for await (const page of readFileList(backup, part)) {
      signal?.throwIfAborted();
      const wanted: { file: BackedUpFile; isThere: boolean }[] = [];
      for (const file of page)
        if (!isDamaged.has(`${company} ${file.sha256}`))
          wanted.push({ file, isThere: (await find(Buffer.from(file.sha256, 'hex'))) !== undefined });
      await mapConcurrently(wanted, filesAtOnce, async ({ file, isThere }) => {
        if (!isThere || !(await isWhole(files, company, file))) {
          await restoreFile(backup, files, company, file);
          copied += 1;
        }
        onFile((done += 1));
      });
    }
  }
  return copied;
}

async function isWhole(files: FileStore, company: CompanyId, { sha256, size }: BackedUpFile): Promise<boolean> {
  const { problem, error } = await judgeTwice(files, company, { sha256: Buffer.from(sha256, 'hex'), size });
  return problem === undefined && error === undefined;
}

/** A store has a file in its place only once it is complete. */
async function restoreFile(
  backup: BackupTarget,
  files: FileStore,
  company: CompanyId,
  file: BackedUpFile,
): Promise<void> {
  const content = await openFile(backup, company, file);
  try {
    const incoming = await files.receive(content, file.size);
    try {
      await incoming.keep(company);
    } finally {
      await incoming.discard();
    }
  } finally {
    content.destroy();
  }
}

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
