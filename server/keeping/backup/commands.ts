import type { Command } from 'commander';
import { defaultDestination, isOnSameDisk } from './destination.ts';
import { takeBackup, type BackupProgress, type TakenBackup } from './take.ts';
import { listBackups } from '../archive/backups.ts';
import { readConfig, type Config } from '../../config.ts';
import { CommandError } from '../../errors/command-error.ts';
import { short, counted, sizeInWords, thousands } from '../../../common/errors/words.ts';
import { withDatabase } from '../../ground/db/connect/open.ts';
import { openFileStore } from '../../ground/files/open.ts';
import { StoreUnavailable } from '../../ground/files/unavailable.ts';
import { openObjectStore } from '../../ground/objects/open.ts';
import { readDestination, type Destination } from '../../ground/objects/destination.ts';
import { createBars } from '../../ground/process/progress.ts';
import { listenForStop } from '../../ground/process/stopping.ts';
import { createThrottle } from '../../ground/scheduling/throttle.ts';
import { keyFileOf } from '../../ground/secrets/sealing-keys.ts';
import { damageInWords, listed } from '../../files/report.ts';
import { readOwners } from '../../files/store.ts';
import type { Db } from '../../ground/db/pool.ts';

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

export interface BackupReport {
  backup: TakenBackup;
  warnings: string[];
  seconds: number;
}

/** Throws if the backup lacks files that are damaged in the store. */
export async function reportBackup(db: Db, report: BackupReport, json: boolean): Promise<void> {
  const { backup, warnings, seconds } = report;
  const { place, name, files, copied, damaged } = backup;
  if (json) console.log(JSON.stringify(asJson(report)));
  else {
    console.log(
      `Backed up ${counted(backup.rows, 'row')} and ${counted(files.count, 'file')} (${thousands(copied.count)} of them new) to ${place} as ${name}: ${sizeInWords(backup.storedBytes)} in ${seconds} s.`,
    );
    if (backup.removedLeftovers > 0)
      console.log(`Earlier backups that failed or were killed, now removed: ${thousands(backup.removedLeftovers)}.`);
    console.log(`To try it: doorway restore ${place}/backups/${name} --check`);
    for (const warning of warnings) console.error(warning);
  }
  if (damaged.length === 0) return;
  const summary = `The backup is complete except for ${counted(damaged.length, 'file')} that the store does not have whole. Restore ${damaged.length === 1 ? 'it' : 'them'} from an earlier backup.`;
  throw new CommandError(json ? summary : `${listed(await damageLines(db, backup))}\n${summary}`);
}

const maxNamed = 1_000;
const ownersPerFile = 10;

async function damageLines(db: Db, { companies, damaged }: TakenBackup): Promise<string[]> {
  const names = new Map(companies.map(({ id, name }) => [id, name]));
  const lines: string[] = [];
  for (const { company, sha256, problem } of damaged.slice(0, maxNamed)) {
    const name = names.get(company) ?? company;
    const owners = await readOwners(db, company, Buffer.from(sha256, 'hex'), ownersPerFile);
    if (owners.length === 0) lines.push(`${name}: the file with the SHA-256 ${sha256} is ${problem}`);
    else lines.push(...owners.map((owner) => damageInWords(name, problem, owner)));
  }
  return lines;
}

const asJson = ({ backup, warnings, seconds }: BackupReport) => ({
  place: backup.place,
  name: backup.name,
  takenAt: backup.takenAt,
  endedAt: backup.endedAt,
  seconds,
  version: backup.version,
  isEncrypted: backup.isEncrypted,
  companies: backup.companies,
  rows: backup.rows,
  files: backup.files,
  copied: backup.copied,
  storedBytes: backup.storedBytes,
  removedLeftovers: backup.removedLeftovers,
  damaged: backup.damaged,
  warnings,
});
