import type { Logger } from 'pino';
import type { ReadOutcome } from './reading/outcome.ts';
import type { PdfReader } from './reading/reader.ts';
import { forgetAttempt, readTexts, unreadFiles, writeAttempt, writeText, writeWords } from './document-store.ts';
import { wordsOf } from './words.ts';
import { checked } from '../../ground/files/checked.ts';
import type { FileStore } from '../../ground/files/store.ts';
import type { CompanyId, Pool } from '../../ground/db/pool.ts';

export interface ReadingDeps {
  pool: Pool;
  files: Pick<FileStore, 'open'>;
  reader: PdfReader;
  log: Logger;
}

/** Larger files are not read, so that a reading holds a bounded amount of memory. */
const maxBytes = 32 * 1024 * 1024;
const tooLarge: ReadOutcome = { outcome: 'failed', reason: 'memory' };

/**
 * Reads the next PDF file of an invoice that nobody has read, and stores its text; after the last one, the words of all
 * files. Returns whether files are left. Rejects if the store does not answer or the process stops, so that the job is
 * repeated.
 */
export async function readNextDocument(
  { pool, files, reader, log }: ReadingDeps,
  company: CompanyId,
  invoiceId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const attempt = async (bytes: Uint8Array<ArrayBuffer>, sha256: Buffer): Promise<ReadOutcome> => {
    await writeAttempt(pool, company, sha256, new Date());
    return reader.read(bytes, signal).catch(async (error: unknown) => {
      await forgetAttempt(pool, company, sha256);
      throw error;
    });
  };
  const unread = await unreadFiles(pool, company, invoiceId);
  for (const [at, sha256] of unread.entries()) {
    const bytes = await bytesOf(files, company, sha256);
    // A missing or altered file is reported by the verification; it may be restored.
    if (bytes === undefined) continue;
    const result = bytes === 'too large' ? tooLarge : await attempt(bytes, sha256);
    if (result.outcome === 'failed')
      log.info(
        { companyId: company, invoiceId, sha256: sha256.toString('hex'), reason: result.reason },
        'the text of a file could not be read',
      );
    await writeText(pool, company, sha256, result, new Date());
    if (at + 1 < unread.length) return true;
  }
  const words = wordsOf(await readTexts(pool, company, invoiceId));
  if (words.length > 0) await writeWords(pool, company, invoiceId, words);
  return false;
}

class DamagedFile extends Error {}

async function bytesOf(
  files: Pick<FileStore, 'open'>,
  company: CompanyId,
  sha256: Buffer,
): Promise<Uint8Array<ArrayBuffer> | 'too large' | undefined> {
  const file = await files.open(company, sha256);
  if (file === undefined) return undefined;
  if (file.size > maxBytes) {
    file.stream.destroy();
    return 'too large';
  }
  const bytes = new Uint8Array(file.size);
  let length = 0;
  try {
    for await (const piece of checked(file.stream, sha256, () => new DamagedFile())) {
      bytes.set(piece, length);
      length += piece.length;
    }
    return bytes;
  } catch (error) {
    if (error instanceof DamagedFile || error instanceof RangeError) return undefined;
    throw error;
  }
}
