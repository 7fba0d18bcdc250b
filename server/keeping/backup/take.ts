import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { copyListedFiles, type CopiedFiles } from './files.ts';
import { removeIncomplete, removeLeftovers } from './leftovers.ts';
import { refuseOwnData } from './destination.ts';
import { writeSnapshot } from './rows.ts';
import { ConnectionLost, withSnapshot } from './snapshot.ts';
import { format, partName, type Manifest, type ArchivePart, folderOf, newBackupName } from '../archive/manifest.ts';
import { linesIn, writePart, type BackupTarget, writeSums } from '../archive/parts.ts';
import { writeManifest } from '../archive/manifest-file.ts';
import type { Config } from '../../config.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Client, Connection } from '../../ground/db/connect/client.ts';
import type { Pool } from '../../ground/db/pool.ts';
import { ifMissing } from '../../ground/files/folders.ts';
import type { FileStore } from '../../ground/files/store.ts';
import { openObjectStore } from '../../ground/objects/open.ts';
import type { Destination } from '../../ground/objects/destination.ts';
import type { ObjectStore } from '../../ground/objects/store.ts';
import { keyFileOf } from '../../ground/secrets/sealing-keys.ts';
import { version } from '../../package.ts';
import { beginRun, deleteOldRuns, endFailedRun, endGoodRun, extendIntervalMs, extendRun } from '../runs-store.ts';
import { newId } from '../../ground/db/ids.ts';
import { short } from '../../../common/errors/words.ts';

type Bytes = AsyncIterable<Uint8Array>;

export interface BackupDeps {
  /** For the snapshot, which has a connection of its own. */
  connection: Connection;
  /** For the record of the run. */
  pool: Pool;
  files: FileStore;
  config: Pick<Config, 'dataDir' | 'filesBucket' | 'backupKey' | 's3Endpoint'>;
  destination: Destination;
}

export interface BackupProgress {
  stage: 'rows' | 'files';
  done: number;
  /** Of rows, an estimate. */
  total: number;
}

export interface BackupOptions {
  onProgress?: (progress: BackupProgress) => void;
  /** Called often; resolves when the backup may go on. */
  pace?: (signal: AbortSignal) => Promise<void>;
  signal?: AbortSignal | undefined;
  /** Called in the transaction of the snapshot, before its rows are read. */
  onSnapshot?: (client: Client) => Promise<void>;
  /** Called once the manifest is stored, while the lease keeps other backups of this database from beginning. */
  afterwards?: (store: ObjectStore, manifest: Manifest) => Promise<void>;
}

/** Nothing was tried or recorded. */
export class BackupRunning extends CommandError {}

export interface TakenBackup extends Manifest {
  /** A folder, or an address such as s3://bucket/prefix. */
  place: string;
  rows: number;
  /** Files that the place did not have yet. */
  copied: { count: number; bytes: number };
  /** Bytes of the parts as stored, and of the files that were copied. */
  storedBytes: number;
  /** Incomplete backups that were removed from the place. */
  removedLeftovers: number;
}

/** Takes a backup and records the run. Rejects with `BackupRunning` if another backup of this database is running. */
export async function takeBackup(deps: BackupDeps, options: BackupOptions = {}): Promise<TakenBackup> {
  const { destination, config, pool } = deps;
  const store = await openObjectStore(destination, config.s3Endpoint);
  const name = newBackupName(new Date());
  const target = { store, key: config.backupKey, folder: folderOf(name) };
  let afterwards: unknown;
  try {
    const backup = await recordRun(pool, { place: store.name, name }, options.signal, async (signal, requireLease) => {
      await refuseOwnData(destination, config);
      await store.probe();
      const removedLeftovers = await removeLeftovers(pool, store);
      const { manifest, copied } = await write(deps, { target, name, requireLease }, { ...options, signal }).catch(
        async (error: unknown) => {
          // If the place is away, the next backup removes them.
          await removeIncomplete(store, name).catch(() => undefined);
          throw error;
        },
      );
      await options.afterwards?.(store, manifest).catch((error: unknown) => (afterwards = error));
      return { ...manifest, ...sumsOf(manifest, copied), place: store.name, copied, removedLeftovers };
    });
    if (backup === undefined)
      throw new BackupRunning(
        'Another backup of this database is running. Wait until it has ended; one that was killed is given up after a minute.',
      );
    // The backup is good and recorded, whatever failed after it.
    if (afterwards !== undefined) throw afterwards;
    return backup;
  } finally {
    store.close();
  }
}

const sumsOf = ({ parts }: Manifest, copied: { bytes: number }) => ({
  rows: parts.reduce((sum, { kind, count }) => sum + (kind === 'rows' ? count : 0), 0),
  storedBytes: parts.reduce((sum, { storedBytes }) => sum + storedBytes, copied.bytes),
});

interface NewBackup {
  target: BackupTarget;
  name: string;
  requireLease: () => Promise<void>;
}

interface WrittenBackup {
  manifest: Manifest;
  copied: CopiedFiles['copied'];
}

