import { attachTo, refuseKnownOrTooMany, trashUnlessNamed } from '../../attachments/attach.ts';
import type { NewAttachment } from '../../attachments/attachment-store.ts';
import { audit } from '../../../audit/record.ts';
import type { Operator } from '../../../../common/permissions.ts';
import type { OperatorDeps } from '../../../deps.ts';
import { ApiError, notFound } from '../../../errors/errors.ts';
import { newId } from '../../../ground/db/ids.ts';
import type { CompanyId } from '../../../ground/db/pool.ts';
import type { IncomingFile } from '../../../ground/files/store.ts';
import { invoiceExists, lockInvoice } from '../../store.ts';
import { lockedTransaction } from '../../../events/counters.ts';

interface FileToAttach {
  invoiceId: string;
  incoming: IncomingFile;
  fileName: string;
  contentType: string;
  traceId: string;
}

export async function requireInvoice({ pool }: Pick<OperatorDeps, 'pool'>, company: CompanyId, id: string) {
  if (!(await invoiceExists(pool, company, { id, sentBy: undefined }))) throw notFound();
}

/** Bytes first, then the row, as at the door. Bytes that will certainly be refused are not stored. */
export async function attachInvoiceFile(
  { pool, files, followers }: Pick<OperatorDeps, 'pool' | 'files' | 'followers'>,
  company: CompanyId,
  operator: Operator,
  { invoiceId, incoming, fileName, contentType, traceId }: FileToAttach,
): Promise<void> {
  const id = newId();
  const file: NewAttachment = {
    id,
    supplierInvoiceId: invoiceId.toLowerCase(),
    fileName,
    contentType,
    size: incoming.size,
    sha256: incoming.sha256,
    extra: '{}',
    operator: { id: operator.id, name: operator.name },
    traceId,
  };
  await refuseKnownOrTooMany(pool, company, file);
  await incoming.keep(company);
  try {
    await lockedTransaction(pool, company, async (tx, now) => {
      const state = await lockInvoice(tx, company, { id: file.supplierInvoiceId, sentBy: undefined });
      if (state === undefined) throw notFound();
      // Somebody may have attached the same file since the first look.
      await refuseKnownOrTooMany(tx, company, file);
      await attachTo(tx, company, file, state, now);
      const data = { attachmentId: id, fileName, size: file.size, sha256: file.sha256.toString('hex') };
      const entry = { action: 'supplierinvoice.attached', subjectId: file.supplierInvoiceId, data };
      await audit(tx, company, operator, entry, now);
    });
  } catch (error) {
    // Any other error may mean that the database stopped answering after it wrote the row: then the bytes must stay.
    if (error instanceof ApiError) await trashUnlessNamed(pool, files, company, file.sha256);
    throw error;
  }
  followers.wake(company);
}
