import { v7 as uuidv7 } from 'uuid';
import { insertChanges, type FieldChange } from './changes-store.ts';
import { supplierColumns } from './columns.ts';
import { problemsOfChanges } from './guard.ts';
import { changesPayee } from './payee.ts';
import { proposeChanges, splitChanges, splitNew } from './proposals.ts';
import { changesBetween, isMasked, withoutExported } from './rules.ts';
import { removedSupplierFields, supplierFields, type SupplierEntry } from './shape.ts';
import { lockSuppliers, upsertSuppliers } from './store.ts';
import { faultOf } from '../../common/errors/catalogue.ts';
import { conflict } from '../errors/errors.ts';
import { requireCompany } from '../access/store.ts';
import { audit, commandLine, type Actor } from '../audit/record.ts';
import { notify } from '../events/listen.ts';
import { repeated } from '../ground/db/batch.ts';
import { lockCounters } from '../events/counters.ts';
import { columnNames } from '../ground/csv/columns.ts';
import { transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import type { Person } from '../operators/people-store.ts';
import { readDeskSettings } from '../settings/store.ts';
import { readIdentifier, readText, readRequiredText } from '../ground/imports/fields.ts';
import { ImportError, maxMistakes, type Mistake } from '../ground/imports/mistakes.ts';
import {
  chunksOf,
  recordsOf,
  reportFor,
  type Contents,
  type Layout,
  type Report,
  type Row,
} from '../ground/imports/rows.ts';

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
  /** Of how many suppliers a change of who is paid waits for a second person; left out where there is none. */
  proposed?: number;
}

export const supplierLayout: Layout = {
  fields: supplierFields,
  required: ['number'],
  removed: removedSupplierFields,
  headings: columnNames(supplierColumns),
};

export const checkSuppliers = (contents: Contents): Promise<ImportedSupplier[]> => recordsOf(contents, checkSupplier);

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

/** Registers or changes suppliers by their number, all or none of them; for the command line. */
export async function importSuppliers(
  pool: Pool,
  companyName: string,
  suppliers: ImportedSupplier[],
): Promise<SuppliersImported> {
  const company = await requireCompany(pool, companyName);
  const imported = await repeated(() =>
    transaction(pool, (tx) => importAs(tx, company, { actor: commandLine, isGuarded: false }, suppliers)),
  );
  // Where nobody can be told, polling finds the events.
  if (imported.created + imported.updated > 0) await notify(pool, [company]).catch(() => undefined);
  return imported;
}

/** Each of them is looked at by somebody. */
const mostProposed = 500;

/** Who imports. */
export interface Importer {
  actor: Actor;
  /** Of an operator's request. */
  traceId?: string;
  /** Whether numbers that are changed must be valid, as they must where an operator changes one supplier. */
  isGuarded: boolean;
}

/** The same within a transaction, with its line in the audit log where anything is another than before. */
export async function importAs(
  tx: Db,
  company: CompanyId,
  importer: Importer,
  suppliers: ImportedSupplier[],
): Promise<SuppliersImported> {
  await lockCounters(tx, company);
  const now = new Date();
  const mistakes: Mistake[] = [];
  const imported: SuppliersImported = { created: 0, updated: 0, unchanged: 0 };
  let waiting = 0;
  const takesTwo = importer.actor.id !== null && (await readDeskSettings(tx, company)).payeeTakesTwo;
  const inOrder = suppliers.toSorted((a, b) => (a.record.number < b.record.number ? -1 : 1));
  for (const chunk of chunksOf(inOrder)) {
    const numbers = chunk.map(({ record }) => record.number);
    const known = await lockSuppliers(tx, company, numbers);
    const read = chunk.map(({ row, record }) => changeOf(row, record, known.get(record.number)));
    for (const one of read) if (mistakes.length < maxMistakes) reportOn(one, importer, mistakes);
    if (mistakes.length >= maxMistakes) break;
    // The rest is only looked through, for more of the same.
    if (mistakes.length > 0) continue;
    const split = read.map((change) => splitOf(change, takesTwo));
    const { created, updated } = await writeChunk(
      tx,
      company,
      importer,
      split.map(({ atOnce }) => atOnce),
      now,
    );
    const waits = split.filter(({ proposed }) => proposed.length > 0);
    waiting += waits.length;
    if (waiting > mostProposed) throw conflict('proposals.many', { most: mostProposed });
    for (const { atOnce, proposed } of waits)
      await proposeChanges(tx, company, importer.actor as Person, atOnce.number, proposed, now);
    imported.unchanged -= waits.filter(
      ({ atOnce }) => atOnce.before !== undefined && atOnce.changes.length === 0,
    ).length;
    imported.created += created;
    imported.updated += updated;
    imported.unchanged += chunk.length - created - updated;
  }
  if (mistakes.length > 0) throw new ImportError(mistakes);
  if (waiting > 0) imported.proposed = waiting;
  if (imported.created + imported.updated > 0)
    await audit(
      tx,
      company,
      importer.actor,
      { action: 'suppliers.imported', subjectType: 'company', subjectId: company, data: imported },
      now,
    );
  return imported;
}