async function write(
  { connection, pool, files: from, config }: BackupDeps,
  { target, name, requireLease }: NewBackup,
  { onProgress, onSnapshot, pace, signal }: BackupOptions & { signal: AbortSignal },
): Promise<WrittenBackup> {
  const watch = async function* (bytes: Bytes, onPiece?: (piece: Uint8Array) => void): Bytes {
    for await (const piece of bytes) {
      yield piece;
      onPiece?.(piece);
      signal.throwIfAborted();
      await pace?.(signal);
    }
  };
  const takeSnapshot = () =>
    withSnapshot({ connection, pool, signal }, async (taken) => {
      await onSnapshot?.(taken.client);
      let done = 0;
      const onPiece = (piece: Uint8Array) => {
        done += linesIn(piece);
        onProgress?.({ stage: 'rows', done, total: taken.estimatedRows });
      };
      return { ...taken, parts: await writeSnapshot(target, taken, (bytes) => watch(bytes, onPiece)) };
    });
  const snapshot = await takeSnapshot().catch((error: unknown) => {
    if (error instanceof ConnectionLost && error.cause?.code === undefined) return takeSnapshot();
    throw error;
  });
  const lists = snapshot.parts.filter(({ kind }) => kind === 'files');
  const total = lists.reduce((sum, { count }) => sum + count, 0);
  let done = 0;
  const onFile = () => {
    signal.throwIfAborted();
    onProgress?.({ stage: 'files', done: ++done, total });
  };
  const { copied, files, damaged } = await copyListedFiles(lists, { from, target, watch, onFile });
  const manifest: Manifest = {
    format,
    name,
    installation: snapshot.installation,
    version,
    migrations: snapshot.migrations,
    isEncrypted: target.key !== undefined,
    takenAt: snapshot.takenAt.toISOString(),
    endedAt: new Date().toISOString(),
    companies: snapshot.companies,
    parts: [...snapshot.parts, ...(await writeKey(target, config))],
    files,
    damaged,
  };
  await writeSums(target, manifest.parts);
  signal.throwIfAborted();
  // Another backup would have removed the parts of this one.
  await requireLease();
  await writeManifest(target, manifest);
  return { manifest, copied };
}

/** The key of the secrets, if the backup is encrypted: otherwise whoever reads the backup could read the secrets. */
async function writeKey(target: BackupTarget, { dataDir }: Pick<Config, 'dataDir'>): Promise<ArchivePart[]> {
  if (target.key === undefined) return [];
  const file = keyFileOf(dataDir);
  const key = await readFile(file)
    .catch(ifMissing(undefined))
    .catch((error: Error) => {
      throw new CommandError(`${file}, the key of the secrets, cannot be read (${error.message}).`);
    });
  return key === undefined
    ? []
    : [await writePart(target, { name: partName({ kind: 'key' }), kind: 'key' }, Readable.from([key]))];
}

type RecordedBackup = Pick<Manifest, 'takenAt' | 'files' | 'damaged'> & { rows: number; storedBytes: number };

class LeaseLost extends CommandError {
  constructor() {
    super('This process was stopped for too long, so another backup may have begun. Take it again.');
  }
}

const runsKeptMs = 366 * 24 * 60 * 60 * 1000;

/**
 * Records the work as a run, and keeps other backups of this database from beginning meanwhile. The signal that the
 * work gets is also given if the lease was lost; `requireLease` rejects then. Undefined if another backup is running:
 * nothing was tried or recorded.
 */
export async function recordRun<T extends RecordedBackup>(
  pool: Pool,
  backup: { place: string; name: string },
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal, requireLease: () => Promise<void>) => Promise<T>,
): Promise<T | undefined> {
  const id = newId();
  if (!(await beginRun(pool, { id, ...backup }))) return undefined;
  const lost = new AbortController();
  const requireLease = async () => {
    if (!(await extendRun(pool, id))) throw new LeaseLost();
  };
  const timer = setInterval(() => {
    // A database that does not answer ends the work by itself, or answers the next time.
    requireLease().catch((error: unknown) => error instanceof LeaseLost && lost.abort(error));
  }, extendIntervalMs);
  try {
    await deleteOldRuns(pool, new Date(Date.now() - runsKeptMs));
    const either = signal === undefined ? lost.signal : AbortSignal.any([signal, lost.signal]);
    const result = await work(either, requireLease);
    const { rows, storedBytes } = result;
    const run = {
      takenAt: new Date(result.takenAt),
      rows,
      files: result.files.count,
      damagedFiles: result.damaged.length,
      storedBytes,
    };
    if (!(await endGoodRun(pool, id, run))) throw new LeaseLost();
    return result;
  } catch (error) {
    // If the database is away, the run counts as failed once its lease has ended.
    await endFailedRun(pool, id, problemOf(error as Error)).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** People read it in the overview and in mail. A store may answer with a long text, and some errors of Node have none. */
const problemOf = (error: Error): string => short(error.message || String(error), 1_000);
