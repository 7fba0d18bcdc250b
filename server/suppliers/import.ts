import { v7 as uuidv7 } from 'uuid';
import { insertChanges } from './changes-store.ts';
import { changesPayee } from './payee.ts';
import { changesBetween } from './rules.ts';
import { removedSupplierFields, supplierFields, type SupplierEntry } from './shape.ts';
import { lockSuppliers, upsertSuppliers } from './store.ts';
import { faultOf } from '../errors/catalogue.ts';
import { requireCompany } from '../access/store.ts';
import { audit, commandLine } from '../audit/record.ts';
import { notify } from '../events/listen.ts';
import { repeated } from '../ground/db/batch.ts';
import { lockCounters } from '../ground/db/counters.ts';
import { transaction, type Pool } from '../ground/db/pool.ts';
import { chunksOf } from '../ground/imports/chunks.ts';
import { readIdentifier, readText, readRequiredText } from '../ground/imports/fields.ts';
import { ImportError, type Mistake } from '../ground/imports/mistakes.ts';
import { recordsOf, reportFor, type Contents, type Layout, type Report, type Row } from '../ground/imports/rows.ts';

/** A supplier of a file. What it does not mention stays as it is. */
type Mentioned = { number: string } & Partial<SupplierEntry>;

export interface ImportedSupplier {
  row: Row;
  record: Mentioned;
}

export interface SuppliersImported {
  created: number;
  updated: number;
  unchanged: number;
}

export const supplierLayout: Layout = { fields: supplierFields, required: ['number'], removed: removedSupplierFields };

export const checkSuppliers = (contents: Contents): ImportedSupplier[] => recordsOf(contents, checkSupplier);

function checkSupplier({ fields }: Row, report: Report): Mentioned | undefined {
  const record: Partial<SupplierEntry> = {};
  for (const field of supplierFields) {
    // A name may be missing where the supplier is known, but not be emptied.
    const isRequired = field === 'name' && typeof fields.name === 'string';
    const read = field === 'number' ? readIdentifier : isRequired ? readRequiredText : readText;
    const value = read(fields[field], field, report);
    if (value !== undefined) record[field] = value;
  }
  return record.number === undefined ? undefined : { ...record, number: record.number };
}

/** Registers or changes suppliers by their number, all or none of them. */
export async function importSuppliers(
  pool: Pool,
  companyName: string,
  suppliers: ImportedSupplier[],
): Promise<SuppliersImported> {
  const inOrder = suppliers.toSorted((a, b) => (a.record.number < b.record.number ? -1 : 1));
  const company = await requireCompany(pool, companyName);
  const imported = await repeated(() =>
    transaction(pool, async (tx) => {
      await lockCounters(tx, company);
      const now = new Date();
      const mistakes: Mistake[] = [];
      const imported: SuppliersImported = { created: 0, updated: 0, unchanged: 0 };
      for (const chunk of chunksOf(inOrder)) {
        const known = await lockSuppliers(
          tx,
          company,
          chunk.map(({ record }) => record.number),
        );
        for (const { row, record } of chunk)
          if (record.name === undefined && !known.has(record.number))
            reportFor(row, mistakes)('name', faultOf('supplier.new', { number: record.number }));
        // The rest is only looked through, for more of the same.
        if (mistakes.length > 0) continue;
        const complete = chunk.map(({ record }) => completed(record, known.get(record.number), now));
        const { created, updated } = await upsertSuppliers(tx, company, complete, now);
        await insertChanges(
          tx,
          company,
          chunk.flatMap(({ record }) => changeOf(record, known.get(record.number))),
          commandLine,
          now,
        );
        imported.created += created;
        imported.updated += updated;
        imported.unchanged += chunk.length - created - updated;
      }
      if (mistakes.length > 0) throw new ImportError(mistakes);
      if (imported.created + imported.updated > 0)
        await audit(
          tx,
          company,
          commandLine,
          { action: 'suppliers.imported', subjectType: 'company', subjectId: company, data: imported },
          now,
        );
      return imported;
    }),
  );
  // Where nobody can be told, polling finds the events.
  if (imported.created + imported.updated > 0) await notify(pool, [company]).catch(() => undefined);
  return imported;
}

/** A supplier with all of its fields, as it will be. */
function completed(record: Mentioned, before: SupplierEntry | undefined, now: Date) {
  const isOther = before !== undefined && changesPayee(before, { ...before, ...record });
  return {
    eventId: uuidv7(),
    number: record.number,
    document: JSON.stringify({ ...before, ...record }),
    payeeChangedAt: isOther ? now : undefined,
  };
}

/** A line of history where a supplier that was known is another now. */
function changeOf({ number, ...mentioned }: Mentioned, before: SupplierEntry | undefined) {
  const changes = before === undefined ? [] : changesBetween(before, mentioned);
  return changes.length === 0 ? [] : [{ id: uuidv7(), number, changes }];
}
