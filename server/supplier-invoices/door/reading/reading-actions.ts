import type { InvoiceQuery } from './reading-schemas.ts';
import { listOwnInvoices, readOwnInvoice, type OwnInvoice } from './own-invoices-store.ts';
import type { Partner } from '../../../partners/store.ts';
import type { DoorDeps } from '../../../deps.ts';
import { endOf, limitOf, positionIn } from '../../../door/reading.ts';
import { ApiError } from '../../../errors/errors.ts';
import { isUuid } from '../../../ground/db/ids.ts';
import { findingsForPartner } from '../../../checks/message.ts';

/** An invoice as its partner reads it back. A field without a value is left out. */
const ownInvoice = (invoice: OwnInvoice) => ({
  id: invoice.id,
  externalReferenceId: invoice.externalReferenceId,
  supplierNumber: invoice.supplierNumber,
  supplierInvoiceNumber: invoice.supplierInvoiceNumber ?? undefined,
  invoiceDay: invoice.invoiceDay ?? undefined,
  paymentDueDay: invoice.paymentDueDay ?? undefined,
  state: invoice.state,
  reason: invoice.reason ?? undefined,
  findings: findingsForPartner(invoice.findings),
  files: invoice.files,
  questions: invoice.questions,
  createdAt: invoice.createdAt.getTime(),
  updatedAt: invoice.updatedAt.getTime(),
  decidedAt: invoice.decidedAt?.getTime(),
  bookedAt: invoice.bookedAt?.getTime(),
});

export const invoiceUnknown = (id: string) =>
  new ApiError('supplierinvoice.unknown', { id, ofPartner: true, inPath: true });

/** JSON texts: the body is answered digit for digit, as it was sent. */
export interface InvoiceText {
  text: string;
  body: string;
}

export async function readInvoice({ pool }: DoorDeps, partner: Partner, id: string): Promise<InvoiceText> {
  const found = isUuid(id) ? await readOwnInvoice(pool, partner.companyId, partner.id, id) : undefined;
  if (found === undefined) throw invoiceUnknown(id);
  return { text: JSON.stringify(ownInvoice(found)), body: `"invoice":${found.document}` };
}

export async function listInvoices({ pool, projections }: DoorDeps, partner: Partner, query: InvoiceQuery) {
  const begin = positionIn('supplierinvoice', query);
  await projections.catchUp(partner.companyId, pool);
  const filter = {
    reference: query.externalReferenceId,
    equals: { supplier_number: query.supplierNumber, state: query.state },
  };
  const page = await listOwnInvoices(pool, partner.companyId, partner.id, filter, begin, limitOf(query));
  return { supplierInvoices: page.rows.map(ownInvoice), ...endOf('supplierinvoice', page) };
}
