import { invoiceColumns } from './columns.ts';
import { maskPersonal } from '../../../common/numbers/organization.ts';
import { findingGrades, severities } from '../../../common/errors/findings.ts';
import { inDefaultCollation } from '../../ground/db/collation.ts';
import { keyRangesOf, nilId, rebuiltAtOnce } from '../../ground/db/key-ranges.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import type { EventRange } from '../../events/follow.ts';
import type { List, ListRow } from '../../ground/db/paging.ts';
import { raw } from '../../ground/db/sql.ts';
import { folded } from '../../ground/db/text-search.ts';
import { selectHidden } from './search-match.ts';
import { codingColumns, wholeCoding } from '../coding/coding-store.ts';
import { dated, due } from './filter-store.ts';
import { hasWarnings } from '../checking/findings-store.ts';
import { usedLengths } from '../../../common/used-lengths.ts';

const changes = `FROM events WHERE company_id = $1 AND seq > $2 AND seq <= $3 AND type LIKE 'supplierinvoice.%'`;

const files = `(SELECT count(*) FROM attachments WHERE attachments.company_id = $1 AND supplier_invoice_id = invoice.id)::integer`;
const mentioned = `ARRAY(
  SELECT DISTINCT unnest(mentions) FROM invoice_notes WHERE invoice_notes.company_id = $1 AND supplier_invoice_id = invoice.id ORDER BY 1)`;
const questions = `
  FROM invoice_questions AS question
  WHERE question.company_id = $1 AND supplier_invoice_id = invoice.id`;
const waitsUntil = `(SELECT min(coalesce(due_at, 'infinity')) ${questions} AND answered_at IS NULL AND closed_at IS NULL)`;
const answeredFor = `CASE WHEN state IN ('received', 'held') THEN (
  SELECT asked_by ${questions} AND answered_at IS NOT NULL ORDER BY answered_at DESC LIMIT 1) END`;
const findings = `ARRAY(
  SELECT DISTINCT finding ->> 'code' FROM jsonb_array_elements(invoice.findings) AS finding WHERE NOT finding ? 'dismissed' ORDER BY 1)`;

const used = (field: keyof typeof usedLengths) => `left("${field}", ${usedLengths[field]})`;

// Each field begins with a line feed, so that no search matches across fields.
const search =
  folded(`concat(chr(10), invoice.external_reference_id, chr(10), ${inDefaultCollation('invoice.supplier_number')}, chr(10), "supplierInvoiceNumber", chr(10),
      "supplierName", chr(10), "orderNumber", chr(10), ${used('projectName')}, chr(10), "paymentReferenceOCR", chr(10),
      ${used('internalReference')}, chr(10), ${used('externalReference')})`);

// An invoice whose only event is its arrival has neither files nor notes. Rows are inserted in the order of their ids,
// which is chronological, so that most indexes grow at their end.
const addText = (invoices: string) => `
  INSERT INTO invoice_projections (
    company_id, id, created_at, state, partner_id, supplier_number, project_name, total_price, invoice_day, payment_due_day, currency, credit,
    files, decided_at, decided_by, assigned_to, signed_by, mentioned, waits_until, answered_for, findings, warned, search)
  SELECT invoice.company_id, invoice.id, created_at, state, partner_id, supplier_number, ${used('projectName')}, "totalPrice", invoice_day, payment_due_day, currency,
    coalesce("creditInvoiceReference", '') ~ '\\S' OR coalesce("totalPrice" < 0, false),
    CASE WHEN changed THEN ${files} ELSE 0 END, decided_at, decided_by, assigned_to, signed_by,
    CASE WHEN changed THEN ${mentioned} ELSE '{}' END, CASE WHEN changed THEN ${waitsUntil} END, CASE WHEN changed THEN ${answeredFor} END,
    CASE WHEN findings = '[]' THEN '{}' ELSE ${findings} END,
    findings <> '[]' AND ${hasWarnings('invoice.findings')},
    ${search}
  FROM (${invoices}) AS arrived
  JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = arrived.id
  CROSS JOIN LATERAL json_to_record(document) AS sent (
    "totalPrice" numeric, currency text, "creditInvoiceReference" text, "projectName" text,
    "supplierInvoiceNumber" text, "supplierName" text, "orderNumber" text, "paymentReferenceOCR" text,
    "internalReference" text, "externalReference" text)
  ON CONFLICT (company_id, id) DO NOTHING`;

const searched = `CROSS JOIN LATERAL json_to_record(document) AS sent (
      "supplierInvoiceNumber" text, "supplierName" text, "orderNumber" text, "projectName" text,
      "paymentReferenceOCR" text, "internalReference" text, "externalReference" text)`;

