import * as store from './store.ts';
import type { FileRange } from './rules.ts';
import type { FileOwner, FileProblem, NamedFile } from './store.ts';
import { CommandError } from '../errors/command-error.ts';
import { lockCounters } from '../events/counters.ts';
import { inCompanyTransaction, type CompanyId, type Db } from '../ground/db/pool.ts';
import { hashOnly } from '../ground/files/shared-check.ts';
import type { FileStore } from '../ground/files/store.ts';
import { StoreUnavailable, isFaultOfFile } from '../ground/files/unavailable.ts';
import { mapConcurrently } from '../ground/scheduling/map-concurrently.ts';

export interface DamagedFile extends NamedFile {
  problem: FileProblem;
  /** At most `maxOwners`. */
  owners: FileOwner[];
}

export interface UnreadFile extends NamedFile {
  error: Error;
}

export interface VerifiedPage {
  /** The last file. */
  position: Buffer;
  files: number;
  damaged: DamagedFile[];
  /** Files that could not be read although the store works: perhaps they can be later. */
  unread: UnreadFile[];
}

export interface VerifyOptions {
  files: FileStore;
  /** Files that are read at once. */
  width: number;
  /** Whether damage is stored, with its event. */
  records: boolean;
  /** Called after each file. */
  onFile?: (tookMs: number) => Promise<void> | void;
  signal?: AbortSignal | undefined;
}

const pageSize = 200;
/** The same file may be attached to many invoices; more of them get no event. */
export const maxOwners = 1_000;

/** Hashes the files of the range that rows name. Rejects if the store cannot be used. */
export async function* verifyFiles(
  db: Db,
  company: CompanyId,
  range: FileRange,
  options: VerifyOptions,
): AsyncGenerator<VerifiedPage> {
  for (let { after } = range; !options.signal?.aborted;) {
    const page = await store.readNamedFiles(db, company, { ...range, after }, pageSize);
    const last = page.at(-1);
    if (last === undefined) return;
    yield { ...(await verifyPage(db, company, page, options)), position: last.sha256 };
    after = last.sha256;
  }
}

export async function verifyPage(
  db: Db,
  company: CompanyId,
  page: NamedFile[],
  { files, width, records, onFile }: VerifyOptions,
): Promise<Omit<VerifiedPage, 'position'>> {
  const verdicts = await mapConcurrently(page, width, async (file) => {
    const began = performance.now();
    const verdict = await judgeTwice(files, company, file);
    await onFile?.(performance.now() - began);
    return { ...file, ...verdict };
  });
  const damaged: DamagedFile[] = [];
  for (const { sha256, size, problem } of verdicts) {
    if (problem === undefined) continue;
    const owners = records
      ? await recordDamage(db, company, sha256, problem)
      : await store.readOwners(db, company, sha256, maxOwners);
    // The rows may have been removed with their company or sandbox.
    if (owners.length > 0) damaged.push({ sha256, size, problem, owners });
  }
  const whole = verdicts.filter(({ problem, error }) => problem === undefined && error === undefined);
  if (records)
    await store.deleteDamage(
      db,
      company,
      whole.map(({ sha256 }) => sha256),
    );
  const unread = verdicts.flatMap(({ sha256, size, problem, error }) =>
    error === undefined || problem !== undefined ? [] : [{ sha256, size, error }],
  );
  return { files: page.length - unread.length, damaged, unread };
}

/** Returns the rows that name the file. */
const recordDamage = (db: Db, company: CompanyId, sha256: Buffer, problem: FileProblem): Promise<FileOwner[]> =>
  inCompanyTransaction(db, company, async (tx) => {
    await lockCounters(tx, company);
    const owners = await store.readOwners(tx, company, sha256, maxOwners);
    if (owners.length > 0) await store.insertDamage(tx, company, { sha256, problem, owners }, new Date());
    return owners;
  });

interface Verdict {
  problem?: FileProblem | undefined;
  error?: Error | undefined;
}

/** A file that is moved or replaced at this moment is whole at the second look. */
export async function judgeTwice(files: FileStore, company: CompanyId, file: NamedFile): Promise<Verdict> {
  const { problem, error } = await judge(files, company, file);
  if (problem === undefined && error === undefined) return {};
  await requireStore(files);
  return judge(files, company, file);
}

/** A store that is away says nothing about its files. */
export async function requireStore(files: FileStore): Promise<void> {
  await files.probe().catch((error: Error) => {
    if (error instanceof StoreUnavailable) throw error;
    throw new CommandError(`The store ${files.name} cannot be used: ${error.message}.`, 2);
  });
}

async function judge(files: FileStore, company: CompanyId, { sha256, size }: NamedFile): Promise<Verdict> {
  try {
    const opened = await files.open(company, sha256);
    if (opened === undefined) return { problem: 'missing' };
    const found = await hashOnly.receive(opened.stream, size);
    return !found.tooLarge && found.sha256.equals(sha256) ? {} : { problem: 'altered' };
  } catch (error) {
    return { error: error as Error, ...(isFaultOfFile(error) && { problem: 'altered' }) };
  }
}
