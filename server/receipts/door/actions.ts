import type { SupplierInvoiceReceipt } from './schemas.ts';
import type { Partner } from '../../partners/store.ts';
import { ApiError } from '../../errors/errors.ts';
import { isUuid } from '../../ground/db/ids.ts';
import type { Pool } from '../../ground/db/pool.ts';
import { findReceived } from '../../supplier-invoices/store.ts';
import type { Signer } from '../keys.ts';

/** Signed anew each time: what a receipt says is stored with the invoice, the receipt itself is not. */
export async function readReceipt(
  pool: Pool,
  signer: Signer,
  { companyId, id: partnerId, isSandbox }: Partner,
  id: string,
  issuer: string,
): Promise<SupplierInvoiceReceipt> {
  const received = isUuid(id) ? await findReceived(pool, companyId, { id, sentBy: partnerId }) : undefined;
  if (received === undefined) throw new ApiError('supplierinvoice.unknown', { id, ofPartner: true, inPath: true });
  const { externalReferenceId, createdAt, bodySha256 } = received;
  if (bodySha256 === null) throw new ApiError('receipt.missing', { id: received.id });
  const now = new Date();
  const payload = {
    iss: issuer,
    sub: received.id,
    aud: partnerId,
    iat: Math.floor(now.getTime() / 1000),
    operation: 'createSupplierInvoice',
    externalReferenceId,
    receivedAt: createdAt.getTime(),
    sha256: bodySha256.toString('hex'),
    // The same key signs both: nobody may take a rehearsal for a real invoice.
    ...(isSandbox && { sandbox: true }),
  };
  return { receipt: await signer.sign(payload, now) };
}
