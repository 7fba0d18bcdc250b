import { invoiceColumns } from './columns.ts';
import { maskPersonal } from '../checks/numbers/organization.ts';
import { severities } from '../checks/rule.ts';
import { findingCodes } from '../errors/findings.ts';
import { partnerNamed } from '../access/store.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import { sql, type Sql } from '../ground/db/sql.ts';
import { containsText } from '../ground/db/text-search.ts';
import type { Stretch } from '../events/follow.ts';
import { datedOnDays, onDays, type Days } from '../ground/db/days.ts';
import type { List, Row } from '../ground/db/paging.ts';
import { supplierNamed } from '../suppliers/store.ts';

// Each field of the text begins with a line feed, so that no search finds the end of one with the beginning of the next.
// In the collation "C", which the supplier's number would hand on, Å has no lower case.
const projectText = `
  INSERT INTO invoice_projections (
    company_id, id, created_at, state, partner_id, supplier_number, project_name, total_price, invoice_date, due_date, currency, credit,
    files, decided_at, decided_by, assigned_to, signed_by, mentioned, findings, search)
  SELECT company_id, id, created_at, state, partner_id, supplier_number, "projectName", "totalPrice", "invoiceDate", "paymentDueDate", currency,
    coalesce("creditInvoiceReference", '') ~ '\\S' OR coalesce("totalPrice" < 0, false),
    (SELECT count(*) FROM attachments WHERE attachments.company_id = $1 AND supplier_invoice_id = supplier_invoices.id),
    decided_at, decided_by, assigned_to, signed_by,
    ARRAY(SELECT DISTINCT unnest(mentions) FROM invoice_notes
          WHERE invoice_notes.company_id = $1 AND supplier_invoice_id = supplier_invoices.id),
    ARRAY(SELECT DISTINCT finding ->> 'code' FROM jsonb_array_elements(findings) AS finding WHERE NOT finding ? 'dismissed'), lower(
    chr(10) || external_reference_id || chr(10) || supplier_number COLLATE "default" || chr(10) || coalesce("supplierInvoiceNumber", '') || chr(10) ||
    coalesce("supplierName", '') || chr(10) || coalesce("orderNumber", '') || chr(10) || coalesce("projectName", '') || chr(10) ||
    coalesce("paymentReferenceOCR", ''))
  FROM supplier_invoices CROSS JOIN LATERAL jsonb_to_record(document) AS sent (
    "totalPrice" numeric, "invoiceDate" numeric, "paymentDueDate" numeric, currency text, "creditInvoiceReference" text, "projectName" text,
    "supplierInvoiceNumber" text, "supplierName" text, "orderNumber" text, "paymentReferenceOCR" text)
  WHERE company_id = $1 AND id IN (
    SELECT subject_id::uuid FROM events WHERE company_id = $1 AND seq > $2 AND seq <= $3 AND type LIKE 'supplierinvoice.%')
  ON CONFLICT (company_id, id) DO UPDATE SET
    state = EXCLUDED.state, findings = EXCLUDED.findings, files = EXCLUDED.files, decided_at = EXCLUDED.decided_at,
    decided_by = EXCLUDED.decided_by, assigned_to = EXCLUDED.assigned_to, signed_by = EXCLUDED.signed_by, mentioned = EXCLUDED.mentioned`;

/** Projects the invoices that these events tell of, as they are now. */
export async function projectInvoices(tx: Db, company: CompanyId, { after, to }: Stretch): Promise<void> {
  await tx.query({ name: 'project-invoices', text: projectText, values: [company, after, to] });
}

const partnerName = `(SELECT name FROM partners WHERE partners.company_id = page.company_id AND partners.id = page.partner_id)`;
const supplierName = `(SELECT name FROM suppliers WHERE suppliers.company_id = page.company_id AND suppliers.number = page.supplier_number)`;

const bySeverity = `ARRAY[${severities.map((severity) => `'${severity}'`).join(', ')}]`;

const sent = (field: string, name = field) => `document ->> '${field}' AS "${name}"`;

/** What only a file has: the rest of what a partner may send, and how it was decided. Numbers are the texts that they are in the document. */
const more = `${[
  'totalVat',
  'invoiceFee',
  'freight',
  'centRoundoff',
  'creditInvoiceReference',
  'paymentReferenceOCR',
  'supplierBankGiro',
  'supplierPostGiro',
  'supplierOrganizationalNumber',
  'orderNumber',
  'externalReference',
  'internalReference',
]
  .map((field) => sent(field))
  .join(', ')}, ${sent('supplierName', 'nameOnInvoice')},
  CASE WHEN jsonb_typeof(document -> 'articles') = 'array' THEN jsonb_array_length(document -> 'articles') ELSE 0 END AS lines,
  invoice.decided_at AS "decidedAt", (SELECT name FROM operators WHERE operators.id = invoice.decided_by) AS "decidedBy", invoice.reason`;

