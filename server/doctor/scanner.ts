import { sizeInWords } from '../../common/errors/words.ts';
import type { Config } from '../config.ts';
import { messageOf } from '../ground/db/embedded/command.ts';
import { connectToScanner, scannerTimes } from '../ground/files/clamd/connection.ts';
import { createScanner } from '../ground/files/clamd/scanner.ts';
import { hashOnly } from '../ground/files/shared-check.ts';
import { fail, ok, type Check } from './check.ts';

const pieceBytes = 64 * 1024;

/** Has a file of the greatest accepted size scanned. Returns no check if files are not scanned. */
export async function checkScanner({ scanner, fileLimit }: Pick<Config, 'scanner' | 'fileLimit'>): Promise<Check[]> {
  if (scanner === undefined) return [];
  const what = `The virus scanner at ${'path' in scanner ? scanner.path : `${scanner.host}:${scanner.port}`}`;
  const connection = connectToScanner(scanner, { ...scannerTimes, replyMs: 10_000 });
  let version: string;
  try {
    connection.send('zVERSION\0');
    version = await connection.reply();
  } catch (error) {
    return [
      fail(
        'scanner',
        `${what} cannot be used: ${messageOf(error)}. Nothing can be attached to an invoice.`,
        'Check that clamd runs, that CLAMD_URL is right, and that this user may connect.',
      ),
    ];
  }
  let reason = '';
  const log = { error: (about: { reason: string }) => (reason = about.reason) };
  const scan = createScanner(scanner, { log: log as never, observe: () => undefined }).begin();
  try {
    await hashOnly.receive(scan.over(zeros(fileLimit)), fileLimit);
    await scan.threat();
    return [ok('scanner', `${what} answers: ${version.slice(0, 80)}. It takes files of ${sizeInWords(fileLimit)}.`)];
  } catch {
    return [
      fail(
        'scanner',
        `${what} does not scan a file of ${sizeInWords(fileLimit)}: ${reason}.`,
        `Set StreamMaxLength, MaxFileSize and MaxScanSize in clamd.conf to at least FILE_LIMIT_BYTES (${fileLimit}).`,
      ),
    ];
  }
}

async function* zeros(bytes: number): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(pieceBytes);
  for (let left = bytes; left > 0; left -= pieceBytes) yield piece.subarray(0, left);
}
