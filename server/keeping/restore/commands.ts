import type { Command } from 'commander';
import { asJson, asText, type RestoreReport } from './report.ts';
import { restoreBackup, type RestoreDeps, type RestoreStage } from './restore.ts';
import { withScratchDatabase } from './scratch.ts';
import { findBackup } from '../archive/backups.ts';
import { readConfig, type Config } from '../../config.ts';
import { CommandError } from '../../errors/command-error.ts';
import { openDatabase } from '../../ground/db/connect/open.ts';
import { openFileStore } from '../../ground/files/open.ts';
import { StoreUnavailable } from '../../ground/files/unavailable.ts';
import { printable } from '../../ground/text/printable.ts';
import { createBars } from '../../ground/process/progress.ts';
import { listenForStop } from '../../ground/process/stopping.ts';

interface RestoreArguments {
  check?: boolean;
  json?: boolean;
}

export function restoreCommands(restore: Command): void {
  restore
    .argument('<from>', 'a folder or s3://bucket/prefix with backups: its newest one; or one of them, …/backups/<name>')
    .option('--check', 'restore into a scratch database, verify, and throw it away; changes nothing')
    .option('--json', 'print the result as JSON')
    .action(run);
}

async function run(from: string, { check: isCheck = false, json: isJson = false }: RestoreArguments): Promise<void> {
  const config = readConfig(process.env);
  const { signal } = listenForStop();
  const { target: backup, manifest } = await findBackup(from, { key: config.backupKey, endpoint: config.s3Endpoint });
  const found = { backup, manifest };
  const bars = isJson && process.stdout.isTTY ? undefined : createBars(process.stderr);
  const onProgress = (stage: RestoreStage, done: number, total: number) => bars?.show(stages[stage], done, total);
  const restore = (deps: RestoreDeps) => restoreBackup(deps, { onProgress, signal });
  try {
    const restored = await (isCheck
      ? withScratchDatabase(config.dataDir, (connection) =>
          restore({ ...found, connection, embeddedIn: undefined, store: undefined }),
        )
      : withTarget(config, signal, (target) => restore({ ...found, ...target })));
    bars?.end();
    const report: RestoreReport = { manifest, source: `${backup.store.name}/${backup.folder}`, restored, isCheck };
    console.log(isJson ? printable(JSON.stringify(asJson(report))) : asText(report));
    if (restored.problems.length > 0) process.exitCode = 1;
  } catch (error) {
    if (signal.aborted) throw new CommandError(stopped(isCheck));
    // 1 is for a damaged backup.
    throw error instanceof StoreUnavailable ? new CommandError(error.message, 2) : error;
  } finally {
    bars?.end();
    backup.store.close();
  }
}

const stopped = (isCheck: boolean) =>
  isCheck ? 'The check was stopped.' : 'The restore was stopped. Run the same command again; it continues.';

async function withTarget<T>(
  config: Config,
  signal: AbortSignal,
  work: (target: Pick<RestoreDeps, 'connection' | 'embeddedIn' | 'store'>) => Promise<T>,
): Promise<T> {
  const files = await openFileStore(config);
  try {
    const database = await openDatabase(config, undefined, signal);
    const { connection, embeddedIn } = database;
    return await work({ connection, embeddedIn, store: { files, dataDir: config.dataDir } }).finally(() =>
      database.close(),
    );
  } finally {
    files.close();
  }
}

const stages: Record<RestoreStage, string> = {
  verifying: 'bytes of the backup verified',
  files: 'files restored',
  rows: 'rows loaded and compared',
  lists: 'companies listed anew',
};
