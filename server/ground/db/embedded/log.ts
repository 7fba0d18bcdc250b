import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { messageOf, type User } from './command.ts';
import { CommandError } from '../../../errors/command-error.ts';

const maxBytes = 10 * 1024 * 1024;
const kept = 256 * 1024;

export const logFile = (directory: string) => `${directory}.log`;

/**
 * The file is opened here and passed to PostgreSQL, so that its user needs no write access to the folder. That user may
 * own the folder, so root must not follow links in it.
 */
export async function openLog(directory: string, as: User | undefined): Promise<FileHandle> {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  const file = await open(logFile(directory), O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600).catch((error: Error) => {
    throw unusable(directory, error.message);
  });
  const found = await file.stat();
  if (!found.isFile() || found.nlink !== 1) {
    await file.close();
    throw unusable(directory, 'it is not a plain file');
  }
  if (as && found.uid !== as.uid) await file.chown(as.uid, as.gid);
  return file;
}

/**
 * Keeps the end of a log that has grown too long. PostgreSQL appends, so it continues at the new end; lines written at
 * this very moment may be lost.
 */
export async function trim(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  if (size <= maxBytes) return;
  const end = await readFrom(file, size - kept);
  await file.truncate(0);
  await file.write(end.subarray(end.indexOf('\n') + 1));
}

export async function trimLog(directory: string, as: User | undefined): Promise<void> {
  const file = await openLog(directory, as);
  await trim(file).finally(() => file.close());
}

/** Never throws: the log explains another failure. */
export async function logSince(directory: string, as: User | undefined, from = 0): Promise<string> {
  try {
    const file = await openLog(directory, as);
    const { size } = await file.stat();
    return (await readFrom(file, Math.max(from, size - kept)).finally(() => file.close())).toString('utf8').trimEnd();
  } catch (error) {
    return messageOf(error);
  }
}

/** Omits the lines about this service's own attempts to connect. */
export function lastLines(log: string): string {
  const noise =
    /FATAL: {2}the database system is (starting up|shutting down|not yet accepting)|Consistent recovery state has not been/;
  return log
    .split('\n')
    .filter((line) => !noise.test(line))
    .slice(-15)
    .join('\n');
}

async function readFrom(file: FileHandle, position: number): Promise<Buffer> {
  const { size } = await file.stat();
  const buffer = Buffer.alloc(Math.max(0, size - position));
  const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
  return buffer.subarray(0, bytesRead);
}

const unusable = (directory: string, why: string) =>
  new CommandError(
    `PostgreSQL's log cannot be written to ${logFile(directory)}: ${why}. Remove that file or let Doorway write to it.`,
  );
