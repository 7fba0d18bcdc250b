import { allFiles } from './rules.ts';
import { readNamedFiles, readOwners, type FileProblem, type NamedFile } from './store.ts';
import { judgeTwice, maxOwners, type DamagedFile } from './verify.ts';
import { CommandError } from '../errors/command-error.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import { createLookup } from '../ground/files/lookup.ts';
import type { FileStore } from '../ground/files/store.ts';
import { mapConcurrently } from '../ground/scheduling/map-concurrently.ts';

export interface CopyOptions {
  from: FileStore;
  to: FileStore;
  /** Files that are copied at once. */
  width: number;
  /** Whether files that the target has are hashed, and replaced if they are damaged. */
  rechecks: boolean;
  onFile?: () => void;
}

export interface CopiedPage {
  files: number;
  copied: number;
  copiedBytes: number;
  /** Files of the source; the target does not get them. */
  damaged: DamagedFile[];
}

interface FileOutcome extends NamedFile {
  outcome: 'there' | 'copied' | FileProblem;
}

const pageSize = 200;

/**
 * Copies the files that rows name. A store has a file in its place only once it is complete and was hashed, so a file
 * that the target lists is not copied again.
 */
export async function* copyFiles(db: Db, company: CompanyId, options: CopyOptions): AsyncGenerator<CopiedPage> {
  const { to, width, rechecks, onFile } = options;
  // A file that the list misses is copied again.
  const find = createLookup(to.list(company), (listed: Buffer, sha256: Buffer) => listed.compare(sha256));
  for (let { after } = allFiles; ;) {
    const page = await readNamedFiles(db, company, { after }, pageSize);
    const last = page.at(-1);
    if (last === undefined) return;
    const listed = new Set<NamedFile>();
    for (const file of page) if ((await find(file.sha256)) !== undefined) listed.add(file);
    const outcomes = await mapConcurrently(page, width, async (file): Promise<FileOutcome> => {
      const isThere = listed.has(file) && !(rechecks && (await isDamaged(to, company, file)));
      const outcome = isThere
        ? 'there'
        : ((await copyFile(options, company, file, () => transfer(options, company, file))) ?? 'copied');
      onFile?.();
      return { ...file, outcome };
    });
    const copied = outcomes.filter(({ outcome }) => outcome === 'copied');
    yield {
      files: page.length,
      copied: copied.length,
      copiedBytes: copied.reduce((sum, { size }) => sum + size, 0),
      damaged: await namedDamage(db, company, outcomes),
    };
    after = last.sha256;
  }
}

async function isDamaged(files: FileStore, company: CompanyId, file: NamedFile): Promise<boolean> {
  const { problem, error } = await judgeTwice(files, company, file);
  return problem !== undefined || error !== undefined;
}

/**
 * Returns what is wrong with the file in the source; `transferOnce` is false if the source does not have these bytes. A
 * failure of the target ends the run, which can be repeated.
 */
export async function copyFile(
  { from, to }: { from: FileStore; to: { name: string } },
  company: CompanyId,
  file: NamedFile,
  transferOnce: () => Promise<boolean>,
): Promise<FileProblem | undefined> {
  if (await transferOnce().catch(() => false)) return undefined;
  const { problem, error } = await judgeTwice(from, company, file);
  if (problem !== undefined) return problem;
  const failed = (reason: Error) => {
    throw new CommandError(
      `A file could not be copied from ${from.name} to ${to.name}: ${reason.message} Run the command again; it continues.`,
      2,
    );
  };
  if (error !== undefined) return failed(error);
  return (await transferOnce().catch(failed)) ? undefined : 'altered';
}

/** False if the source does not have these bytes. */
async function transfer({ from, to }: CopyOptions, company: CompanyId, { sha256, size }: NamedFile): Promise<boolean> {
  const opened = await from.open(company, sha256);
  if (opened === undefined) return false;
  try {
    const incoming = await to.receive(opened.stream, size);
    try {
      if (incoming.tooLarge || !incoming.sha256.equals(sha256)) return false;
      await incoming.keep(company);
      return true;
    } finally {
      await incoming.discard();
    }
  } finally {
    opened.stream.destroy();
  }
}

async function namedDamage(db: Db, company: CompanyId, outcomes: FileOutcome[]): Promise<DamagedFile[]> {
  const damaged: DamagedFile[] = [];
  for (const { sha256, size, outcome } of outcomes) {
    if (outcome === 'there' || outcome === 'copied') continue;
    const owners = await readOwners(db, company, sha256, maxOwners);
    if (owners.length > 0) damaged.push({ sha256, size, problem: outcome, owners });
  }
  return damaged;
}
