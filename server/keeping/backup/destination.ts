import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { Config } from '../../config.ts';
import { CommandError } from '../../errors/command-error.ts';
import { ifMissing } from '../../ground/files/folders.ts';
import type { Destination } from '../../ground/objects/destination.ts';

type Paths = Pick<Config, 'dataDir' | 'filesBucket'>;

/** A place without --to and BACKUP_URL. */
export const defaultDestination = ({ dataDir }: Pick<Config, 'dataDir'>): Destination => ({
  folder: join(dataDir, 'backups'),
});

/** A place has folders of its own, in which old files are removed. None of them may have the data of the service. */
export async function refuseOwnData(destination: Destination, { dataDir, filesBucket }: Paths): Promise<void> {
  if ('bucket' in destination) {
    const { bucket, prefix } = destination;
    if (filesBucket?.bucket !== bucket) return;
    if (filesBucket.prefix === prefix || ownedBy(prefix, '/').some((folder) => filesBucket.prefix.startsWith(folder)))
      throw refusal(`s3://${bucket}/${prefix}`, 'FILES_URL');
    return;
  }
  const [folder, data] = await Promise.all([realPath(destination.folder), realPath(dataDir)]);
  const isInside = `${folder}${sep}`.startsWith(`${data}${sep}`);
  const isBackups = `${folder}${sep}`.startsWith(join(data, 'backups') + sep);
  const holdsData = ownedBy(`${folder}${sep}`, sep).some((owned) => `${data}${sep}`.startsWith(owned));
  if ((isInside && !isBackups) || holdsData) throw refusal(destination.folder, 'DATA_DIR');
}

const ownedBy = (prefix: string, separator: string) => [`${prefix}files${separator}`, `${prefix}backups${separator}`];

const refusal = (path: string, key: string) =>
  new CommandError(
    `${path} has the service's own data (${key}), so it cannot have backups. Name another folder or bucket.`,
    2,
  );

/** Of a folder that does not exist yet, too. */
const realPath = (folder: string): Promise<string> =>
  realpath(folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || dirname(folder) === folder) return folder;
    return join(await realPath(dirname(folder)), basename(folder));
  });

/** Such backups are lost together with the data. */
export async function isOnSameDisk(destination: Destination, { dataDir }: Pick<Config, 'dataDir'>): Promise<boolean> {
  if ('bucket' in destination) return false;
  const [one, other] = await Promise.all(
    [destination.folder, dataDir].map((folder) => stat(folder).catch(ifMissing(undefined))),
  );
  return one !== undefined && one.dev === other?.dev;
}
