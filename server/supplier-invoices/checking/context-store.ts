import type { BatchContext, ContextQuery, LoadedContext } from './rules.ts';
import type { CheckedSupplier, EarlierInvoice, Need } from '../../checks/context.ts';
import { defaultZone } from '../../../common/days.ts';
import type { Settings } from '../../checks/settings.ts';
import { settingsOfCompany } from './settings-store.ts';
import { fileGraceMs } from '../../checks/rules/missing.ts';
import { firstOfSupplier } from '../store.ts';
import { clockFrom } from '../../ground/db/clock.ts';
import { first } from '../../ground/db/sql.ts';
import { batchInput } from '../../ground/db/input.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { readLookAlikes, type LookAlikes, type LookAlikesAt } from '../../suppliers/look-alikes-store.ts';

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

const keys = 'CASE WHEN id < input.stored_as THEN jsonb_build_array(id, number_key, amount_key, ocr_key) END';
const earlier = (key: string) => firstOfSupplier(key, `input.${key}`, keys);
const reference = {
  table: 'supplier_invoices',
  columns: ['partner_id', 'external_reference_id'],
  values: ['input.partner_id', 'input.external_reference_id'],
};
const isTaken = `coalesce(${first(reference, 'true')}, false)`;
const credited = `CASE WHEN credits IS NOT NULL THEN coalesce(${firstOfSupplier('number_key', 'credits', 'true')}, false) END`;

const isFileMissing = `(
  SELECT NOT EXISTS (SELECT FROM attachments WHERE company_id = $1 AND supplier_invoice_id = input.stored_as)
  FROM supplier_invoices
  WHERE company_id = $1 AND id = input.stored_as
    AND created_at < clock_timestamp() - interval '${fileGraceMs} milliseconds')`;

const parts: Record<Exclude<Need, 'alike'>, string> = {
  supplier: `${supplier} AS supplier`,
  number: `${earlier('number_key')} AS number`,
  amount: `${earlier('amount_key')} AS amount`,
  ocr: `${earlier('ocr_key')} AS ocr`,
  credited: `${credited} AS credited`,
  file: `${isFileMissing} AS file`,
};

// All rows share these values, so only the first row carries them.
const ofCompany = `CASE WHEN place = 1 THEN (
  SELECT jsonb_build_array(invoice_version::text, judging_version::text, (SELECT ${settingsOfCompany} FROM check_settings WHERE company_id = $1),
    extract(epoch FROM clock_timestamp()) * 1000, (SELECT time_zone FROM companies WHERE id = $1))
  FROM company_counters WHERE company_id = $1) END`;

const kindsIn = (needs: ReadonlySet<Need>) => (['number', 'amount', 'ocr'] as const).filter((kind) => needs.has(kind));
const looksBack = (needs: ReadonlySet<Need>) => kindsIn(needs).length > 0;

/** Look-alikes have a statement of their own. PostgreSQL keeps 63 characters of a name. */
const nameOf = (needs: ReadonlySet<Need>) => [...needs].filter((need) => need !== 'alike').join('-');

const statementsFor = (needs: ReadonlySet<Need>) =>
  input.statements(
    `read-context-${nameOf(needs)}`,
    (rows) => `
    WITH ${rows}
    SELECT ${ofCompany} AS company
           ${[...needs].map((need) => (need === 'alike' ? '' : `, ${parts[need]}`)).join('')}${looksBack(needs) ? `, ${isTaken} AS taken` : ''}
    FROM input ORDER BY place`,
  );

const statements = new Map<string, ReturnType<typeof statementsFor>>();

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

interface Row {
  company: [invoices: string, judging: string, settings: Settings | null, nowMs: number, zone: string] | null;
  supplier?: SupplierRow | null;
  number?: EarlierRow | null;
  amount?: EarlierRow | null;
  ocr?: EarlierRow | null;
  credited?: boolean | null;
  file?: boolean | null;
  taken?: boolean;
}

export async function readContext(
  db: Db,
  company: CompanyId,
  queries: ContextQuery[],
  needs: ReadonlySet<Need>,
  lookAlikesAt: LookAlikesAt = readLookAlikes,
): Promise<BatchContext> {
  const rows = await readRows(db, company, queries, needs);
  const [invoices, judging, settings, nowMs, zone] = (rows[0] as Row).company ?? ['', '', null, 0, defaultZone];
  const context = {
    needs,
    settings: settings ?? {},
    versions: { invoices, judging },
    clock: clockFrom(nowMs),
    zone,
    invoices: rows.map(contextIn),
  };
  if (!needs.has('alike')) return context;
  const numbers = [...new Set(queries.map(({ supplierNumber }) => supplierNumber))];
  const found = await lookAlikesAt(db, company, numbers, judging);
  if (numbers.every((number) => !found.get(number)?.length)) return context;
  return { ...context, invoices: await withLookAlikes(db, company, queries, context, found) };
}

async function readRows(db: Db, company: CompanyId, queries: ContextQuery[], needs: ReadonlySet<Need>): Promise<Row[]> {
  const name = nameOf(needs);
  const cached = statements.get(name) ?? statementsFor(needs);
  statements.set(name, cached);
  const { rows } = await db.query<Row>({
    ...(queries.length === 1 ? cached.one : cached.many),
    values: [company, ...input.values(queries)],
  });
  return rows;
}

async function withLookAlikes(
  db: Db,
  company: CompanyId,
  queries: ContextQuery[],
  { needs, invoices }: BatchContext,
  found: LookAlikes,
): Promise<LoadedContext[]> {
  const all = invoices.map((one, place) => ({
    ...one,
    earlier: { ...one.earlier },
    alike: found.get((queries[place] as ContextQuery).supplierNumber) ?? [],
  }));
  const kinds = kindsIn(needs);
  const others = all.flatMap((one, place) =>
    one.alike.map(({ number }) => ({ one, query: { ...(queries[place] as ContextQuery), supplierNumber: number } })),
  );
  if (kinds.length === 0 || others.length === 0) return all;
  const rows = await readRows(
    db,
    company,
    others.map(({ query }) => query),
    new Set(kinds),
  );
  for (const [place, { one }] of others.entries())
    for (const kind of kinds) one.earlier[kind] ??= earlierIn(rows[place]?.[kind]);
  return all;
}

const contextIn = ({ supplier, number, amount, ocr, credited, file, taken }: Row): LoadedContext => ({
  supplier: supplier ? supplierIn(supplier) : undefined,
  earlier: { number: earlierIn(number), amount: earlierIn(amount), ocr: earlierIn(ocr) },
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

const earlierIn = (row: EarlierRow | null | undefined): EarlierInvoice | undefined =>
  row
    ? { id: row[0], keys: { number: row[1] ?? undefined, amount: row[2] ?? undefined, ocr: row[3] ?? undefined } }
    : undefined;
