import { daysOf, type LastDays } from './queries.ts';
import { becauseOf, type DecisionTimes, type WaitCount, type WaitFacts } from './reports-rules.ts';
import { periodsTo } from './rules.ts';
import { namesWith } from './waiting-with-queries.ts';
import { dayIn } from '../../../common/days.ts';
import { waitReasonNames } from '../../../common/names/waiting.ts';
import { column } from '../../ground/csv/columns.ts';
import { onDays } from '../../ground/db/days.ts';
import type { List } from '../../ground/db/paging.ts';
import { type CompanyId, type Db, rowsOf } from '../../ground/db/pool.ts';
import { joined, raw, sql, type Sql } from '../../ground/db/sql.ts';
import { due, isOpen } from '../../supplier-invoices/lists/filter-store.ts';

/** More would take long and hardly change the figures. */
export const maxCounted = 50_000;
const maxPartners = 200;

/** Those due first. */
export const openInvoices = (company: CompanyId): Sql => sql`
  SELECT id, partner_id, state, signed_by, assigned_to, waits_until, findings, created_at FROM invoice_projections
  WHERE company_id = ${company} AND ${isOpen} ORDER BY ${raw(due)}, id LIMIT ${maxCounted}`;

/** `page` is the projection. */
const facts = `jsonb_build_object(
  'state', page.state, 'isSigned', page.signed_by IS NOT NULL, 'isAsked', coalesce(page.waits_until > now(), false),
  'lacksFile', page.findings @> '{missing.file}' OR invoice.files_due_at IS NOT NULL)`;

export const countWaits = (db: Db, company: CompanyId): Promise<WaitCount[]> =>
  rowsOf(
    db,
    sql`SELECT page.partner_id AS "partnerId", ${raw(facts)} AS facts, count(*)::integer AS count, min(page.created_at) AS since
        FROM (${openInvoices(company)}) AS page
        LEFT JOIN supplier_invoices AS invoice
          ON invoice.company_id = ${company} AND invoice.id = page.id AND invoice.files_due_at IS NOT NULL
        GROUP BY 1, 2`,
  );

const period = (column: string, company: CompanyId, { now, days, zone }: LastDays): Sql => {
  const { from, to } = periodsTo(dayIn(now.getTime(), zone), days);
  return joined([sql`company_id = ${company}`, ...onDays(column, { from, to, zone })], ' AND ');
};

export const timeDecisionsBy = (
  db: Db,
  company: CompanyId,
  by: 'decided_by' | 'partner_id',
  last: LastDays,
): Promise<(DecisionTimes & { id: string })[]> =>
  rowsOf(
    db,
    sql`SELECT ${raw(by)} AS id, count(*)::integer AS decided, ${daysOf(0.5)} AS "medianDays", ${daysOf(0.9)} AS "nineInTenDays"
        FROM (
          SELECT decided_by, partner_id, decided_at - created_at AS took FROM invoice_projections
          WHERE ${period('decided_at', company, last)} ORDER BY decided_at DESC LIMIT ${maxCounted}
        ) AS decided GROUP BY ${raw(by)}`,
  );

export async function readNames(db: Db, ids: readonly (string | null)[]): Promise<Map<string | null, string>> {
  const named = await rowsOf<{ id: string; name: string }>(db, 'SELECT id, name FROM operators WHERE id = ANY ($1)', [
    ids,
  ]);
  return new Map(named.map(({ id, name }) => [id, name]));
}

export const countArrivedBy = (
  db: Db,
  company: CompanyId,
  last: LastDays,
): Promise<{ id: string; partner: string; arrived: number }[]> =>
  rowsOf(
    db,
    sql`SELECT id, name AS partner, (
          SELECT count(*)::integer FROM (
            SELECT FROM invoice_projections WHERE partner_id = partners.id AND ${period('created_at', company, last)} LIMIT ${maxCounted}
          ) AS latest) AS arrived
        FROM partners WHERE company_id = ${company} ORDER BY name LIMIT ${maxPartners}`,
  );

export const dueList: List = {
  from: 'invoice_projections',
  joined: `
    JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = page.id
    CROSS JOIN LATERAL json_to_record(invoice.document) AS sent ("supplierInvoiceNumber" text, "totalPrice" numeric, currency text)`,
  select: `
    page.id, page.payment_due_day::text AS "paymentDueDay",
    page.payment_due_day - (now() AT TIME ZONE (SELECT time_zone FROM companies WHERE companies.id = $1))::date AS "daysLeft",
    sent."supplierInvoiceNumber", external_reference_id AS "externalReferenceId", page.supplier_number AS "supplierNumber",
    (SELECT name FROM suppliers WHERE suppliers.company_id = $1 AND suppliers.number = page.supplier_number) AS "supplierName",
    sent."totalPrice"::text AS "totalPrice", sent.currency, page.state, ${namesWith} AS with, ${facts} AS because,
    (SELECT name FROM partners WHERE partners.company_id = $1 AND partners.id = page.partner_id) AS partner`,
  present: (row) => ({ ...row, because: becauseOf(row.because as WaitFacts) }),
  columns: {
    paymentDueDay: column('Due date', 'Förfallodatum'),
    daysLeft: column('Days left', 'Dagar kvar'),
    supplierNumber: column('Supplier number', 'Leverantörsnummer'),
    supplierName: column('Supplier', 'Leverantör'),
    supplierInvoiceNumber: column('Invoice number', 'Fakturanummer'),
    totalPrice: column('Total', 'Totalbelopp', { as: 'amount' }),
    currency: column('Currency', 'Valuta'),
    with: column('Waits with', 'Väntar hos'),
    because: column('Waits', 'Väntar', { as: waitReasonNames }),
    partner: column('Partner', 'Partner'),
    externalReferenceId: column('Partner’s reference', 'Partnerns referens'),
    id: column('Id', 'Id'),
  },
  sorts: { dueDate: { column: due, type: 'date' } },
  defaultSort: 'dueDate',
  tie: { column: 'id', type: 'uuid' },
};
