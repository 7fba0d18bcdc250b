import type { Registry } from 'prom-client';
import { readBackupFigures } from './runs-store.ts';
import type { Config } from '../config.ts';
import type { Pool } from '../ground/db/pool.ts';
import { measureTogether } from '../ground/http/observe/gauges.ts';

/** With BACKUP_URL=elsewhere there is nothing to measure, and an alert must not see a backup that was never taken. */
export function measureBackups(registry: Registry, pool: Pool, { backups }: Pick<Config, 'backups'>): void {
  if (backups === 'elsewhere') return;
  measureTogether(registry, () => readBackupFigures(pool), [
    {
      name: 'doorway_backup_last_good_timestamp_seconds',
      help: 'The time of the snapshot of the last good backup; 0 if there is none.',
      valueOf: ({ takenAtSeconds }) => takenAtSeconds,
    },
    {
      name: 'doorway_backup_last_good_duration_seconds',
      help: 'How long the last good backup took.',
      valueOf: ({ durationSeconds }) => durationSeconds,
    },
    {
      name: 'doorway_backup_last_good_bytes',
      help: 'Bytes that the last good backup stored: its rows, and the files that its place did not have yet.',
      valueOf: ({ storedBytes }) => storedBytes,
    },
    {
      name: 'doorway_backup_failures',
      help: 'Attempts that have failed since the last good backup.',
      valueOf: ({ failures }) => failures,
    },
  ]);
}
