import * as store from './supplier-store.ts';
import { readEventsNaming } from './event-store.ts';
import { rewritten } from './redact.ts';
import {
  erasedSupplierName,
  textsOfSupplier,
  withoutDetails,
  withoutOwnTexts,
  withoutSupplier,
  type SupplierTexts,
} from './redact-supplier.ts';
import { refused, type EraseObstacle } from './refused.ts';
import {
  createTally,
  redactAudit,
  redactEvents,
  rowsAtOnce,
  rowsByKind,
  slice,
  type ErasedKind,
  type Erasing,
  type Tally,
} from './walk.ts';
import { audit } from '../audit/record.ts';
import { readEntriesNaming } from '../audit/erase-store.ts';
import { supplierChanged } from '../events/counters.ts';
import { recordEvents } from '../events/record.ts';
import { allowBulk, type CompanyId, type Db } from '../ground/db/pool.ts';
import { nilId } from '../ground/db/key-ranges.ts';
import { maskPersonal, wrongOrganization } from '../../common/numbers/organization.ts';
import { lockSuppliers, readEntries, type Author } from '../suppliers/store.ts';
import type { SupplierEntry } from '../suppliers/shape.ts';
import { countRows } from './operator-store.ts';

export interface SupplierToErase {
  company: CompanyId;
  number: string;
  author: Author;
  /** Years after the calendar year of the last invoice for which the law asks for it. */
  voucherYears: number;
}

/** A number that is no person's, so that nothing of an organisation is erased by mistake. */
const isOrganization = ({ organizationalNumber }: SupplierEntry) =>
  organizationalNumber !== '' &&
  wrongOrganization(organizationalNumber) === undefined &&
  maskPersonal(organizationalNumber) === organizationalNumber;

/** Why the supplier cannot be erased at the given time. */
export function obstacleToEraseSupplier(
  entry: SupplierEntry,
  { open, lastYear }: store.InvoicesOfSupplier,
  voucherYears: number,
  now: Date,
): EraseObstacle | undefined {
  if (isOrganization(entry)) return { code: 'erase.organization' };
  if (open > 0) return { code: 'erase.open' };
  if (lastYear === null) return undefined;
  const until = `${lastYear + voucherYears + 1}-01-01`;
  return now.toISOString() < until ? { code: 'erase.law', parameters: { until } } : undefined;
}

async function readObstacle(
  db: Db,
  { company, number, voucherYears }: SupplierToErase,
  entry: SupplierEntry,
  now: Date,
) {
  return obstacleToEraseSupplier(entry, await store.readInvoicesOf(db, company, number), voucherYears, now);
}

/** Undefined if there is no such supplier. */
export async function findSupplierToErase(
  db: Db,
  supplier: SupplierToErase,
  now: Date,
): Promise<{ entry: SupplierEntry; obstacle: EraseObstacle | undefined } | undefined> {
  const entry = (await readEntries(db, supplier.company, [supplier.number])).get(supplier.number);
  return entry && { entry, obstacle: await readObstacle(db, supplier, entry, now) };
}

/** Present values, and those that were changed or proposed. */
async function readTexts(db: Db, company: CompanyId, entry: SupplierEntry): Promise<SupplierTexts> {
  const lines = await store.readChangeLines(db, company, entry.number);
  const earlier = lines.flatMap(({ changes }) =>
    changes.flatMap(({ field, from, to }) => [{ [field]: from }, { [field]: to }]),
  );
  const patches = (await store.readPatches(db, company, entry.number)).map(({ patch }) => patch);
  return textsOfSupplier([entry, ...earlier, ...patches]);
}

/**
 * Empties the supplier's record, and what invoices, files, events and the audit log say about the person behind it. It
 * works in slices, the record last: after a crash it is run again. Ids, numbers, sums and hashes stay.
 */
export async function eraseSupplier(
  erasing: Erasing,
  supplier: SupplierToErase,
  entry: SupplierEntry,
): Promise<ErasedKind[]> {
  const { company, number } = supplier;
  const texts = await readTexts(erasing.pool, company, entry);
  const sought = [...texts.parts, ...texts.names.map((name) => name.toLowerCase())];
  const tally = createTally();
  await eraseInvoices(erasing, supplier, texts, tally);
  await eraseFindingsOfOthers(erasing, supplier, texts, sought, tally);
  const events = await redactEvents(erasing, company, {
    read: (db, range) => readEventsNaming(db, company, range, sought, number),
    rewrite: ({ data, isOwn }) =>
      rewritten(data, (value) => (isOwn ? withoutOwnTexts(value) : withoutSupplier(value, texts))),
    after: (tx, seqs) => store.eraseDeliveryAnswers(tx, company, seqs),
  });
  tally.add('events', 'replaced', events);
  const entries = await redactAudit(erasing, company, {
    subject: { type: 'supplier', id: number },
    read: (db, range) => readEntriesNaming(db, company, { ...range, texts: sought, supplier: number }),
    rewrite: ({ data, operatorName, isOfSupplier }) => {
      const text = rewritten(data, (value) => (isOfSupplier ? withoutOwnTexts(value) : withoutSupplier(value, texts)));
      return text === undefined ? undefined : { operatorName, data: text };
    },
  });
  tally.add('audit', 'replaced', entries);
  await slice(erasing, company, async (tx, now) => {
    await allowBulk(tx);
    tally.add('supplier.answers', 'replaced', await store.eraseAnswers(tx, company, [number], erasing.apply));
    tally.add('supplier.calls', 'deleted', await store.eraseCalls(tx, company, [number], sought, erasing.apply));
    await eraseRecord(erasing, supplier, tally, tx, now);
  });
  return tally.kinds();
}