/** What a file changes of a supplier. */
interface Change {
  row: Row;
  number: string;
  /** Undefined where it is new. */
  before: SupplierEntry | undefined;
  after: Mentioned;
  /** Empty where it is as the file says already. */
  changes: FieldChange[];
}

const nothing = Object.fromEntries(supplierFields.map((field) => [field, ''])) as SupplierEntry;

function changeOf(row: Row, { number, ...mentioned }: Mentioned, before: SupplierEntry | undefined): Change {
  const given = before === undefined ? mentioned : withoutExported(before, mentioned);
  return {
    row,
    number,
    before,
    after: { ...before, ...given, number },
    changes: changesBetween(before ?? nothing, given),
  };
}

/** What is written at once of a supplier, and what takes a second person. */
function splitOf(change: Change, takesTwo: boolean): { atOnce: Change; proposed: FieldChange[] } {
  const { number, before, changes } = change;
  const { atOnce, proposed } = (before === undefined ? splitNew : splitChanges)(changes, takesTwo);
  if (proposed.length === 0) return { atOnce: change, proposed };
  const after = { ...before, ...Object.fromEntries(atOnce.map(({ field, to }) => [field, to])), number };
  return { atOnce: { ...change, after, changes: atOnce }, proposed };
}

function reportOn({ row, number, before, after, changes }: Change, { isGuarded }: Importer, mistakes: Mistake[]): void {
  const report = reportFor(row, mistakes);
  if (before === undefined && after.name === undefined) report('name', faultOf('supplier.new', { number }));
  const problems = isGuarded ? problemsOfChanges({ ...nothing, ...after }, changes) : [];
  for (const { path, ...fault } of problems) report(path, fault);
  // What an export shows of a personal number would take the place of another number.
  const isNew = changes.some(({ field }) => field === 'organizationalNumber');
  if (!isGuarded && isNew && isMasked(after.organizationalNumber))
    report('organizationalNumber', faultOf('organization.wrong', { why: 'characters' }));
}

async function writeChunk(tx: Db, company: CompanyId, { actor, traceId }: Importer, read: Change[], now: Date) {
  const cause = {
    by: actor.id === null ? { name: actor.name } : { id: actor.id, name: actor.name },
    ...(traceId !== undefined && { traceId }),
  };
  const complete = read.map(({ number, before, after }) => ({
    eventId: uuidv7(),
    number,
    document: JSON.stringify(after),
    cause,
    payeeChangedAt: before !== undefined && changesPayee(before, { ...before, ...after }) ? now : undefined,
  }));
  const written = await upsertSuppliers(tx, company, complete, now);
  const lines = read.flatMap(({ number, before, changes }) =>
    before === undefined || changes.length === 0 ? [] : [{ id: uuidv7(), number, changes }],
  );
  await insertChanges(tx, company, lines, actor, now);
  return written;
}
