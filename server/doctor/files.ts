import { constants, existsSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { errorCode, messageOf } from '../ground/db/embedded/command.ts';
import type { BucketAddress } from '../ground/files/address.ts';
import { storeAdvice } from '../ground/files/unavailable.ts';
import { fail, ok, warn, type Check } from './check.ts';

/** A difference that the library corrects by itself, but that no clock should have. */
const clockToleranceMs = 60_000;

export const checkFiles = async ({ dataDir, filesBucket, s3Endpoint }: Config): Promise<Check[]> =>
  filesBucket === undefined ? [await checkFolder(dataDir)] : checkBucket('files', filesBucket, s3Endpoint);

/** `needless` are rights that the service does not need there. */
export async function checkBucket(
  check: string,
  address: BucketAddress,
  endpoint: string | undefined,
  needless: readonly string[] = [],
): Promise<Check[]> {
  const { inspectBucket } = await import('../ground/files/s3/inspect.ts');
  const { name, failure, missingRights: missing, clockLagMs } = await inspectBucket(address, endpoint);
  const missingRights = missing.filter((right) => !needless.includes(right));
  const minutes = Math.round(Math.abs(clockLagMs) / 60_000);
  const clock = `The clock of this machine is ${minutes} min ${clockLagMs > 0 ? 'behind' : 'ahead of'} the store’s.`;
  const isClockWrong = Math.abs(clockLagMs) > clockToleranceMs;
  if (failure !== undefined)
    return [
      fail(
        check,
        failure.problem + (isClockWrong ? ` ${clock}` : ''),
        storeAdvice[isClockWrong ? 'clock' : failure.why],
      ),
    ];
  if (missingRights.length > 0)
    return [fail(check, `The credentials lack rights on ${name}: ${missingRights.join(', ')}.`, storeAdvice.rights)];
  return [
    ok(check, `${name} can be read and written to.`),
    ...(isClockWrong ? [warn('clock', clock, storeAdvice.clock)] : []),
  ];
}

async function checkFolder(dataDir: string): Promise<Check> {
  const folder = join(dataDir, 'files');
  if (!existsSync(folder)) return ok('files', `${folder} does not exist yet; doorway serve will make it.`);
  for (const inner of [folder, join(folder, 'incoming')].filter(existsSync)) {
    const problem = await whyNotWritable(inner);
    if (problem !== undefined)
      return fail('files', `${problem}, so nothing can be attached to an invoice.`, 'Let this user write there.');
  }
  return ok('files', `${folder} can be written to.`);
}

export async function whyNotWritable(folder: string): Promise<string | undefined> {
  try {
    if (!(await stat(folder)).isDirectory()) return `${folder} is not a folder`;
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return `${folder} cannot be written to (${errorCode(error) ?? messageOf(error)})`;
  }
}

export function nearestFolder(folder: string): string {
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}
