import type { Readable } from 'node:stream';
import { findInvoiceFile, readStoredFiles, type StoredFile } from '../queries.ts';
import { ApiError, notFound } from '../../../errors/errors.ts';
import type { CompanyId, Pool } from '../../../ground/db/pool.ts';
import { checked } from '../../../ground/files/checked.ts';
import type { FileStore } from '../../../ground/files/store.ts';
import { namesInFolder, zipOf } from '../../../ground/files/zip.ts';

interface FileDeps {
  pool: Pool;
  files: FileStore;
  /** Called if the stored bytes differ from the attached ones. */
  onDamage: (fileId: string) => void;
}

export async function openInvoiceFile(deps: FileDeps, company: CompanyId, id: string, fileId: string) {
  const file = await findInvoiceFile(deps.pool, company, id, fileId);
  if (file === undefined) throw notFound();
  return { ...file, stream: await openStored(deps, company, file) };
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
async function openStored({ files, onDamage }: FileDeps, company: CompanyId, file: StoredFile): Promise<Readable> {
  const opened = await files.open(company, file.sha256);
  if (opened === undefined) throw new ApiError('file.missing');
  const failure = () => {
    onDamage(file.id);
    return new ApiError('file.damaged');
  };
  if (opened.size !== file.size) {
    opened.stream.destroy();
    throw failure();
  }
  return checked(opened.stream, file.sha256, failure);
}
