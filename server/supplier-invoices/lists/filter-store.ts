import { readTimeZone } from '../../companies/store.ts';
import { partnerNamed } from '../../partners/store.ts';
import { addDays, dayIn } from '../../../common/days.ts';
import { findingCodes } from '../../../common/errors/findings.ts';
import { datedOnDays, onDays, type Days } from '../../ground/db/days.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { raw, sql, type Sql } from '../../ground/db/sql.ts';
import { supplierNamed } from '../../suppliers/store.ts';
import { invoicesMatching, totalPrice } from './search-store.ts';

export interface InvoiceFilter extends Days {
  datedFrom?: string;
  datedTo?: string;
  dueFrom?: string;
  dueTo?: string;
  overdue?: 'true';
  /** One of the states, open for received and held, or signed for those that wait for a second approver. */
  state?: string;
  /** A code, a family of codes, any, or none. */
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
  /** Whom undecided invoices wait for: an operator's id, me, or none for the company's queue. */
  with?: string;
  mentioned?: 'me';
  /** Undecided invoices that wait for the partner's answer, or the other undecided ones. */
  waitsFor?: 'company' | 'partner';
  answered?: 'me';
  least?: string;
  most?: string;
  /** Separated by commas. */
  ids?: string;
  /** The id of a bulk and an obstacle: uuid:code. */
  leftOut?: string;
  q?: string;
}

export interface FilterContext {
  operatorId: string;
  now: Date;
}

// These expressions must equal those of the indexes exactly.
const total = raw(totalPrice);
export const dated = "coalesce(invoice_day, '-infinity'::date)";
export const due = "coalesce(payment_due_day, 'infinity'::date)";
export const isOpen = raw(`state IN ('received', 'held')`);
export const isSigned = raw(`state = 'received' AND signed_by IS NOT NULL`);
/** While a question to the partner is open and no answer is due. */
export const waitsForPartner = ({ now }: Pick<FilterContext, 'now'>): Sql => sql`waits_until > ${now}`;
export const waitsForCompany = ({ now }: Pick<FilterContext, 'now'>): Sql =>
  sql`(waits_until IS NULL OR waits_until <= ${now})`;
/** Invoices in which the partner has answered this operator. */
export const answeredFor = (operatorId: string): Sql => sql`answered_for = ${operatorId}`;
/** The company pays nothing for a credit note, so it is never overdue. */
export const isDue = raw(`state IN ('received', 'held') AND NOT credit`);

export async function invoicesWhere(
  db: Db,
  company: CompanyId,
  filter: InvoiceFilter,
  context: FilterContext,
): Promise<Sql[]> {
  const { state, finding, supplier, partner, project, least, most, q } = filter;
  const where = [sql`company_id = ${company}`];
  if (state !== undefined) where.push(inState(state));
  if (finding !== undefined) where.push(found(finding));
  if (supplier !== undefined) where.push(sql`supplier_number = ${await supplierNamed(db, company, supplier)}`);
  // Look up the id first, so that the planner can estimate the partner's invoices.
  if (partner !== undefined) where.push(sql`partner_id = ${await partnerNamed(db, company, partner)}`);
  if (project !== undefined) where.push(sql`lower(project_name) = lower(${project})`);
  where.push(...inDays(filter), ...byOperators(filter, context));
  if (filter.with !== undefined) where.push(isOpen, withWhom(company, filter.with, context));
  if (filter.overdue !== undefined) {
    const today = dayIn(context.now.getTime(), await readTimeZone(db, company));
    where.push(isDue, ...datedOnDays(due, { to: addDays(today, -1) }));
  }
  if (filter.files !== undefined) where.push(raw(filter.files === 'none' ? 'files = 0' : 'files > 0'));
  if (filter.credit !== undefined) where.push(raw(filter.credit === 'true' ? 'credit' : 'NOT credit'));
  if (least !== undefined) where.push(sql`${total} >= ${least}::numeric`);
  if (most !== undefined) where.push(sql`${total} <= ${most}::numeric AND total_price IS NOT NULL`);
  if (filter.waitsFor !== undefined)
    where.push(isOpen, filter.waitsFor === 'partner' ? waitsForPartner(context) : waitsForCompany(context));
  if (filter.ids !== undefined) where.push(sql`id = ANY (${filter.ids.split(',')}::uuid[])`);
  if (filter.leftOut !== undefined) where.push(leftOutOf(company, filter.leftOut));
  if (q !== undefined) where.push((await invoicesMatching(db, company, q)).all);
  return where;
}