/** Selects the texts by which the invoices $2 are found. */
export const searchTextsOf = `
  SELECT invoice.id, ${search} AS search FROM supplier_invoices AS invoice ${searched}
  WHERE invoice.company_id = $1 AND invoice.id = ANY ($2)`;

/** Selects the texts that differ from what this version would write. */
export const fillText = `
  SELECT id, search FROM (
    SELECT projection.id, projection.search AS stored, ${search} AS search
    FROM invoice_projections AS projection
    JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = projection.id
    ${searched}
    WHERE projection.company_id = $1 AND projection.id > $2 AND projection.id <= $3
  ) AS texts WHERE stored <> search`;

const addArrived = addText(`
  SELECT subject_id::uuid AS id, count(*) > 1 AS changed ${changes}
  GROUP BY subject_id HAVING bool_or(type = 'supplierinvoice.created') ORDER BY subject_id`);
const addAll = addText(`
  SELECT id, true AS changed FROM supplier_invoices WHERE company_id = $1 AND id > $2 AND id <= $3 ORDER BY id`);

const changing = [
  'state',
  'findings',
  'warned',
  'files',
  'decided_at',
  'decided_by',
  'assigned_to',
  'signed_by',
  'mentioned',
  'waits_until',
  'answered_for',
];
const columnsOf = (table: string) => changing.map((column) => `${table}.${column}`).join(', ');

// Unchanged rows are not updated: an update writes most of the indexes again.
const refreshText = `
  WITH current AS MATERIALIZED (
    SELECT id, state, ${findings} AS findings, ${hasWarnings('invoice.findings')} AS warned, ${files} AS files, decided_at, decided_by, assigned_to, signed_by, ${mentioned} AS mentioned,
           ${waitsUntil} AS waits_until, ${answeredFor} AS answered_for
    FROM supplier_invoices AS invoice
    WHERE company_id = $1 AND id IN (SELECT subject_id::uuid ${changes} AND type <> 'supplierinvoice.created')
  )
  UPDATE invoice_projections AS projection SET ${changing.map((column) => `${column} = current.${column}`).join(', ')} FROM current
  WHERE projection.company_id = $1 AND projection.id = current.id AND (${columnsOf('projection')}) IS DISTINCT FROM (${columnsOf('current')})`;

export async function projectInvoices(tx: Db, company: CompanyId, { after, to }: EventRange): Promise<void> {
  const values = [company, after, to];
  await tx.query({ name: 'add-invoice-projections', text: addArrived, values });
  await tx.query({ name: 'refresh-invoice-projections', text: refreshText, values });
}

/** Adds the invoices that have no projection, from their rows: old events may be gone. */
export async function rebuildInvoices(db: Db, company: CompanyId): Promise<void> {
  const invoices = { table: 'supplier_invoices', key: 'id', lowest: nilId };
  for await (const { after, to } of keyRangesOf(db, company, invoices, rebuiltAtOnce))
    await db.query(addAll, [company, after, to]);
}

const partnerName = `(SELECT name FROM partners WHERE partners.company_id = $1 AND partners.id = page.partner_id)`;
const ofSupplier = (column: string) =>
  `(SELECT ${column} FROM suppliers WHERE suppliers.company_id = $1 AND suppliers.number = page.supplier_number)`;
const supplierName = ofSupplier('name');

const operatorName = (id: string) => `(SELECT name FROM operators WHERE operators.id = ${id})`;

const waitsFor = `
  CASE WHEN invoice.state IN ('received', 'held') THEN (
    SELECT string_agg(name, ', ' ORDER BY name) FROM operators WHERE operators.id = ANY (coalesce(
      (SELECT waits_for FROM invoice_routes AS routed WHERE routed.company_id = $1 AND routed.supplier_invoice_id = page.id),
      ARRAY[invoice.assigned_to]))) END`;

const bySeverity = `ARRAY[${severities.map((severity) => `'${severity}'`).join(', ')}]`;

const byGrade = `ARRAY[${findingGrades.map((grade) => `'${grade}'`).join(', ')}]`;
/** A release answers the holds that were there. */
const isReleased = `finding ->> 'severity' = 'hold' AND released_at IS NOT NULL
  AND ordinal <= coalesce(released_findings, jsonb_array_length(invoice.findings))`;

const inFile = {
  totalVat: 'numeric',
  invoiceFee: 'numeric',
  freight: 'text',
  centRoundoff: 'numeric',
  creditInvoiceReference: 'text',
  paymentReferenceOCR: 'text',
  supplierBankGiro: 'text',
  supplierPostGiro: 'text',
  supplierOrganizationalNumber: 'text',
  externalReference: 'text',
};
const onPage = {
  supplierInvoiceNumber: 'text',
  invoiceDate: 'float8',
  paymentDueDate: 'float8',
  totalPrice: 'numeric',
  currency: 'text',
  supplierName: 'text',
  orderNumber: 'text',
  internalReference: 'text',
};

