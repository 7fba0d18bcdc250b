import { ownInvoice } from './present.ts';
import type { InvoiceQuery } from './reading-schemas.ts';
import { listOwnInvoices, readOwnInvoice } from './own-invoices-store.ts';
import type { Partner } from '../../../partners/store.ts';
import type { DoorDeps } from '../../../deps.ts';
import { endOf, limitOf, positionIn } from '../../../door/reading.ts';
import { ApiError } from '../../../errors/errors.ts';
import { isUuid } from '../../../ground/db/ids.ts';

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