async function eraseInvoices(
  erasing: Erasing,
  { company, number }: SupplierToErase,
  texts: SupplierTexts,
  tally: Tally,
): Promise<void> {
  const { apply } = erasing;
  for (let after: string | undefined = nilId; after !== undefined;) {
    const from: string = after;
    after = await slice(erasing, company, async (tx, now) => {
      await allowBulk(tx);
      const invoices = await store.readInvoiceTexts(tx, company, number, from, rowsAtOnce);
      const ids = invoices.map(({ id }) => id);
      for (const { id, ...invoice } of invoices) {
        const document = rewritten(invoice.document, (value) => withoutDetails(value, texts));
        const findings = rewritten(invoice.findings, withoutOwnTexts);
        if (document !== undefined || findings !== undefined) tally.add('supplier.invoices', 'replaced', 1);
        const left = { id, document: document ?? invoice.document, findings: findings ?? invoice.findings };
        if (apply) await store.writeInvoiceTexts(tx, company, left);
      }
      tally.add('supplier.files', 'deleted', await countRows(tx, store.countFilesOf, [company, ids]));
      tally.add('supplier.answers', 'replaced', await store.eraseAnswers(tx, company, ids, apply));
      tally.add('supplier.calls', 'deleted', await store.eraseCalls(tx, company, ids, [], apply));
      for (const { kind, count, erase } of store.textsOfInvoices) {
        tally.add(kind, 'replaced', await countRows(tx, count, [company, ids]));
        if (apply) await tx.query(erase, [company, ids]);
      }
      if (apply) {
        await store.eraseFilesOf(tx, company, ids, now);
        await store.writeSearchTexts(tx, company, ids);
      }
      return invoices.length < rowsAtOnce ? undefined : ids.at(-1);
    });
  }
}

async function eraseFindingsOfOthers(
  erasing: Erasing,
  { company, number }: SupplierToErase,
  texts: SupplierTexts,
  sought: readonly string[],
  tally: Tally,
): Promise<void> {
  if (sought.length === 0) return;
  for (let after: string | undefined = nilId; after !== undefined;) {
    const from: string = after;
    after = await slice(erasing, company, async (tx) => {
      await allowBulk(tx);
      const invoices = await store.readOthersNaming(tx, company, number, sought, from, rowsAtOnce);
      for (const { id, findings } of invoices) {
        const left = rewritten(findings, (value) => withoutSupplier(value, texts));
        if (left === undefined) continue;
        tally.add('supplier.others', 'replaced', 1);
        if (erasing.apply) await store.writeFindings(tx, company, id, left);
      }
      return invoices.length < rowsAtOnce ? undefined : invoices.at(-1)?.id;
    });
  }
}

async function eraseRecord(
  { apply, actor }: Erasing,
  supplier: SupplierToErase,
  tally: Tally,
  tx: Db,
  now: Date,
): Promise<void> {
  const { company, number, author } = supplier;
  const lines = await store.readChangeLines(tx, company, number);
  const left = lines.flatMap(({ id, changes }) => {
    const after = withoutOwnTexts(changes);
    return JSON.stringify(after) === JSON.stringify(changes) ? [] : [{ id, changes: after }];
  });
  tally.add('supplier.changes', 'replaced', left.length);
  tally.add('supplier.proposals', 'deleted', (await store.readPatches(tx, company, number)).length);
  tally.add('supplier.record', 'deleted', 1);
  if (!apply) return;
  const locked = (await lockSuppliers(tx, company, [number])).get(number);
  // Something may have arrived since the first look.
  if (locked === undefined || (await readObstacle(tx, supplier, locked, now))) throw refused('erase.meanwhile');
  for (const { id, changes } of left) await store.writeChangeLine(tx, company, id, changes);
  await store.deleteProposals(tx, company, number);
  await store.eraseRecord(tx, company, number, erasedSupplierName, now);
  const data = { number, name: erasedSupplierName, ...author };
  await recordEvents(tx, company, [{ type: 'supplier.updated', subjectId: number, data }], now, supplierChanged);
  const entry = { action: 'supplier.erased', subjectId: number, data: { rows: rowsByKind(tally.kinds()) } };
  await audit(tx, company, actor, entry, now);
}
