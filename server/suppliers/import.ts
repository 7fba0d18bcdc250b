import { supplierImport } from '../../common/imports/suppliers.ts';
import { proposeChanges, splitChanges, splitNew } from './change.ts';
import { insertChanges } from './changes-store.ts';
import { supplierColumns } from './columns.ts';
import { changesPayee } from './payee.ts';
import { changesBetween, isMasked, problemsOfChanges, shownChanges, withoutExported } from './rules.ts';
import { type FieldChange, emptyEntry, removedSupplierFields, supplierFields, type SupplierEntry } from './shape.ts';
import { byCommandLine, byOperator, lockSuppliers, readEntries, upsertSuppliers, type Author } from './store.ts';
import { faultOf } from '../../common/errors/catalogue.ts';
import { ApiError, conflict } from '../errors/errors.ts';
import { requireCompany } from '../companies/store.ts';
import { audit, commandLine, type Actor } from '../audit/record.ts';
import { notify } from '../events/listen.ts';
import { retryOnConflict } from '../ground/db/failures.ts';
import { lockCounters } from '../events/counters.ts';
import { companyTransaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import type { Person } from '../people/two-people.ts';
import { readSettingsFor } from '../settings/store.ts';
import { readIdentifier, readText, readRequiredText } from '../ground/imports/fields.ts';
import { layoutOf } from '../ground/imports/layout.ts';
import { ImportError, maxMistakes, type Mistake } from '../ground/imports/mistakes.ts';
import { importPlan, type PlannedRecord, type VersionCheck } from '../ground/imports/plan.ts';
import { chunksOf, recordsOf, reportFor, type Contents, type Report, type ImportRow } from '../ground/imports/rows.ts';
import { newId } from '../ground/db/ids.ts';
import { inTurns } from '../ground/scheduling/slices.ts';
import { sorting } from '../ground/scheduling/sort-in-steps.ts';

/** An absent field stays unchanged. */
type SupplierRecord = { number: string } & Partial<SupplierEntry>;

export interface ImportedSupplier {
  row: ImportRow;
  record: SupplierRecord;
}

export interface SupplierImportOutcome {
  created: number;
  updated: number;
  unchanged: number;
  /** Suppliers with a change that waits for a second person; absent if none. */
  proposed?: number;
}

export const supplierLayout = layoutOf(supplierImport, supplierColumns, removedSupplierFields);

export const checkSuppliers = (contents: Contents, caller?: string): Promise<ImportedSupplier[]> =>
  recordsOf(contents, checkSupplier, caller);

function checkSupplier({ fields }: ImportRow, report: Report): SupplierRecord | undefined {
  const record: Partial<SupplierEntry> = {};
  for (const field of supplierFields) {
    // A known supplier needs no name in the file, but its name cannot be emptied.
    const isRequired = field === 'name' && typeof fields.name === 'string';
    const read = field === 'number' ? readIdentifier : isRequired ? readRequiredText : readText;
    const value = read(fields[field], field, report);
    if (value !== undefined) record[field] = value;
  }
  return record.number === undefined ? undefined : { ...record, number: record.number };
}

/** For the command line. Imports the whole file or nothing. */
export async function importSuppliers(
  pool: Pool,
  companyName: string,
  suppliers: ImportedSupplier[],
): Promise<SupplierImportOutcome> {
  const company = await requireCompany(pool, companyName);
  const imported = await retryOnConflict(() =>
    companyTransaction(pool, company, (tx) =>
      importAs(tx, company, { actor: commandLine, isGuarded: false }, suppliers),
    ),
  );
  // If the notification fails, polling finds the events.
  if (imported.created + imported.updated > 0) await notify(pool, [company]).catch(() => undefined);
  return imported;
}

/** A person has to read each proposal. */
const maxProposed = 500;

export interface Importer {
  actor: Actor;
  traceId?: string;
  isGuarded: boolean;
}

/** Reads without locks, so that partners are not kept waiting; a later import compares the version. */
export async function previewImport(db: Db, company: CompanyId, importer: Importer, suppliers: ImportedSupplier[]) {
  const plan = importPlan();
  for await (const split of splitsOf(db, company, importer, suppliers, readEntries))
    for (const one of split) plan.add(plannedOf(one));
  return { preview: plan.preview, version: plan.version() };
}

export async function importAs(
  tx: Db,
  company: CompanyId,
  importer: Importer,
  suppliers: ImportedSupplier[],
  isExpected?: VersionCheck,
): Promise<SupplierImportOutcome> {
  const now = await lockCounters(tx, company);
  const plan = importPlan();
  const imported: SupplierImportOutcome = { created: 0, updated: 0, unchanged: 0 };
  let waiting = 0;
  for await (const split of splitsOf(tx, company, importer, suppliers, lockSuppliers)) {
    if (isExpected !== undefined) for (const one of split) plan.add(plannedOf(one));
    const changesAtOnce = split.map(({ atOnce }) => atOnce);
    const { created, updated } = await writeChunk(tx, company, importer, changesAtOnce, now);
    const waits = split.filter(({ proposed }) => proposed.length > 0);
    waiting += waits.length;
    for (const { atOnce, proposed } of waits)
      await proposeChanges(tx, company, importer.actor as Person, atOnce.number, proposed, now);
    imported.unchanged -= waits.filter(
      ({ atOnce }) => atOnce.before !== undefined && atOnce.changes.length === 0,
    ).length;
    imported.created += created;
    imported.updated += updated;
    imported.unchanged += split.length - created - updated;
  }
  if (isExpected?.(plan.version()) === false) throw new ApiError('import.changed', {});
  if (waiting > 0) imported.proposed = waiting;
  const entry = { action: 'suppliers.imported', subjectType: 'company', subjectId: company, data: imported };
  if (imported.created + imported.updated > 0) await audit(tx, company, importer.actor, entry, now);
  return imported;
}

/** In order, chunk by chunk. Throws an ImportError at the end if there is any mistake. */
async function* splitsOf(
  db: Db,
  company: CompanyId,
  importer: Importer,
  suppliers: ImportedSupplier[],
  readKnown: typeof lockSuppliers,
): AsyncGenerator<SplitChange[]> {
  const mistakes: Mistake[] = [];
  let waiting = 0;
  const importerId = importer.actor.id;
  const takesTwo = importerId !== null && (await readSettingsFor(db, company, importerId)).payeeTakesTwo;
  const inOrder = await inTurns(sorting(suppliers, (a, b) => a.record.number < b.record.number));
  for (const chunk of chunksOf(inOrder)) {
    const numbers = chunk.map(({ record }) => record.number);
    const known = await readKnown(db, company, numbers);
    const read = chunk.map(({ row, record }) => changeOf(row, record, known.get(record.number)));
    for (const one of read) if (mistakes.length < maxMistakes) reportOn(one, importer, mistakes);
    if (mistakes.length >= maxMistakes) break;
    // After a mistake, the rest is only checked.
    if (mistakes.length > 0) continue;
    const split = read.map((change) => splitOf(change, takesTwo));
    waiting += split.filter(({ proposed }) => proposed.length > 0).length;
    if (waiting > maxProposed) throw conflict('proposals.many', { most: maxProposed });
    yield split;
  }
  if (mistakes.length > 0) throw new ImportError(mistakes);
}

interface SplitChange {
  atOnce: ImportChange;
  proposed: FieldChange[];
}

const plannedOf = ({ atOnce: { number, before, after, changes }, proposed }: SplitChange): PlannedRecord => ({
  number,
  name: after.name ?? '',
  isNew: before === undefined,
  changes: [
    ...shownChanges(changes).map((change) => ({ ...change, waits: false })),
    ...shownChanges(proposed).map((change) => ({ ...change, waits: true })),
  ],
});

interface ImportChange {
  row: ImportRow;
  number: string;
  before: SupplierEntry | undefined;
  after: SupplierRecord;
  changes: FieldChange[];
}

function changeOf(
  row: ImportRow,
  { number, ...mentioned }: SupplierRecord,
  before: SupplierEntry | undefined,
): ImportChange {
  const given = before === undefined ? mentioned : withoutExported(before, mentioned);
  return {
    row,
    number,
    before,
    after: { ...before, ...given, number },
    changes: changesBetween(before ?? emptyEntry, given),
  };
}

function splitOf(change: ImportChange, takesTwo: boolean): SplitChange {
  const { number, before, changes } = change;
  const { atOnce, proposed } = (before === undefined ? splitNew : splitChanges)(changes, takesTwo);
  if (proposed.length === 0) return { atOnce: change, proposed };
  const after = { ...before, ...Object.fromEntries(atOnce.map(({ field, to }) => [field, to])), number };
  return { atOnce: { ...change, after, changes: atOnce }, proposed };
}

function reportOn({ row, number, before, after, changes }: ImportChange, { isGuarded }: Importer, mistakes: Mistake[]) {
  const report = reportFor(row, mistakes);
  if (before === undefined && after.name === undefined) report('name', faultOf('supplier.new', { number }));
  const problems = isGuarded ? problemsOfChanges({ ...emptyEntry, ...after }, changes) : [];
  for (const { path, ...fault } of problems) report(path, fault);
  // The masked number of an export must not replace the real one.
  const isNew = changes.some(({ field }) => field === 'organizationalNumber');
  if (!isGuarded && isNew && isMasked(after.organizationalNumber))
    report('organizationalNumber', faultOf('organization.wrong', { why: 'characters' }));
}

async function writeChunk(tx: Db, company: CompanyId, { actor, traceId }: Importer, read: ImportChange[], now: Date) {
  const author: Author =
    actor.id === null || traceId === undefined
      ? byCommandLine
      : byOperator({ id: actor.id, name: actor.name }, traceId);
  const complete = read.map(({ number, before, after }) => ({
    number,
    document: JSON.stringify(after),
    author,
    payeeChangedAt: before !== undefined && changesPayee(before, { ...before, ...after }) ? now : undefined,
  }));
  const written = await upsertSuppliers(tx, company, complete, now);
  const lines = read.flatMap(({ number, before, changes }) =>
    before === undefined || changes.length === 0 ? [] : [{ id: newId(), number, changes, by: actor }],
  );
  await insertChanges(tx, company, lines, now);
  return written;
}
