import { countCodingValues, readCodingValues, upsertCodingValues, type CodingValue } from './coding-store.ts';
import { codingKinds, maxCodeLength, maxCodingValues } from '../../../common/coding.ts';
import { faultOf } from '../../../common/errors/catalogue.ts';
import { codingImport } from '../../../common/imports/coding.ts';
import { audit, commandLine, type Actor } from '../../audit/record.ts';
import { requireCompany } from '../../companies/store.ts';
import { ApiError } from '../../errors/errors.ts';
import { lockCounters } from '../../events/counters.ts';
import { retryOnConflict } from '../../ground/db/failures.ts';
import { companyTransaction, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';
import { readIdentifier, readRequiredText } from '../../ground/imports/fields.ts';
import { importColumns, layoutOf } from '../../ground/imports/layout.ts';
import { importPlan, type PlannedRecord, type VersionCheck } from '../../ground/imports/plan.ts';
import { chunksOf, recordsOf, type Contents, type ImportRow, type Report } from '../../ground/imports/rows.ts';
import { inTurns } from '../../ground/scheduling/slices.ts';
import { sorting } from '../../ground/scheduling/sort-in-steps.ts';

/** Active is undefined if the file leaves it as it is; a new value is active then. */
export interface ImportedValue extends Omit<CodingValue, 'active'> {
  /** The list and the code. */
  number: string;
  active: boolean | undefined;
}

export const codingLayout = layoutOf(codingImport, importColumns(codingImport));

export const checkCodingValues = async (contents: Contents, caller?: string): Promise<ImportedValue[]> =>
  (await recordsOf(contents, checkValue, caller, 'code')).map(({ record }) => record);

function checkValue({ fields }: ImportRow, report: Report): ImportedValue | undefined {
  const kind = readRequiredText(fields.kind, 'kind', report);
  const isKnown = (codingKinds as readonly (string | undefined)[]).includes(kind);
  if (kind !== undefined && !isKnown) report('kind', faultOf('value.choice', { known: codingKinds }));
  const code = readIdentifier(fields.code, 'code', report);
  const isLong = code !== undefined && Array.from(code).length > maxCodeLength;
  if (isLong) report('code', faultOf('text.long', { most: maxCodeLength }));
  const name = readRequiredText(fields.name, 'name', report) ?? '';
  const active = fields.active === '' ? undefined : (fields.active ?? undefined);
  if (active !== undefined && typeof active !== 'boolean') report('active', faultOf('value.boolean'));
  if (kind === undefined || !isKnown || code === undefined || isLong) return undefined;
  return { number: `${kind} ${code}`, kind, code, name, active: active as boolean | undefined };
}

interface CompleteValue {
  value: CodingValue;
  before: CodingValue | undefined;
}

async function* completeChunks(db: Db, company: CompanyId, values: ImportedValue[]): AsyncGenerator<CompleteValue[]> {
  const inOrder = await inTurns(sorting(values, (a, b) => a.number < b.number));
  for (const chunk of chunksOf(inOrder)) {
    const known = await readCodingValues(db, company, chunk);
    const byKey = new Map(known.map((value) => [`${value.kind} ${value.code}`, value]));
    yield chunk.map(({ number, kind, code, name, active }) => {
      const before = byKey.get(number);
      return { value: { kind, code, name, active: active ?? before?.active ?? true }, before };
    });
  }
}

function plannedOf({ value, before }: CompleteValue): PlannedRecord {
  const [from, to] = [cellsOf(before), cellsOf(value)];
  const changes = (['name', 'active'] as const)
    .filter((field) => from[field] !== to[field])
    .map((field) => ({ field, from: from[field], to: to[field], waits: false }));
  return { number: `${value.kind} ${value.code}`, name: value.name, isNew: before === undefined, changes };
}

const cellsOf = (value: CodingValue | undefined) => ({ name: value?.name ?? '', active: String(value?.active ?? '') });

/** Reads without locks; a later import compares the version. */
export async function previewCodingImport(db: Db, company: CompanyId, values: ImportedValue[]) {
  const plan = importPlan();
  for await (const chunk of completeChunks(db, company, values)) for (const one of chunk) plan.add(plannedOf(one));
  return { preview: plan.preview, version: plan.version() };
}

/** Imports the whole file or nothing. Values that are not in it stay. */
export async function importCodingAs(
  tx: Db,
  company: CompanyId,
  by: Actor,
  values: ImportedValue[],
  isExpected?: VersionCheck,
) {
  const now = await lockCounters(tx, company);
  const plan = importPlan();
  for await (const chunk of completeChunks(tx, company, values)) {
    for (const one of chunk) plan.add(plannedOf(one));
    const changed = chunk.filter((one) => plannedOf(one).isNew || plannedOf(one).changes.length > 0);
    if (changed.length > 0)
      await upsertCodingValues(
        tx,
        company,
        changed.map(({ value }) => value),
      );
  }
  if (isExpected?.(plan.version()) === false) throw new ApiError('import.changed', {});
  if ((await countCodingValues(tx, company)) > maxCodingValues)
    throw new ApiError('coding.many', { most: maxCodingValues });
  const { created, updated, unchanged } = plan.preview;
  const data = { created, updated, unchanged };
  if (created + updated > 0)
    await audit(tx, company, by, { action: 'coding.imported', subjectType: 'company', subjectId: company, data }, now);
  return data;
}

export async function importCoding(pool: Pool, companyName: string, values: ImportedValue[]) {
  const company = await requireCompany(pool, companyName);
  return retryOnConflict(() =>
    companyTransaction(pool, company, (tx) => importCodingAs(tx, company, commandLine, values)),
  );
}
