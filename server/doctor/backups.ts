import { checkBucket, nearestFolder, whyNotWritable } from './files.ts';
import { ok, fail, warn, type Check } from './check.ts';
import type { Config } from '../config.ts';
import { type Db, touchesRow } from '../ground/db/pool.ts';
import { isOnSameDisk, refuseOwnData } from '../keeping/backup/destination.ts';
import { isOverdue } from '../keeping/rules.ts';
import { readBackupStatus } from '../keeping/runs-store.ts';

const takeOne =
  'Run doorway backup, and set BACKUP_URL, so that the service takes one every night; see docs/keeping.md.';

export async function checkBackups(db: Db, { backups }: Pick<Config, 'backups'>, now = new Date()): Promise<Check> {
  if (backups === 'elsewhere')
    return ok('backups', 'BACKUP_URL says that the database and the files are backed up by other means.');
  const status = await readBackupStatus(db);
  const { lastGood, lastFailed } = status;
  const last = lastGood && `The last good backup is of ${lastGood.takenAt.toISOString()}, in ${lastGood.place}.`;
  if (lastFailed !== undefined)
    return warn(
      'backups',
      `The last backup, to ${lastFailed.place}, failed at ${lastFailed.endedAt.toISOString()}: ${lastFailed.problem} ${last ?? 'There is no good one.'}`,
      'Correct what it names, and run doorway backup.',
    );
  if (last === undefined)
    return (await hasCompanies(db))
      ? warn('backups', 'There is no backup.', takeOne)
      : ok('backups', 'There is no backup yet, and no company.');
  if (isOverdue(status, now, { since: undefined, backups }))
    return warn(
      'backups',
      `${last} That is more than 48 hours ago.`,
      backups === undefined
        ? takeOne
        : 'Run doorway backup, and see that the service, with JOBS, or a worker runs at night.',
    );
  return ok('backups', last);
}

const hasCompanies = (db: Db) => touchesRow(db, 'SELECT FROM companies LIMIT 1');

/** Returns no check if BACKUP_URL names no place. */
export async function checkBackupPlace(config: Config): Promise<Check[]> {
  const { backups, s3Endpoint, backupKey, backupsKept, filesBucket } = config;
  if (backups === undefined || backups === 'elsewhere') return [];
  const refused = await refuseOwnData(backups, config).catch((error: Error) => error.message);
  if (refused !== undefined)
    return [fail('backup-place', refused, 'Set BACKUP_URL to a folder outside of DATA_DIR or to another bucket.')];
  if ('folder' in backups) return [await checkFolder(backups.folder, config)];
  // With all backups kept, nothing is removed, and credentials that cannot remove anything are safer.
  const needless = backupsKept === 0 ? ['s3:DeleteObject'] : [];
  const checks = await checkBucket('backup-place', backups, s3Endpoint, needless);
  if (filesBucket?.bucket === backups.bucket)
    checks.push(
      warn(
        'backup-place',
        `The bucket ${backups.bucket} also has the files of invoices, so both can be lost at once.`,
        'Set BACKUP_URL to a bucket of another account or region.',
      ),
    );
  if (backupKey === undefined)
    checks.push(
      warn(
        'backup-key',
        'Backups are stored unencrypted in the bucket.',
        'Set BACKUP_KEY (openssl rand -base64 32), and keep a copy of the key apart from the backups.',
      ),
    );
  return checks;
}

async function checkFolder(folder: string, { dataDir, databaseUrl, filesBucket }: Config): Promise<Check> {
  const nearest = nearestFolder(folder);
  const problem = await whyNotWritable(nearest);
  if (problem !== undefined)
    return fail(
      'backup-place',
      `BACKUP_URL is ${folder}, but ${problem}.`,
      'Let this user write there, or set BACKUP_URL to another folder.',
    );
  const isDataHere = databaseUrl === undefined || filesBucket === undefined;
  if (isDataHere && (await isOnSameDisk({ folder: nearest }, { dataDir: nearestFolder(dataDir) })))
    return warn(
      'backup-place',
      `${folder} is on the same file system as DATA_DIR, so a lost disk takes the backups with it.`,
      'Mount another disk there, or set BACKUP_URL to s3://bucket/prefix.',
    );
  return ok(
    'backup-place',
    nearest === folder ? `${folder} can be written to.` : `${folder} does not exist yet; the first backup makes it.`,
  );
}
