import type { Readable } from 'node:stream';
import { findInvoiceFile, readStoredFiles, type StoredFile } from '../invoice-queries.ts';
import { ApiError, notFound } from '../../../errors/errors.ts';
import type { CompanyId, Pool } from '../../../ground/db/pool.ts';
import { checked } from '../../../ground/files/checked.ts';
import type { FileProblem } from '../../../files/store.ts';
import type { FileCheck } from '../../../ground/files/shared-check.ts';
import type { ByteRange, FileStore } from '../../../ground/files/store.ts';
import { namesInFolder, zipOf } from '../../../ground/files/zip.ts';

export interface FileDeps {
  pool: Pool;
  files: FileStore;
  check: FileCheck;
  /** Called if the stored bytes are missing or differ from the attached ones. */
  onDamage: (file: StoredFile, problem: FileProblem) => void;
}

export async function findFile(pool: Pool, company: CompanyId, id: string, fileId: string): Promise<StoredFile> {
  const file = await findInvoiceFile(pool, company, id, fileId);
  if (file === undefined) throw notFound();
  if (file.isErased) throw new ApiError('file.erased');
  return file;
}

/**
 * A range cannot be compared with the SHA-256 while it is sent, so the whole file is compared first. This costs the
 * server a read, and keeps altered bytes from whoever decides by the file.
 */
export async function openFile(
  deps: FileDeps,
  company: CompanyId,
  file: StoredFile,
  range: ByteRange | undefined,
): Promise<Readable> {
  if (range === undefined || range.end - range.start + 1 === file.size) return openStored(deps, company, file);
  if ((await deps.check(company, file.sha256)) === 'altered') throw failure(deps, file, 'altered');
  return openSized(deps, company, file, range);
}

/** Fails before the first byte is sent if a file is missing or has another size. */
export async function openInvoiceFiles(deps: FileDeps, company: CompanyId, id: string) {
  const stored = await readStoredFiles(deps.pool, company, id);
  const [first] = stored;
  if (first === undefined) throw notFound();
  for (const file of stored) (await openStored(deps, company, file)).destroy();
  const names = namesInFolder(stored.map(({ fileName }) => fileName));
  const zip = await zipOf(
    stored.map((file, at) => ({
      name: names[at] ?? file.id,
      size: file.size,
      modified: file.createdAt,
      open: () => openStored(deps, company, file),
    })),
  );
  return { ...zip, fileName: namesInFolder([`${first.invoiceNumber}.zip`])[0] ?? '' };
}

/** Compares the size at once, and the SHA-256 while the file is read. */
async function openStored(deps: FileDeps, company: CompanyId, file: StoredFile): Promise<Readable> {
  const stream = await openSized(deps, company, file);
  return checked(stream, file.sha256, () => failure(deps, file, 'altered'));
}

async function openSized(deps: FileDeps, company: CompanyId, file: StoredFile, range?: ByteRange): Promise<Readable> {
  const opened = await deps.files.open(company, file.sha256, range);
  if (opened === undefined) throw failure(deps, file, 'missing');
  if (opened.size !== file.size) {
    opened.stream.destroy();
    throw failure(deps, file, 'altered');
  }
  return opened.stream;
}

const codes = { missing: 'file.missing', altered: 'file.damaged' } as const;

function failure({ onDamage }: FileDeps, file: StoredFile, problem: FileProblem): ApiError {
  onDamage(file, problem);
  return new ApiError(codes[problem]);
}