const isRouted = (company: CompanyId, where = raw('true')): Sql => sql`EXISTS (
    SELECT FROM invoice_routes AS routed
    WHERE routed.company_id = ${company} AND routed.supplier_invoice_id = invoice_projections.id AND ${where})`;

/** Undecided invoices that an operator is asked to approve: by a route, or without one by hand. */
export const withOperator = (company: CompanyId, operatorId: string): Sql => sql`(
    id IN (SELECT supplier_invoice_id FROM invoice_routes WHERE company_id = ${company} AND waits_for @> ${[operatorId]}::uuid[])
    OR assigned_to = ${operatorId} AND NOT ${isRouted(company)})`;

const withWhom = (company: CompanyId, whom: string, { operatorId }: FilterContext): Sql =>
  whom === 'none'
    ? sql`NOT ${isRouted(company, raw("waits_for <> '{}'"))} AND (assigned_to IS NULL OR ${isRouted(company)})`
    : withOperator(company, whom === 'me' ? operatorId : whom);

function leftOutOf(company: CompanyId, leftOut: string): Sql {
  const [bulk, code] = leftOut.split(':');
  return sql`id IN (
    SELECT supplier_invoice_id FROM bulk_decision_invoices
    WHERE company_id = ${company} AND bulk_id = ${bulk} AND outcome = ${code})`;
}

const inState = (state: string): Sql =>
  state === 'open' ? isOpen : state === 'signed' ? isSigned : sql`state = ${state}`;

const found = (finding: string): Sql =>
  finding === 'none'
    ? raw('NOT warned')
    : finding === 'any'
      ? raw(`findings <> '{}'`)
      : sql`findings <> '{}' AND findings && ${codesOf(finding)}::text[]`;

const codesOf = (finding: string) => findingCodes.filter((code) => code === finding || code.startsWith(`${finding}.`));

/** The zone is that of arrivals; documents' days have none. */
function inDays({ from, to, datedFrom, datedTo, dueFrom, dueTo, zone }: InvoiceFilter): Sql[] {
  const where = onDays('created_at', { from, to, zone });
  if (datedFrom !== undefined || datedTo !== undefined)
    where.push(...datedOnDays(dated, { from: datedFrom, to: datedTo }), raw('invoice_day IS NOT NULL'));
  if (dueFrom !== undefined || dueTo !== undefined)
    where.push(...datedOnDays(due, { from: dueFrom, to: dueTo }), raw('payment_due_day IS NOT NULL'));
  return where;
}

function byOperators(
  { decidedBy, assigned, mentioned, answered }: InvoiceFilter,
  { operatorId }: FilterContext,
): Sql[] {
  const idOf = (who: string) => (who === 'me' ? operatorId : who);
  return [
    ...(decidedBy === undefined ? [] : [sql`decided_by = ${idOf(decidedBy)}`]),
    ...(assigned === undefined
      ? []
      : [assigned === 'none' ? raw('assigned_to IS NULL') : sql`assigned_to = ${idOf(assigned)}`]),
    ...(mentioned === undefined ? [] : [sql`mentioned <> '{}' AND mentioned && ${[operatorId]}::uuid[]`]),
    ...(answered === undefined ? [] : [answeredFor(operatorId)]),
  ];
}
