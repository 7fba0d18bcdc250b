import { v7 as uuidv7 } from 'uuid';
import { createBatch } from '../db/batch.ts';
import { writeOnce, type Insert, type Key, type Outcome } from '../db/once.ts';
import type { Pool } from '../db/pool.ts';
import { badRequest, conflict } from '../errors.ts';
import type { Partner } from '../http/auth.ts';
import { createOrExplain } from '../http/create.ts';
import { describeDifferences, differences, parseExactly } from '../http/json.ts';
import { supplierExists } from '../suppliers/store.ts';
import { findingsOf } from './rules.ts';
import type { SupplierInvoice, SupplierInvoiceCreated } from './schemas.ts';
import { findInvoice, insertInvoices, type NewInvoice } from './store.ts';
import { short } from '../short.ts';

interface Item extends NewInvoice {
  key: Key | undefined;
  answer: SupplierInvoiceCreated;
}

const insert: Insert<Item, SupplierInvoiceCreated> = async (tx, company, items) => {
  const stored = await insertInvoices(tx, company, items.toSorted(byReference), new Date());
  return items.map(({ id, answer }) => (stored.has(id) ? answer : undefined));
};

export function invoiceCreation(pool: Pool, observe: (size: number) => void) {
  const submit = createBatch<Item, Outcome<SupplierInvoiceCreated>>({
    write: (company, items) => writeOnce(pool, company, items, insert),
    weigh: ({ document }) => document.length,
    observe,
  });

  return (partner: Partner, invoice: SupplierInvoice, document: string, message: string, key: Key | undefined) => {
    const { externalReferenceId, supplierNumber } = invoice;
    const id = uuidv7();
    const item: Item = {
      id,
      eventId: uuidv7(),
      partnerId: partner.id,
      externalReferenceId,
      supplierNumber,
      document,
      findings: findingsOf(invoice),
      key,
      answer: { id, message },
    };
    return createOrExplain(
      () => submit(partner.companyId, item),
      async () => {
        const stored = await findInvoice(pool, partner.companyId, partner.id, externalReferenceId);
        if (stored !== undefined) {
          const paths = differences(parseExactly(stored.document), parseExactly(document));
          throw conflict(
            'supplierinvoice.exists',
            `The externalReferenceId ${short(externalReferenceId)} was sent before: it is supplier invoice ${stored.id}; ${describeDifferences(paths)}.`,
            stored.id,
          );
        }
        if (!(await supplierExists(pool, partner.companyId, supplierNumber)))
          throw badRequest('supplier.unknown', `There is no supplier with the number ${short(supplierNumber)}. Create the supplier, then send this invoice again.`);
      },
    );
  };
}

/** Rows are locked in the same order in every process, so that no two wait for each other in a circle. */
const byReference = (a: Item, b: Item) => {
  const [first, second] = [a.partnerId + a.externalReferenceId, b.partnerId + b.externalReferenceId];
  return first < second ? -1 : first > second ? 1 : 0;
};
