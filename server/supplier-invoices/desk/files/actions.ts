import type { Readable } from 'node:stream';
import { findInvoiceFile, readStoredFiles, type StoredFile } from '../queries.ts';
import { ApiError, notFound } from '../../../errors/errors.ts';
import type { CompanyId, Pool } from '../../../ground/db/pool.ts';
import { checked } from '../../../ground/files/checked.ts';
import type { FileStore } from '../../../ground/files/disk.ts';
import { namesInFolder, zipOf } from '../../../ground/files/zip.ts';

export interface OpensFiles {
  pool: Pool;
  files: FileStore;
  /** Told where the bytes of a file are not those that were attached. */
  damaged: (fileId: string) => void;
}

/** A file of an invoice, opened. */
export async function openInvoiceFile(opens: OpensFiles, company: CompanyId, id: string, fileId: string) {
  const file = await findInvoiceFile(opens.pool, company, id, fileId);
  if (file === undefined) throw notFound();
  return { ...file, stream: await openStored(opens, company, file) };
}

/** All files of an invoice as one zip. Whether each is there in its size is known before the first byte is sent. */
export async function openInvoiceFiles(opens: OpensFiles, company: CompanyId, id: string) {
  const stored = await readStoredFiles(opens.pool, company, id);
  const [first] = stored;
  if (first === undefined) throw notFound();
  for (const file of stored) (await openStored(opens, company, file)).destroy();
  const names = namesInFolder(stored.map(({ fileName }) => fileName));
  const zip = await zipOf(
    stored.map((file, at) => ({
      name: names[at] ?? file.id,
      size: file.size,
      modified: file.createdAt,
      open: () => openStored(opens, company, file),
    })),
  );
  return { ...zip, fileName: namesInFolder([`${first.invoiceNumber}.zip`])[0] ?? '' };
}

/** It is compared with what was attached: its size now, its SHA-256 as it is read. */
async function openStored({ files, damaged }: OpensFiles, company: CompanyId, file: StoredFile): Promise<Readable> {
  const opened = await files.open(company, file.sha256);
  if (opened === undefined) throw new ApiError('file.missing');
  const failure = () => {
    damaged(file.id);
    return new ApiError('file.damaged');
  };
  if (opened.size !== file.size) {
    opened.stream.destroy();
    throw failure();
  }
  return checked(opened.stream, file.sha256, failure);
}
