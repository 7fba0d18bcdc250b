import { randomBytes } from 'node:crypto';

/** The time of the snapshot in UTC, and six random digits. */
export const backupName = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{6}$/;

export const backupsFolder = 'backups/';

export const newBackupName = (takenAt: Date): string =>
  `${takenAt.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z-${randomBytes(3).toString('hex')}`;

export const folderOf = (name: string): string => backupsFolder + name;
