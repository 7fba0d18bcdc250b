import type { Command } from 'commander';
import { defaultDestination, isOnSameDisk } from './destination.ts';
import { reportBackup } from './report.ts';
import { takeBackup, type BackupProgress } from './take.ts';
import { listBackups } from '../archive/backups.ts';
import { readConfig, type Config } from '../../config.ts';
import { CommandError } from '../../errors/command-error.ts';
import { short } from '../../../common/errors/words.ts';
import { withDatabase } from '../../ground/db/connect/open.ts';
import { openFileStore } from '../../ground/files/open.ts';
import { StoreUnavailable } from '../../ground/files/unavailable.ts';
import { openObjectStore } from '../../ground/objects/open.ts';
import { readDestination, type Destination } from '../../ground/objects/destination.ts';
import { createBars } from '../../ground/process/progress.ts';
import { listenForStop } from '../../ground/process/stopping.ts';
import { createThrottle } from '../../ground/scheduling/throttle.ts';
import { keyFileOf } from '../../ground/secrets/sealing-keys.ts';

interface BackupArguments {
  to?: string;
  fast?: boolean;
  json?: boolean;
}

export function backupCommands(backup: Command): void {
  backup
    .option('--to <place>', 'a folder or s3://bucket/prefix (default: BACKUP_URL, or the folder DATA_DIR/backups)')
    .option('--fast', 'use the whole machine: for a service that nobody uses at this time')
    .option('--json', 'print the result as JSON')
    .action(take);

  backup
    .command('list')
    .description(
      'List the backups of a place, the newest first. Those without a manifest are running or were interrupted.',
    )
    .option('--from <place>', 'a folder or s3://bucket/prefix (default: BACKUP_URL, or the folder DATA_DIR/backups)')
    // The options of the command above it belong to it, too.
    .action((_own, command: Command) => list(command.optsWithGlobals<ListArguments>()));
}

interface ListArguments {
  from?: string;
  json?: boolean;
}

async function list({ from, json = false }: ListArguments): Promise<void> {
  const config = readConfig(process.env);
  const store = await openObjectStore(destinationIn(config, from), config.s3Endpoint);
  try {
    const backups = await listBackups(store);
    if (json) console.log(JSON.stringify({ place: store.name, backups }));
    else if (backups.length === 0) console.error(`There are no backups in ${store.name}.`);
    else
      for (const { name, isComplete, isEncrypted } of backups)
        console.log(`${name}\t${isComplete ? 'complete' : 'not complete'}${isEncrypted ? ', encrypted' : ''}`);
  } catch (error) {
    throw error instanceof StoreUnavailable ? new CommandError(error.message, 2) : error;
  } finally {
    store.close();
  }
}

async function take({ to, fast = false, json = false }: BackupArguments): Promise<void> {
  const config = readConfig(process.env);
  const destination = destinationIn(config, to);
  const { signal } = listenForStop();
  const files = await openFileStore(config);
  const bars = json && process.stdout.isTTY ? undefined : createBars(process.stderr);
  const onProgress = ({ stage, done, total }: BackupProgress) => bars?.show(stage, done, total);
  const began = Date.now();
  try {
    await withDatabase(config, async (pool, connection) => {
      const options = { signal, pace: fast ? undefined : createThrottle(), onProgress };
      const backup = await takeBackup({ connection, pool, files, config, destination }, options).finally(bars?.end);
      const seconds = Math.round((Date.now() - began) / 1000);
      await reportBackup(pool, { backup, warnings: await warningsOf(config, destination), seconds }, json);
    });
  } catch (error) {
    if (signal.aborted) throw new CommandError('The backup was stopped. Files that were copied stay; take it again.');
    throw error instanceof StoreUnavailable ? new CommandError(error.message, 2) : error;
  } finally {
    files.close();
  }
}

function destinationIn(config: Config, to: string | undefined): Destination {
  if (to === undefined)
    return config.backups === undefined || config.backups === 'elsewhere' ? defaultDestination(config) : config.backups;
  const destination = readDestination(to);
  if (destination === undefined)
    throw new CommandError(
      `${JSON.stringify(short(to))} is no place for backups: write a folder, or an address such as s3://bucket/prefix.`,
      2,
    );
  return destination;
}

async function warningsOf(config: Config, destination: Destination): Promise<string[]> {
  const warnings: string[] = [];
  if (await isOnSameDisk(destination, config))
    warnings.push(
      'The backup is on the same disk as the data, and is lost with it. Name another disk or a bucket with --to or BACKUP_URL.',
    );
  if (config.backupKey === undefined)
    warnings.push(
      `The backup is not encrypted, because BACKUP_KEY is not set. ${keyFileOf(config.dataDir)}, the key of the secrets, is therefore not part of it: keep a copy elsewhere.`,
    );
  return warnings;
}