// The document is parsed once for all fields. Amounts are written out in full, because a partner may send 1e3.
const sentFields = Object.entries({ ...onPage, ...inFile })
  .map(([field, type]) => `"${field}" ${type}`)
  .join(', ');
const sent = (field: string, name = field) =>
  `${field in usedLengths ? `left(sent."${field}", ${usedLengths[field as keyof typeof usedLengths]})` : `sent."${field}"`} AS "${name}"`;
const sentNumber = (field: string) => `sent."${field}"::text AS "${field}"`;

const more = `${Object.entries(inFile)
  .map(([field, type]) => (type === 'numeric' ? sentNumber(field) : sent(field)))
  .join(', ')}, ${sent('supplierName', 'nameOnInvoice')},
  ${ofSupplier('bank_giro')} AS "recordBankGiro", ${ofSupplier('post_giro')} AS "recordPostGiro", ${ofSupplier('iban')} AS "recordIban",
  CASE WHEN json_typeof(document -> 'articles') = 'array' THEN json_array_length(document -> 'articles') ELSE 0 END AS lines,
  ${codingColumns('coded.entry')},
  invoice.reason, invoice.booked_on::text AS "bookedOn", ${operatorName('invoice.booked_by')} AS "bookedBy"`;

/** Hides the last digits of a personal number. */
const shown = (row: ListRow): ListRow =>
  typeof row.supplierOrganizationalNumber === 'string'
    ? { ...row, supplierOrganizationalNumber: maskPersonal(row.supplierOrganizationalNumber) }
    : row;

export const invoiceList: List = {
  from: 'invoice_projections',
  joined: `
    JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = page.id
    CROSS JOIN LATERAL json_to_record(invoice.document) AS sent (${sentFields})
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS many, string_agg(DISTINCT finding ->> 'code', ' ') AS codes,
             (${bySeverity})[max(array_position(${bySeverity}, finding ->> 'severity'))] AS gravest,
             (${byGrade})[max(array_position(${byGrade}, CASE WHEN ${isReleased} THEN 'released' ELSE finding ->> 'severity' END))] AS grade
      FROM jsonb_array_elements(invoice.findings) WITH ORDINALITY AS each (finding, ordinal) WHERE NOT finding ? 'dismissed'
    ) AS found`,
  select: `
    page.id, invoice.state, external_reference_id AS "externalReferenceId", page.supplier_number AS "supplierNumber", ${supplierName} AS "supplierName",
    ${sent('supplierInvoiceNumber')}, project_name AS "projectName", ${sent('orderNumber')}, ${sent('internalReference')},
    nullif(sent."invoiceDate", 0) AS "invoiceDate", nullif(sent."paymentDueDate", 0) AS "paymentDueDate",
    ${sentNumber('totalPrice')}, ${sent('currency')}, ${partnerName} AS partner,
    page.created_at AS "createdAt", page.credit, invoice.decided_at AS "decidedAt", ${operatorName('invoice.decided_by')} AS "decidedBy",
    ${operatorName('invoice.assigned_to')} AS "assignedTo", ${waitsFor} AS "with", ${operatorName('invoice.signed_by')} AS "signedBy", found.many AS findings,
    (SELECT count(*)::integer FROM attachments
     WHERE attachments.company_id = $1 AND supplier_invoice_id = page.id) AS files,
    found.gravest, found.codes AS "findingCodes", found.grade,
    CASE WHEN invoice.state NOT IN ('received', 'held') THEN NULL WHEN waits_until > now() THEN 'waiting' WHEN waits_until IS NOT NULL THEN 'due'
      WHEN answered_for IS NOT NULL THEN 'answered' END AS question,
    invoice.voucher, invoice.booked_at AS "bookedAt", invoice.withdrawn_at AS "withdrawnAt",
    page.invoice_day::text AS "invoiceDay", page.payment_due_day::text AS "paymentDueDay"`,
  more: { select: more, joined: `CROSS JOIN LATERAL (SELECT ${wholeCoding('page.id')} AS entry) AS coded` },
  columns: invoiceColumns,
  pageOnly: ['grade'],
  present: shown,
  // These expressions must equal those of the indexes exactly.
  sorts: {
    createdAt: { column: 'created_at', type: 'timestamptz' },
    totalPrice: { column: 'coalesce(total_price, -1e15)', type: 'numeric' },
    invoiceDate: { column: dated, type: 'date' },
    dueDate: { column: due, type: 'date' },
  },
  defaultSort: '-createdAt',
  tie: { column: 'id', type: 'uuid' },
};

/** With what explains why an invoice was found. */
export const searchedInvoiceList: List = {
  ...invoiceList,
  select: `${invoiceList.select as string}, ${selectHidden(raw('$1')).text} AS hidden`,
  pageOnly: ['grade', 'hidden'],
};
