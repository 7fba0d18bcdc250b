import { countCodingValues, readCodingValues, upsertCodingValues, type CodingValue } from './coding-store.ts';
import { codingKinds, maxCodeLength, maxCodingValues } from '../../../common/coding.ts';
import { faultOf } from '../../../common/errors/catalogue.ts';
import { codingImport } from '../../../common/imports/coding.ts';
import { audit, commandLine, type Actor } from '../../audit/record.ts';
import { requireCompany } from '../../companies/store.ts';
import { ApiError } from '../../errors/errors.ts';
import { lockedTransaction } from '../../events/counters.ts';
import { allowBulk, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';
import { readIdentifier, readRequiredText } from '../../ground/imports/fields.ts';
import { importColumns, layoutOf } from '../../ground/imports/layout.ts';
import { importPlan, type VersionCheck } from '../../ground/imports/plan.ts';
import { chunksOf, recordsOf, type Contents, type ImportRow, type Report } from '../../ground/imports/rows.ts';

interface ImportedValue extends Omit<CodingValue, 'active'> {
  /** The list and the code. */
  number: string;
  /** Undefined leaves it as it is; a new code is active then. */
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
  if (code !== undefined && code.length > maxCodeLength) report('code', faultOf('text.long', { most: maxCodeLength }));
  const name = readRequiredText(fields.name, 'name', report) ?? '';
  const active = fields.active === '' ? undefined : (fields.active ?? undefined);
  if (active !== undefined && typeof active !== 'boolean') report('active', faultOf('value.boolean'));
  if (kind === undefined || code === undefined) return undefined;
  return { number: `${kind} ${code}`, kind, code, name, active: active as boolean | undefined };
}

/** Reads without locks; a later import compares the version. `write` gets what is new or changed. */
export async function planCodingImport(
  db: Db,
  company: CompanyId,
  values: readonly ImportedValue[],
  write?: (changed: CodingValue[]) => Promise<void>,
) {
  const plan = importPlan();
  for (const chunk of chunksOf(values)) {
    const known = new Map((await readCodingValues(db, company, chunk)).map((one) => [`${one.kind} ${one.code}`, one]));
    const changed = chunk.flatMap(({ number, active: given, ...value }) => {
      const before = known.get(number);
      const after = { ...value, active: given ?? before?.active ?? true };
      const changes = (['name', 'active'] as const)
        .filter((field) => before?.[field] !== after[field])
        .map((field) => ({ field, from: String(before?.[field] ?? ''), to: String(after[field]), waits: false }));
      plan.add({ number, name: value.name, isNew: before === undefined, changes });
      return changes.length === 0 ? [] : [after];
    });
    if (changed.length > 0) await write?.(changed);
  }
  return { preview: plan.preview, version: plan.version() };
}

/** Imports the whole file or nothing. Values that are not in it stay. */
export const importCodingAs = (
  pool: Pool,
  company: CompanyId,
  by: Actor,
  values: readonly ImportedValue[],
  isExpected?: VersionCheck,
) =>
  lockedTransaction(pool, company, async (tx, now) => {
    await allowBulk(tx);
    const write = (changed: CodingValue[]) => upsertCodingValues(tx, company, changed);
    const { preview, version } = await planCodingImport(tx, company, values, write);
    if (isExpected?.(version) === false) throw new ApiError('import.changed', {});
    if ((await countCodingValues(tx, company)) > maxCodingValues)
      throw new ApiError('coding.many', { most: maxCodingValues });
    const { created, updated, unchanged } = preview;
    const data = { created, updated, unchanged };
    const entry = { action: 'coding.imported', subjectType: 'company', subjectId: company, data };
    if (created + updated > 0) await audit(tx, company, by, entry, now);
    return data;
  });

export const importCoding = async (pool: Pool, companyName: string, values: ImportedValue[]) =>
  importCodingAs(pool, await requireCompany(pool, companyName), commandLine, values);
