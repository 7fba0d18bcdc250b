import type { BatchContext, ContextPart, ContextQuery, LoadedContext } from './context.ts';
import { needs, type CheckedSupplier, type EarlierInvoice, type InvoiceKeys } from '../../checks/context.ts';
import { defaultZone } from '../../../common/days.ts';
import type { Settings } from '../../checks/settings.ts';
import { settingsOfCompany } from './settings-store.ts';
import { fileGraceMs } from '../../checks/rules/missing.ts';
import { firstOfSupplier } from '../store.ts';
import { clockFrom } from '../../ground/db/clock.ts';
import { first } from '../../ground/db/sql.ts';
import { batchInput } from '../../ground/db/batch-insert.ts';
import { type CompanyId, type Db, rowsOf } from '../../ground/db/pool.ts';
import {
  lookAlikesIn,
  lookAlikesOf,
  readLookAlikes,
  type LookAlikeRow,
  type LookAlikes,
  type LookAlikesAt,
} from '../../suppliers/look-alikes-store.ts';

const greatestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const input = batchInput<ContextQuery>(
  [
    { name: 'partner_id', type: 'uuid', of: ({ partnerId }) => partnerId },
    { name: 'external_reference_id', type: 'text', of: ({ externalReferenceId }) => externalReferenceId },
    { name: 'supplier_number', type: 'text', of: ({ supplierNumber }) => supplierNumber },
    { name: 'number_key', type: 'text', of: ({ keys }) => keys.number },
    { name: 'amount_key', type: 'text', of: ({ keys }) => keys.amount },
    { name: 'ocr_key', type: 'text', of: ({ keys }) => keys.ocr },
    { name: 'credits', type: 'text', of: ({ credits }) => credits },
    { name: 'stored_as', type: 'uuid', of: ({ storedAs = greatestId }) => storedAs },
  ],
  2,
);

const supplier = `(
  SELECT jsonb_build_array(name, organizational_number, bank_giro, post_giro, iban,
    extract(epoch FROM payee_changed_at) * 1000, extract(epoch FROM blocked_at) * 1000, suppliers.unconfirmed,
    payee_changed_seq, blocked_seq)
  FROM suppliers WHERE company_id = $1 AND number = input.supplier_number)`;

const reference = {
  table: 'supplier_invoices',
  columns: ['partner_id', 'external_reference_id'],
  values: ['input.partner_id', 'input.external_reference_id'],
};
const isTaken = `coalesce(${first(reference, 'true')}, false)`;
const credited = `CASE WHEN credits IS NOT NULL THEN coalesce(${firstOfSupplier('number_key', 'credits', 'true')}, false) END`;

// Reads the next index entry and compares its key; `first` in ground/db/sql.ts explains why. Rejected and withdrawn
// invoices are left out, because they are never paid.
const later = (id: string, key: string) => `(
  SELECT CASE WHEN nearest.supplier_number = input.supplier_number AND nearest.${key} = input.${key}
    THEN jsonb_build_array(nearest.id, nearest.number_key, nearest.amount_key, nearest.ocr_key) END
  FROM (
    SELECT other.* FROM supplier_invoices AS other
    WHERE other.company_id = $1 AND other.${key} IS NOT NULL AND other.state NOT IN ('rejected', 'withdrawn')
      AND (other.supplier_number, other.${key}, other.id) > (input.supplier_number, input.${key}, ${id})
    ORDER BY other.supplier_number, other.${key}, other.id LIMIT 1
  ) AS nearest)`;

/** SQL for a row of `input`; `id` is the id of its invoice. */
function partsOf(id: string): Record<Exclude<ContextPart, 'alike'>, string> {
  const keys = `CASE WHEN id < ${id} THEN jsonb_build_array(id, number_key, amount_key, ocr_key) END`;
  const earlier = (key: string) => firstOfSupplier(key, `input.${key}`, keys);
  return {
    supplier,
    number: earlier('number_key'),
    amount: earlier('amount_key'),
    ocr: earlier('ocr_key'),
    credited,
    file: `(
      SELECT NOT EXISTS (SELECT FROM attachments WHERE company_id = $1 AND supplier_invoice_id = ${id})
      FROM supplier_invoices
      WHERE company_id = $1 AND id = ${id}
        AND created_at < clock_timestamp() - interval '${fileGraceMs} milliseconds')`,
    later: `jsonb_build_object('number', ${later(id, 'number_key')}, 'amount', ${later(id, 'amount_key')}, 'ocr', ${later(id, 'ocr_key')})`,
  };
}