/** Of a personal number its last digits are not shown. */
const shown = (row: Row): Row =>
  typeof row.supplierOrganizationalNumber === 'string'
    ? { ...row, supplierOrganizationalNumber: maskPersonal(row.supplierOrganizationalNumber) }
    : row;

export const invoiceList: List = {
  from: 'invoice_projections',
  joined: `
    JOIN supplier_invoices AS invoice ON invoice.company_id = page.company_id AND invoice.id = page.id
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS many, string_agg(DISTINCT finding ->> 'code', ' ') AS codes,
             (${bySeverity})[max(array_position(${bySeverity}, finding ->> 'severity'))] AS gravest
      FROM jsonb_array_elements(invoice.findings) AS finding WHERE NOT finding ? 'dismissed'
    ) AS found`,
  select: `
    page.id, invoice.state, external_reference_id AS "externalReferenceId", page.supplier_number AS "supplierNumber", ${supplierName} AS "supplierName",
    document ->> 'supplierInvoiceNumber' AS "supplierInvoiceNumber", project_name AS "projectName",
    invoice_date::float8 AS "invoiceDate", (document ->> 'paymentDueDate')::float8 AS "paymentDueDate",
    document ->> 'totalPrice' AS "totalPrice", document ->> 'currency' AS currency, ${partnerName} AS partner,
    page.created_at AS "createdAt", found.many AS findings,
    (SELECT count(*)::integer FROM attachments
     WHERE attachments.company_id = page.company_id AND supplier_invoice_id = page.id) AS files,
    found.gravest, found.codes AS "findingCodes"`,
  more: { select: more },
  columns: invoiceColumns,
  present: shown,
  // The expressions are those of the indexes, letter for letter.
  sorts: {
    createdAt: { column: 'created_at', type: 'timestamptz' },
    totalPrice: { column: 'coalesce(total_price, -1e15)', type: 'numeric' },
    invoiceDate: { column: 'coalesce(invoice_date, 0)', type: 'numeric' },
    dueDate: { column: 'coalesce(due_date, 4102444800000)', type: 'numeric' },
  },
  defaultSort: '-createdAt',
  tie: { column: 'id', type: 'uuid' },
};

export interface InvoiceFilter extends Days {
  datedFrom?: string;
  datedTo?: string;
  state?: string;
  /** A code, or the family of several. */
  finding?: string;
  supplier?: string;
  partner?: string;
  project?: string;
  least?: string;
  most?: string;
  q?: string;
}

export async function invoicesWhere(db: Db, company: CompanyId, filter: InvoiceFilter): Promise<Sql[]> {
  const { state, finding, supplier, partner, project, least, most, q, datedFrom, datedTo, ...days } = filter;
  const where = [sql`company_id = ${company}`];
  if (state !== undefined) where.push(sql`state = ${state}`);
  if (finding !== undefined) where.push(sql`findings <> '{}' AND findings && ${codesOf(finding)}::text[]`);
  if (supplier !== undefined) where.push(sql`supplier_number = ${await supplierNamed(db, company, supplier)}`);
  // Looked up beforehand, so that the planner knows how much a partner has sent.
  if (partner !== undefined) where.push(sql`partner_id = ${await partnerNamed(db, company, partner)}`);
  if (project !== undefined) where.push(sql`lower(project_name) = lower(${project})`);
  where.push(...onDays('created_at', days));
  if (datedFrom !== undefined || datedTo !== undefined)
    where.push(
      ...datedOnDays('coalesce(invoice_date, 0)', { ...days, from: datedFrom, to: datedTo }),
      sql`invoice_date IS NOT NULL`,
    );
  if (least !== undefined) where.push(sql`coalesce(total_price, -1e15) >= ${least}::numeric`);
  if (most !== undefined) where.push(sql`coalesce(total_price, -1e15) <= ${most}::numeric AND total_price IS NOT NULL`);
  if (q !== undefined) where.push(await matching(db, company, q));
  return where;
}

const codesOf = (finding: string) => findingCodes.filter((code) => code === finding || code.startsWith(`${finding}.`));

/** A text that is in the records of more suppliers than these finds their invoices only where it is on them too. */
const mostSuppliers = 1_000;

/** The supplier's name in its record may be another than on the invoice, and both are looked through. */
async function matching(db: Db, company: CompanyId, q: string): Promise<Sql> {
  const { text, values } =
    sql`SELECT number FROM supplier_projections WHERE company_id = ${company} AND ${containsText('search', q)} LIMIT ${mostSuppliers}`;
  const { rows } = await db.query<{ number: string }>(text, values);
  const inInvoice = containsText('search', q);
  return rows.length === 0
    ? inInvoice
    : sql`(${inInvoice} OR supplier_number = ANY (${rows.map(({ number }) => number)}))`;
}
