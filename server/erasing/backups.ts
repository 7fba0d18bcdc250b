import type { Config } from '../config.ts';
import { openObjectStore } from '../ground/objects/open.ts';
import { defaultDestination } from '../keeping/backup/destination.ts';
import { listBackups } from '../keeping/archive/backups.ts';
import { dayOf } from './operator.ts';

/** A backup that still has what was erased. */
export interface ExpiringBackup {
  name: string;
  /** The night after which the service has removed it. Null if nothing removes it. */
  expiresOn: string | null;
}

export interface ExpiringBackups {
  place: string;
  backups: ExpiringBackup[];
}

const dayMs = 24 * 3600 * 1000;

/** A good backup is removed once `kept` newer ones exist, and one is taken every night. `names` are the newest first. */
export const expiriesOf = (names: readonly string[], kept: number, now: Date): ExpiringBackup[] =>
  names.map((name, newer) => ({
    name,
    expiresOn: kept === 0 ? null : dayOf(new Date(now.getTime() + Math.max(1, kept - newer) * dayMs)),
  }));

/** The backups of the configured place. Nothing removes those that only commands take. */
export async function readExpiries(config: Config, now: Date): Promise<ExpiringBackups> {
  const nightly = config.backups !== undefined && config.backups !== 'elsewhere';
  const destination = nightly
    ? (config.backups as Exclude<Config['backups'], 'elsewhere' | undefined>)
    : defaultDestination(config);
  const place = await openObjectStore(destination, config.s3Endpoint);
  try {
    const names = (await listBackups(place)).filter(({ isComplete }) => isComplete).map(({ name }) => name);
    return { place: place.name, backups: expiriesOf(names, nightly ? config.backupsKept : 0, now) };
  } finally {
    place.close();
  }
}
