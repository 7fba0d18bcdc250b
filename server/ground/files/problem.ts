import { createHash } from 'node:crypto';
import type { FileStore } from './store.ts';
import type { CompanyId } from '../db/pool.ts';

export type FileProblem = 'missing' | 'altered';

/** Reads the whole file; undefined if its bytes have the SHA-256 that it is named by. */
export async function problemOf(
  files: Pick<FileStore, 'open'>,
  company: CompanyId,
  sha256: Buffer,
): Promise<FileProblem | undefined> {
  const file = await files.open(company, sha256);
  if (file === undefined) return 'missing';
  const hash = createHash('sha256');
  for await (const chunk of file.stream) hash.update(chunk as Buffer);
  return hash.digest().equals(sha256) ? undefined : 'altered';
}
