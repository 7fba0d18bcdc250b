import type { SupplierInvoiceCreated } from './schemas.ts';
import type { Partner } from '../../access/store.ts';
import type { DoorDeps } from '../../deps.ts';
import { ApiError, conflict } from '../../errors/errors.ts';
import { differing } from '../../errors/words.ts';
import { waking } from '../../events/followers.ts';
import { createBatch } from '../../ground/db/batch.ts';
import { createOrExplain } from '../../ground/db/create-once.ts';
import { writeOnce, type Insert, type Key, type Outcome } from '../../ground/db/once.ts';
import { newId } from '../../ground/ids.ts';
import { differences, parseExactly } from '../../ground/json/json.ts';
import { identifierOf, withIdentifiers } from '../../identifiers.ts';
import { findingsOf } from '../rules.ts';
import { invoiceIdentifiers, type SupplierInvoice } from '../shape.ts';
import { findInvoice, insertInvoices, readInvoiceDocument, type NewInvoice } from '../store.ts';
import { nearestSupplierNumber } from '../../suppliers/nearest-store.ts';
import { supplierExists } from '../../suppliers/store.ts';

interface Item extends NewInvoice {
  key: Key | undefined;
  subjectId: string;
  answer: SupplierInvoiceCreated;
}

const insert: Insert<Item, SupplierInvoiceCreated> = async (tx, company, items) => {
  const stored = await insertInvoices(tx, company, items.toSorted(byReference), new Date());
  return items.map(({ id, answer }) => (stored.has(id) ? answer : undefined));
};

export function invoiceCreation({ pool, followers, metrics, madeBy }: DoorDeps) {
  const submit = createBatch<Item, Outcome<SupplierInvoiceCreated>>({
    write: waking(followers, (company, items) => writeOnce(pool, company, items, insert)),
    weigh: ({ document }) => document.length,
    observe: metrics.observeBatch('createSupplierInvoice'),
  });

  return (
    partner: Partner,
    traceId: string,
    invoice: SupplierInvoice,
    document: string,
    message: string,
    key: Key | undefined,
  ) => {
    const [externalReferenceId, supplierNumber] = [
      identifierOf(invoice.externalReferenceId),
      identifierOf(invoice.supplierNumber),
    ];
    const id = newId();
    const item: Item = {
      id,
      eventId: newId(),
      partnerId: partner.id,
      partnerName: partner.name,
      traceId,
      externalReferenceId,
      supplierNumber,
      document,
      findings: findingsOf(invoice),
      key,
      subjectId: id,
      answer: { id, message },
    };
    const { companyId } = partner;
    return createOrExplain(() => submit(companyId, item), {
      key,
      madeBy,
      explain: async () => {
        const stored = await findInvoice(pool, companyId, partner.id, externalReferenceId);
        if (stored !== undefined) {
          const [before, now] = [stored.document, document].map((text) =>
            withIdentifiers(parseExactly(text), invoiceIdentifiers),
          );
          const paths = differences(before, now);
          throw conflict(
            'supplierinvoice.exists',
            { externalReferenceId, id: stored.id, ...differing(paths) },
            stored.id,
          );
        }
        if (!(await supplierExists(pool, companyId, supplierNumber)))
          throw new ApiError('supplier.unknown', {
            number: supplierNumber,
            nearest: await nearestSupplierNumber(pool, companyId, supplierNumber),
          });
      },
      // The key stands for the body as it was sent, so here a blank does make a difference.
      differencesFrom: async (earlier) => {
        const stored = await readInvoiceDocument(pool, companyId, earlier);
        return stored === undefined ? undefined : differences(parseExactly(stored), parseExactly(document));
      },
    });
  };
}

/** Rows are locked in the same order in every process, so that no two wait for each other in a circle. */
const byReference = (a: Item, b: Item) =>
  compare(a.partnerId, b.partnerId) || compare(a.externalReferenceId, b.externalReferenceId);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
