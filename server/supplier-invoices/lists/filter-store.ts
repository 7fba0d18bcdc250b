import { partnerNamed } from '../../access/store.ts';
import { findingCodes } from '../../../common/errors/findings.ts';
import { beginOf, datedOnDays, dayOf, onDays, defaultZone, type Days } from '../../ground/db/days.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { raw, sql, type Sql } from '../../ground/db/sql.ts';
import { containsText } from '../../ground/db/text-search.ts';
import { typedAmount } from '../../../common/typed-amount.ts';
import { supplierNamed } from '../../suppliers/store.ts';

export interface InvoiceFilter extends Days {
  datedFrom?: string;
  datedTo?: string;
  dueFrom?: string;
  dueTo?: string;
  overdue?: 'true';
  /** One of the states, or open for received and held. */
  state?: string;
  /** A code, a family of codes, or any. */
  finding?: string;
  files?: 'none' | 'some';
  credit?: 'true' | 'false';
  supplier?: string;
  partner?: string;
  project?: string;
  /** An operator's id, or me. */
  decidedBy?: string;
  /** An operator's id, me, or none. */
  assigned?: string;
  mentioned?: 'me';
  least?: string;
  most?: string;
  /** Separated by commas. */
  ids?: string;
  q?: string;
}

export interface Reader {
  operatorId: string;
  now: Date;
}

// These expressions must equal those of the indexes exactly.
const total = raw('coalesce(total_price, -1e15)');
export const due = 'coalesce(due_date, 4102444800000)';
export const isOpen = raw(`state IN ('received', 'held')`);

export async function invoicesWhere(db: Db, company: CompanyId, filter: InvoiceFilter, reader: Reader): Promise<Sql[]> {
  const { state, finding, supplier, partner, project, least, most, q } = filter;
  const where = [sql`company_id = ${company}`];
  if (state !== undefined) where.push(state === 'open' ? isOpen : sql`state = ${state}`);
  if (finding !== undefined) where.push(found(finding));
  if (supplier !== undefined) where.push(sql`supplier_number = ${await supplierNamed(db, company, supplier)}`);
  // Look up the id first, so that the planner can estimate the partner's invoices.
  if (partner !== undefined) where.push(sql`partner_id = ${await partnerNamed(db, company, partner)}`);
  if (project !== undefined) where.push(sql`lower(project_name) = lower(${project})`);
  where.push(...inDays(filter, reader), ...byOperators(filter, reader));
  if (filter.files !== undefined) where.push(raw(filter.files === 'none' ? 'files = 0' : 'files > 0'));
  if (filter.credit !== undefined) where.push(raw(filter.credit === 'true' ? 'credit' : 'NOT credit'));
  if (least !== undefined) where.push(sql`${total} >= ${least}::numeric`);
  if (most !== undefined) where.push(sql`${total} <= ${most}::numeric AND total_price IS NOT NULL`);
  if (filter.ids !== undefined) where.push(sql`id = ANY (${filter.ids.split(',')}::uuid[])`);
  if (q !== undefined) where.push(await matching(db, company, q));
  return where;
}

const found = (finding: string): Sql =>
  finding === 'any' ? raw(`findings <> '{}'`) : sql`findings <> '{}' AND findings && ${codesOf(finding)}::text[]`;

const codesOf = (finding: string) => findingCodes.filter((code) => code === finding || code.startsWith(`${finding}.`));

function inDays(filter: InvoiceFilter, { now }: Reader): Sql[] {
  const { from, to, datedFrom, datedTo, dueFrom, dueTo, zone = defaultZone } = filter;
  const where = onDays('created_at', { from, to, zone });
  if (datedFrom !== undefined || datedTo !== undefined)
    where.push(
      ...datedOnDays('coalesce(invoice_date, 0)', { from: datedFrom, to: datedTo, zone }),
      raw('invoice_date IS NOT NULL'),
    );
  if (dueFrom !== undefined || dueTo !== undefined)
    where.push(...datedOnDays(due, { from: dueFrom, to: dueTo, zone }), raw('due_date IS NOT NULL'));
  if (filter.overdue !== undefined)
    where.push(isOpen, sql`${raw(due)} < 1000 * extract(epoch FROM ${beginOf(dayOf(now, zone), zone)})`);
  return where;
}

function byOperators({ decidedBy, assigned, mentioned }: InvoiceFilter, { operatorId }: Reader): Sql[] {
  const idOf = (who: string) => (who === 'me' ? operatorId : who);
  return [
    ...(decidedBy === undefined ? [] : [sql`decided_by = ${idOf(decidedBy)}`]),
    ...(assigned === undefined
      ? []
      : [assigned === 'none' ? raw('assigned_to IS NULL') : sql`assigned_to = ${idOf(assigned)}`]),
    ...(mentioned === undefined ? [] : [sql`mentioned <> '{}' AND mentioned && ${[operatorId]}::uuid[]`]),
  ];
}

const maxSuppliers = 1_000;

/**
 * Also searches the supplier's record, because its name may differ from the name on the invoice. If the text is an
 * amount, totals are searched, too.
 */
async function matching(db: Db, company: CompanyId, q: string): Promise<Sql> {
  const { text, values } =
    sql`SELECT number FROM supplier_projections WHERE company_id = ${company} AND ${containsText('search', q)} LIMIT ${maxSuppliers}`;
  const { rows } = await db.query<{ number: string }>(text, values);
  const inSupplier = rows.length === 0 ? raw('') : sql` OR supplier_number = ANY (${rows.map(({ number }) => number)})`;
  const amount = amountIs(q);
  const ofAmount = amount === undefined ? raw('') : sql` OR ${amount}`;
  return sql`(${containsText('search', q)}${inSupplier}${ofAmount})`;
}

/** Matches either sign, so that credit notes are found. Undefined if the text is not an amount. */
export function amountIs(q: string): Sql | undefined {
  const amount = typedAmount(q);
  if (amount === undefined) return undefined;
  const { least, most, isMostIncluded } = amount;
  const [below, above] = isMostIncluded ? [raw('<='), raw('>=')] : [raw('<'), raw('>')];
  return sql`(${total} >= ${least}::numeric AND ${total} ${below} ${most}::numeric
    OR ${total} <= -(${least}::numeric) AND ${total} ${above} -(${most}::numeric))`;
}
