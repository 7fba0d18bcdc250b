import type { SearchResult } from './schemas.ts';
import { maskPersonal } from '../../../common/numbers/organization.ts';
import { typedAmount } from '../../../common/typed-amount.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { joined, raw, sql, type Sql } from '../../ground/db/sql.ts';
import { containsText, containsWords, includesWords } from '../../ground/db/text-search.ts';
import { projectsWhere } from '../../projects/desk/queries.ts';
import { explainMatches, selectHidden, type FoundInvoice } from '../../supplier-invoices/lists/search-match.ts';
import { invoicesMatching } from '../../supplier-invoices/lists/search-store.ts';
import { isUuid } from '../../ground/db/ids.ts';

/** The trigram index does not help with shorter texts. */
const minIndexedLength = 3;
const maxOfType = 6;

export async function searchRecords(db: Db, company: CompanyId, q: string): Promise<SearchResult[]> {
  const indexed = q.length >= minIndexedLength;
  const inText = containsWords('search', q);
  const branches = [
    suppliers(company, indexed ? inText : sql`starts_with(number, ${q})`),
    ...(isUuid(q) ? [invoices(company, sql`id = ${q}`), workOrders(company, sql`id = ${q}`)] : []),
    ...(indexed || typedAmount(q) !== undefined ? await invoiceBranches(db, company, q) : []),
    ...(indexed ? [workOrders(company, inText)] : []),
    projects(company, await projectsWhere(db, company, { q })),
    partners(company, includesWords('name', q)),
  ];
  const { text, values } = sql`
    SELECT type, id, title, subtitle, more
    FROM (${joined(
      branches.map((branch) => sql`(${branch} LIMIT ${maxOfType})`),
      ' UNION ALL ',
    )}) AS found (type, id, title, subtitle, more)`;
  const { rows } = await db.query<FoundRow>(text, values);
  // A record whose id and text both match is found twice.
  const found = new Map(rows.map((row) => [`${row.type} ${row.id}`, row])).values();
  const results = [...found];
  const invoicesFound = results.flatMap(({ type, id, title, subtitle, more }) =>
    type === 'invoice' ? [{ id, shown: [id, title, subtitle], hidden: more?.hidden ?? {} }] : [],
  );
  const matches = await explainMatches(db, company, q, invoicesFound);
  return results.map((row) => present(row, matches.get(row.id)));
}

/** Invoices with a field that begins with the text come first, then those with all words in fields, then in files. */
async function invoiceBranches(db: Db, company: CompanyId, q: string): Promise<Sql[]> {
  const { inFields, inFiles } = await invoicesMatching(db, company, q);
  // Each field of the search text begins with a line feed.
  const conditions = [containsText('search', `\n${q}`), inFields, ...(inFiles === undefined ? [] : [inFiles])];
  return conditions.map((condition) => invoices(company, condition));
}

interface FoundRow extends SearchResult {
  more: (Partial<SearchResult> & { hidden?: FoundInvoice['hidden'] }) | null;
}

function present({ more, ...result }: FoundRow, match: SearchResult['match']): SearchResult {
  if (result.type === 'supplier') {
    const subtitle = [result.id, maskPersonal(result.subtitle)].filter((part) => part !== '').join(' · ');
    return { ...result, subtitle };
  }
  const { hidden: _hidden, ...details } = more ?? {};
  return { ...result, ...details, ...(match && { match }) };
}

/** The latest rows, limited before the joins. */
const latest = (
  projection: 'invoice_projections' | 'work_order_projections',
  company: CompanyId,
  condition: Sql,
): Sql => sql`
  SELECT id, created_at FROM ${raw(projection)} WHERE company_id = ${company} AND ${condition} ORDER BY created_at DESC LIMIT ${maxOfType}`;

const invoices = (company: CompanyId, condition: Sql): Sql => sql`
  SELECT 'invoice', found.id::text,
         coalesce(nullif(document ->> 'supplierInvoiceNumber', ''), external_reference_id),
         concat_ws(' · ', external_reference_id, suppliers.name, concat_ws(' ', (document ->> 'totalPrice')::numeric::text, document ->> 'currency')),
         jsonb_strip_nulls(jsonb_build_object(
           'reference', external_reference_id, 'supplierName', suppliers.name, 'amount', (document ->> 'totalPrice')::numeric::text, 'currency', document ->> 'currency',
           'hidden', ${selectHidden(sql`${company}`)}))
  FROM (${latest('invoice_projections', company, condition)}) AS found
  JOIN supplier_invoices AS invoice ON invoice.company_id = ${company} AND invoice.id = found.id
  JOIN suppliers ON suppliers.company_id = ${company} AND suppliers.number = invoice.supplier_number ORDER BY found.created_at DESC`;

const workOrders = (company: CompanyId, condition: Sql): Sql => sql`
  SELECT 'workOrder', found.id::text, title, reference, NULL FROM (${latest('work_order_projections', company, condition)}) AS found
  JOIN work_orders ON work_orders.company_id = ${company} AND work_orders.id = found.id ORDER BY found.created_at DESC`;

const suppliers = (company: CompanyId, condition: Sql): Sql => sql`
  SELECT 'supplier', suppliers.number, suppliers.name, organizational_number, NULL::jsonb
  FROM (SELECT number, number_sort FROM supplier_projections WHERE company_id = ${company} AND ${condition} ORDER BY number_sort, number LIMIT ${maxOfType}) AS found
  JOIN suppliers ON suppliers.company_id = ${company} AND suppliers.number = found.number ORDER BY found.number_sort, found.number`;

const maxProposals = 5;

const projects = (company: CompanyId, conditions: Sql[]): Sql => sql`
  SELECT 'project', id::text, name, number, jsonb_build_object('proposalIds', ARRAY(
    SELECT proposal_id FROM project_proposals
    WHERE project_proposals.company_id = ${company} AND project_id = projects.id ORDER BY proposal_id LIMIT ${maxProposals}))
  FROM projects WHERE ${joined(conditions, ' AND ')} ORDER BY name_sort`;

const partners = (company: CompanyId, condition: Sql): Sql => sql`
  SELECT 'partner', id::text, name, '', NULL FROM partners WHERE company_id = ${company} AND ${condition} ORDER BY name`;
