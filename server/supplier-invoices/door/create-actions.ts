import { acceptInvoices, type PendingInvoice, checkInvoices } from './accept.ts';
import type { SupplierInvoiceCreated } from './schemas.ts';
import type { Partner } from '../../partners/store.ts';
import type { DoorDeps, RecordKind } from '../../deps.ts';
import { ApiError, conflict } from '../../errors/errors.ts';
import { differing } from '../../../common/errors/words.ts';
import { waking, wakingEach } from '../../events/followers.ts';
import type { CheckedInvoice } from '../../checks/invoice.ts';
import { keysOf, numberKey } from '../../checks/keys.ts';
import { createBatch } from '../../ground/db/batch.ts';
import { createOrExplain, type ConflictExplanations, type WithFindings } from '../../door/create.ts';
import { checkOrExplain, type DryRunResult } from '../../door/dry-run.ts';
import type { IdempotencyKey, Outcome } from '../../idempotency/store.ts';
import { newId } from '../../ground/db/ids.ts';
import type { Db } from '../../ground/db/pool.ts';
import { differences } from '../../ground/json/json.ts';
import { identifierOf, withIdentifiers } from '../../identifiers.ts';
import { invoiceIdentifiers, invoiceShape, removedInvoiceFields, type SupplierInvoice } from '../shape.ts';
import { findInvoices, readInvoiceDocument, type SentReference, type StoredInvoice } from '../store.ts';
import { nearestSupplierNumber } from '../../suppliers/nearest-store.ts';
import { supplierExists } from '../../suppliers/store.ts';

export const createdInvoice: RecordKind = {
  type: 'supplierInvoice',
  noun: 'supplier invoice',
  shape: invoiceShape,
  removed: removedInvoiceFields,
  readDocument: readInvoiceDocument,
};

export function invoiceCreation({ pool, followers, metrics, recordKinds }: DoorDeps) {
  const { compareThenInsert, insertIfNew, insertIfNewForCompanies } = acceptInvoices(pool);
  const submit = createBatch<PendingInvoice, Outcome<WithFindings<SupplierInvoiceCreated>>>({
    write: waking(followers, compareThenInsert),
    writeQuickly: waking(followers, insertIfNew),
    // On a cluster each company is on a worker of its own.
    writeForCompanies: (pool as Db).isDistributed === true ? undefined : wakingEach(followers, insertIfNewForCompanies),
    weigh: ({ document }) => document.length,
    observe: metrics.observeBatch('createSupplierInvoice'),
  });

  const submitDryRun = createBatch<PendingInvoice, Outcome<DryRunResult>>({
    write: checkInvoices(pool),
    weigh: ({ document }) => document.length,
  });

  /** Finds the invoices that have the references of refused ones. */
  const find = createBatch<SentReference, StoredInvoice | null>({
    write: (company, sent) => findInvoices(pool, company, sent),
    weigh: () => 0,
  });

  const prepare = (
    partner: Partner,
    traceId: string,
    invoice: SupplierInvoice,
    checked: CheckedInvoice,
    document: string,
    bodySha256: string,
    message: string,
    key: IdempotencyKey | undefined,
  ) => {
    const [externalReferenceId, supplierNumber] = [
      identifierOf(invoice.externalReferenceId),
      identifierOf(invoice.supplierNumber),
    ];
    const { invoiceDate, invoiceDay, paymentDueDate, paymentDueDay } = checked;
    const id = newId();
    const item: PendingInvoice = {
      company: partner.companyId,
      id,
      partnerId: partner.id,
      partnerName: partner.name,
      traceId,
      externalReferenceId,
      supplierNumber,
      document,
      bodySha256,
      checked,
      keys: keysOf(checked),
      dates: { invoiceDate, invoiceDay, paymentDueDate, paymentDueDay },
      credits: numberKey(checked.creditInvoiceReference),
      key,
      message,
      findings: [],
      state: 'received',
      answer: { id, message, findingCodes: undefined },
    };
    const { companyId } = partner;
    const explanations: ConflictExplanations = {
      key,
      recordKinds,
      explain: async () => {
        const stored = await find(companyId, { partnerId: partner.id, externalReferenceId, bodySha256 });
        if (stored !== null) {
          const earlier = stored.isSame ? document : await readInvoiceDocument(pool, companyId, stored.id);
          const paths = await differences(partner.id, earlier ?? document, document, (one) =>
            withIdentifiers(one, invoiceIdentifiers),
          );
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
      keepsBody: true,
      // The key stands for the body as sent, so the comparison includes white space.
      differencesFrom: async (earlier) => {
        const stored = await readInvoiceDocument(pool, companyId, earlier);
        return stored === undefined ? undefined : differences(partner.id, stored, document);
      },
    };
    return { companyId, item, explanations };
  };
  type Sent = Parameters<typeof prepare>;

  return {
    create: (...sent: Sent) => {
      const { companyId, item, explanations } = prepare(...sent);
      return createOrExplain(() => submit(companyId, item), explanations);
    },
    dryRun: (...sent: Sent) => {
      const { companyId, item, explanations } = prepare(...sent);
      return checkOrExplain(() => submitDryRun(companyId, item), explanations);
    },
  };
}
