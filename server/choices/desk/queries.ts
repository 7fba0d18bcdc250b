import { maxChoices, type Choice, type ChoicesQuery, type Kind } from './schemas.ts';
import { codingKinds, type CodingKind } from '../../../common/coding.ts';
import { inDefaultCollation } from '../../ground/db/collation.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { raw, sql, type Sql } from '../../ground/db/sql.ts';
import { naturalOrder } from '../../ground/db/natural-order.ts';
import { beginsWith, containsWords, includesWords, isEqual } from '../../ground/db/text-search.ts';

type ChoiceFilter = Omit<ChoicesQuery, 'of'>;

/** The number of matches that are ranked. With more, the operator has typed little and will type more. */
const maxRanked = 1_000;
/** Project names read from invoices; each takes one index look-up. */
const maxProjectNames = 2_000;

/** Exact matches first, then those that begin with the text, then by name, with numbers in it by their value. */
export async function findChoices(db: Db, company: CompanyId, { of, q, value }: ChoicesQuery): Promise<Choice[]> {
  const typed = q?.trim() ?? '';
  const { text, values } = sql`
    SELECT value, label, detail FROM (${branches[of](company, { q: q?.trim(), value })} LIMIT ${maxRanked}) AS found (value, label, detail)
    ORDER BY ${isEqual('detail', typed)} DESC, ${beginsWith('detail', typed)} DESC, ${beginsWith('label', typed)} DESC,
             ${raw(naturalOrder('label'))}, ${raw(naturalOrder('detail'))}, value
    LIMIT ${maxChoices}`;
  return (await db.query<Choice>(text, values)).rows;
}

const branches: Record<Kind, (company: CompanyId, filter: ChoiceFilter) => Sql> = {
  supplier: (company, { q, value }) => sql`
    SELECT ${raw(inDefaultCollation('number'))}, name, ${raw(inDefaultCollation('number'))} FROM supplier_projections WHERE company_id = ${company}
    AND ${value === undefined ? (q === undefined ? raw('true') : containsWords('search', q)) : sql`number = ${value}`} ORDER BY name_sort`,
  partner: (company, filter) => sql`
    SELECT id::text, name, '' FROM partners WHERE company_id = ${company} AND ${matches(['name'], ['id::text', 'name'], filter)} ORDER BY name`,
  project: (company, filter) => sql`
    SELECT name, name, number FROM (${projectNames(company)}) AS named (name, number)
    WHERE ${matches(['name', 'number'], ['name', 'number'], filter)} ORDER BY ${raw(naturalOrder('name'))}`,
  operator: (company, filter) => sql`
    SELECT id::text, name, email FROM operators
    WHERE disabled_at IS NULL AND NOT system AND ${matches(['name', 'email'], ['id::text'], filter)}
      AND (administrator OR EXISTS (SELECT FROM operator_companies WHERE company_id = ${company} AND operator_id = operators.id))
    ORDER BY name`,
  ...(Object.fromEntries(codingKinds.map((kind) => [`coding.${kind}`, codesOf(kind)])) as Record<
    `coding.${CodingKind}`,
    ReturnType<typeof codesOf>
  >),
};

/** A name is also found for a code that is no longer active. */
function codesOf(kind: CodingKind) {
  return (company: CompanyId, filter: ChoiceFilter): Sql => sql`
    SELECT code, concat(code, ' ', name), '' FROM coding_values
    WHERE company_id = ${company} AND kind = ${kind} AND (active OR ${filter.value !== undefined})
      AND ${matches(['code', 'name'], ['code'], filter)} ORDER BY code`;
}

function matches(columns: string[], named: string[], { q, value }: ChoiceFilter): Sql {
  if (value !== undefined)
    return sql`lower(${value}) IN (${raw(named.map((column) => `lower(${column})`).join(', '))})`;
  if (q === undefined) return raw('true');
  return includesWords(columns.join(' || chr(10) || '), q);
}

/**
 * Project names, and names on invoices that no project has. Each step of the recursion jumps to the next name in the
 * index, however many invoices have it.
 */
const projectNames = (company: CompanyId): Sql => sql`
  WITH RECURSIVE leaps AS (
    (SELECT 1 AS nth, lower(project_name) AS key, project_name AS name FROM invoice_projections
     WHERE company_id = ${company} AND lower(project_name) > '' ORDER BY lower(project_name), created_at LIMIT 1)
    UNION ALL
    SELECT nth + 1, later.key, later.name FROM leaps CROSS JOIN LATERAL (
      SELECT lower(project_name) AS key, project_name AS name FROM invoice_projections
      WHERE company_id = ${company} AND lower(project_name) > leaps.key ORDER BY lower(project_name), created_at LIMIT 1
    ) AS later WHERE nth < ${maxProjectNames}
  )
  SELECT name, number FROM projects WHERE company_id = ${company}
  UNION ALL
  SELECT name, '' FROM leaps WHERE name ~ '\\S' AND NOT EXISTS (SELECT FROM projects WHERE company_id = ${company} AND lower(projects.name) = leaps.key)`;
