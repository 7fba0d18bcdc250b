import type { Manifest } from '../archive/manifest.ts';
import type { Config } from '../../config.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Connection } from '../../ground/db/connect/client.ts';
import type { Pool } from '../../ground/db/pool.ts';
import type { FileStore } from '../../ground/files/store.ts';
import type { Place } from '../../ground/objects/place.ts';
import type { ObjectStore } from '../../ground/objects/store.ts';

export interface BackupDeps {
  /** For the snapshot, which has a connection of its own. */
  connection: Connection;
  /** For the record of the run. */
  pool: Pool;
  files: FileStore;
  config: Pick<Config, 'dataDir' | 'backupKey' | 's3Endpoint'>;
  place: Place;
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
}

/** Takes a backup and records the run. Rejects with `BackupRunning` if another backup of this database is running. */
export async function takeBackup(deps: BackupDeps, _options: BackupOptions = {}): Promise<TakenBackup> {
  throw new CommandError(`No backup can be written to ${JSON.stringify(deps.place)} yet.`);
}