const ofCompany = `(
  SELECT jsonb_build_array(invoice_version::text, judging_version::text, (SELECT ${settingsOfCompany} FROM check_settings WHERE company_id = $1),
    extract(epoch FROM clock_timestamp()) * 1000, (SELECT time_zone FROM companies WHERE id = $1))
  FROM company_counters WHERE company_id = $1)`;

const kindsIn = (needs: ReadonlySet<ContextPart>) =>
  (['number', 'amount', 'ocr'] as const).filter((kind) => needs.has(kind));
const looksBack = (needs: ReadonlySet<ContextPart>) => kindsIn(needs).length > 0;

/** Look-alikes have a statement of their own. PostgreSQL keeps 63 characters of a name. */
const nameOf = (needs: ReadonlySet<ContextPart>) => [...needs].filter((need) => need !== 'alike').join('-');

const parts = partsOf('input.stored_as');

// All rows share the company's values, so only the first row carries them.
const statementsFor = (needs: ReadonlySet<ContextPart>) =>
  input.statements(
    `read-context-${nameOf(needs)}`,
    (rows) => `
    WITH ${rows}
    SELECT CASE WHEN ordinal = 1 THEN ${ofCompany} END AS company
           ${[...needs].map((need) => (need === 'alike' ? '' : `, ${parts[need]} AS ${need}`)).join('')}${looksBack(needs) ? `, ${isTaken} AS taken` : ''}
    FROM input ORDER BY ordinal`,
  );

const statements = new Map<string, ReturnType<typeof statementsFor>>();

/** The parts that can change after an invoice has arrived: the invoice that it credits stays the same. */
export const needsAgain: ReadonlySet<ContextPart> = new Set([...needs.filter((need) => need !== 'credited'), 'later']);

const partsAgain = {
  company: ofCompany,
  ...partsOf('input.id'),
  alike: `(SELECT jsonb_agg(alike) FROM (${lookAlikesOf('= input.supplier_number')}) AS alike)`,
};

/** SQL for StoredContextRow, in a statement that reads supplier_invoices as `input`. $1 is the company. */
export const contextOfStored = `jsonb_build_object(${(['company', ...needsAgain] as (keyof typeof partsAgain)[])
  .map((part) => `'${part}', ${partsAgain[part]}`)
  .join(', ')})`;

type SupplierRow = [
  name: string,
  organization: string,
  bankGiro: string,
  postGiro: string,
  iban: string,
  changed: number | null,
  blocked: number | null,
  isUnconfirmed: boolean,
  changedSeq: number | null,
  blockedSeq: number | null,
];
type EarlierRow = [id: string, number: string | null, amount: string | null, ocr: string | null];

interface ContextRow {
  company: [invoices: string, judging: string, settings: Settings | null, nowMs: number, zone: string] | null;
  supplier?: SupplierRow | null;
  number?: EarlierRow | null;
  amount?: EarlierRow | null;
  ocr?: EarlierRow | null;
  credited?: boolean | null;
  file?: boolean | null;
  taken?: boolean;
  later?: Partial<Record<keyof InvoiceKeys, EarlierRow | null>>;
}

export interface StoredContextRow extends ContextRow {
  alike: LookAlikeRow[] | null;
}

export async function readContext(
  db: Db,
  company: CompanyId,
  queries: readonly ContextQuery[],
  needs: ReadonlySet<ContextPart>,
  lookAlikesAt: LookAlikesAt = readLookAlikes,
): Promise<BatchContext> {
  const context = contextFrom(await readRows(db, company, queries, needs), needs);
  if (!needs.has('alike')) return context;
  const numbers = [...new Set(queries.map(({ supplierNumber }) => supplierNumber))];
  return withLookAlikes(
    db,
    company,
    queries,
    context,
    await lookAlikesAt(db, company, numbers, context.versions.judging),
  );
}

/** For what was read with an invoice: only the invoices of look-alikes are read here. */
export const storedContext = (
  db: Db,
  company: CompanyId,
  query: ContextQuery,
  row: StoredContextRow,
): Promise<BatchContext> =>
  withLookAlikes(db, company, [query], contextFrom([row], needsAgain), lookAlikesIn(row.alike ?? []));

function contextFrom(rows: readonly ContextRow[], needs: ReadonlySet<ContextPart>): BatchContext {
  const [invoices, judging, settings, nowMs, zone] = (rows[0] as ContextRow).company ?? ['', '', null, 0, defaultZone];
  return {
    needs,
    settings: settings ?? {},
    versions: { invoices, judging },
    clock: clockFrom(nowMs),
    zone,
    invoices: rows.map(contextIn),
  };
}

async function readRows(
  db: Db,
  company: CompanyId,
  queries: readonly ContextQuery[],
  needs: ReadonlySet<ContextPart>,
): Promise<ContextRow[]> {
  const name = nameOf(needs);
  const cached = statements.get(name) ?? statementsFor(needs);
  statements.set(name, cached);
  return rowsOf<ContextRow>(db, {
    ...(queries.length === 1 ? cached.one : cached.many),
    values: [company, ...input.values(queries)],
  });
}

async function withLookAlikes(
  db: Db,
  company: CompanyId,
  queries: readonly ContextQuery[],
  context: BatchContext,
  found: LookAlikes,
): Promise<BatchContext> {
  if (queries.every(({ supplierNumber }) => !found.get(supplierNumber)?.length)) return context;
  const { needs } = context;
  const invoices = context.invoices.map((one, index) => ({
    ...one,
    earlier: { ...one.earlier },
    alike: found.get((queries[index] as ContextQuery).supplierNumber) ?? [],
  }));
  const kinds = kindsIn(needs);
  const others = invoices.flatMap((one, index) =>
    one.alike.map(({ number }) => ({ one, query: { ...(queries[index] as ContextQuery), supplierNumber: number } })),
  );
  if (kinds.length === 0) return { ...context, invoices };
  const queriesOfOthers = others.map(({ query }) => query);
  const rows = await readRows(db, company, queriesOfOthers, new Set(kinds));
  for (const [index, { one }] of others.entries())
    for (const kind of kinds) one.earlier[kind] ??= earlierIn(rows[index]?.[kind]);
  return { ...context, invoices };
}

const contextIn = ({ supplier, credited, file, taken, later, ...earlier }: ContextRow): LoadedContext => ({
  supplier: supplier ? supplierIn(supplier) : undefined,
  earlier: byKey(earlier),
  later: byKey(later ?? {}),
  isCreditedKnown: credited ?? undefined,
  isFileMissing: file ?? undefined,
  isTaken: taken ?? false,
  alike: [],
});

const supplierIn = ([
  name,
  organizationalNumber,
  bankGiro,
  postGiro,
  iban,
  changed,
  blocked,
  isUnconfirmed,
  changedSeq,
  blockedSeq,
]: SupplierRow): CheckedSupplier => ({
  name,
  organizationalNumber,
  bankGiro,
  postGiro,
  iban,
  payeeChangedAt: changed === null ? undefined : new Date(changed),
  payeeChangedSeq: changedSeq ?? undefined,
  blockedAt: blocked === null ? undefined : new Date(blocked),
  blockedSeq: blockedSeq ?? undefined,
  isUnconfirmed,
});

const byKey = ({ number, amount, ocr }: NonNullable<ContextRow['later']>) => ({
  number: earlierIn(number),
  amount: earlierIn(amount),
  ocr: earlierIn(ocr),
});

const earlierIn = (row: EarlierRow | null | undefined): EarlierInvoice | undefined =>
  row
    ? { id: row[0], keys: { number: row[1] ?? undefined, amount: row[2] ?? undefined, ocr: row[3] ?? undefined } }
    : undefined;
