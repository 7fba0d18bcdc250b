import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { naturalOrder } from '../../ground/db/natural-order.ts';
import { joined, raw, sql, type Sql } from '../../ground/db/sql.ts';
import { containsText, wordsIn } from '../../ground/db/text-search.ts';
import type { List } from '../../ground/db/paging.ts';
import { noticeOf, type Notice } from '../../../common/errors/notices.ts';
import { projectColumns } from '../columns.ts';
import type { Project } from '../rules.ts';
import { replaceContents } from '../store.ts';

/** $1 is the company: Citus needs it for every table. */
const ofProject = 'company_id = $1 AND project_id = projects.id';

/** Repeats `warningsOf` in SQL, so that a list can be filtered by warnings. */
const warnings = `ARRAY (
  SELECT jsonb_build_object('code', 'proposal.shared', 'parameters', jsonb_build_object(
           'proposalId', own.proposal_id, 'projects', jsonb_agg(other.number ORDER BY other.number_sort, other.number)))
  FROM project_proposals AS own
  JOIN project_proposals AS same ON same.company_id = $1 AND same.proposal_id = own.proposal_id
  JOIN projects AS other ON other.company_id = $1 AND other.id = same.project_id
  WHERE own.company_id = $1 AND own.project_id = projects.id
  GROUP BY own.proposal_id HAVING count(*) > 1 ORDER BY own.proposal_id
) || ARRAY (
  SELECT jsonb_build_object('code', 'proposal.missing', 'parameters', jsonb_build_object('name', projects.name, 'number', projects.number))
  WHERE NOT EXISTS (SELECT FROM project_proposals WHERE ${ofProject})
) || ARRAY (
  SELECT CASE count(*)
           WHEN 0 THEN jsonb_build_object('code', 'facility.missing', 'parameters',
                         jsonb_build_object('name', projects.name, 'number', projects.number))
           ELSE jsonb_build_object('code', 'facility.several', 'parameters',
                         jsonb_build_object('name', projects.name, 'number', projects.number, 'count', count(*)))
         END
  FROM project_facilities WHERE ${ofProject} HAVING count(*) <> 1
)`;

const columns = `
  projects.id, projects.number, projects.name,
  ARRAY (SELECT proposal_id FROM project_proposals WHERE ${ofProject} ORDER BY ${naturalOrder('proposal_id')}, proposal_id) AS "proposalIds",
  ARRAY (SELECT jsonb_build_object('number', facility.number, 'name', facility.name) FROM project_facilities AS facility
         WHERE ${ofProject} ORDER BY ${naturalOrder('facility.number')}, facility.number) AS facilities,
  work_order_count AS "workOrderCount", warned.warnings`;

const withWarnings = `projects CROSS JOIN LATERAL (SELECT ${warnings} AS warnings) AS warned`;

const inWords = (row: Record<string, unknown>) => {
  const notices = (row.warnings as Warning[]).map(({ code, parameters }) => noticeOf(code, parameters as never));
  return { ...row, warnings: notices.map(({ message }) => message), notices };
};

type Warning = Omit<Notice, 'message'>;

export const projectList: List = {
  select: columns,
  columns: projectColumns,
  present: inWords,
  from: withWarnings,
  sorts: {
    number: { column: 'projects.number_sort', type: 'text' },
    name: { column: 'projects.name_sort', type: 'text' },
  },
  defaultSort: 'number',
  tie: { column: 'projects.id', type: 'uuid' },
};

export interface ProjectRecord extends Project {
  workOrderCount: number;
  warnings: string[];
  notices: Notice[];
}

export async function projectsWhere(
  db: Db,
  company: CompanyId,
  filter: { q?: string | undefined; warnings?: string | undefined },
): Promise<Sql[]> {
  return [
    sql`projects.company_id = ${company}`,
    ...(filter.q === undefined ? [] : [await matching(db, company, filter.q)]),
    ...(filter.warnings === 'true' ? [sql`cardinality(warned.warnings) > 0`] : []),
  ];
}

/** If more proposal ids match, other projects are found only by number or name. */
const maxByProposal = 1_000;

/** Two queries, so that each uses its index. */
async function matching(db: Db, company: CompanyId, q: string): Promise<Sql> {
  const words = wordsIn(q);
  const { text, values } = joined(
    words.map(
      (word, at) =>
        sql`(SELECT ${raw(String(at))} AS word, project_id AS id FROM project_proposals WHERE company_id = ${company} AND ${containsText('search', word)} LIMIT ${maxByProposal})`,
    ),
    ' UNION ALL ',
  );
  const { rows } = await db.query<{ word: number; id: string }>(text, values);
  const conditions = words.map((word, at) => {
    const ids = rows.filter((row) => row.word === at).map(({ id }) => id);
    return sql`(${containsText('projects.search', word)} OR projects.id = ANY (${ids}::uuid[]))`;
  });
  return joined(conditions, ' AND ');
}

export async function readProject(db: Db, company: CompanyId, id: string): Promise<ProjectRecord | undefined> {
  const { rows } = await db.query<Record<string, unknown>>(
    `SELECT ${columns} FROM ${withWarnings} WHERE projects.company_id = $1 AND projects.id = $2`,
    [company, id],
  );
  return rows[0] && (inWords(rows[0]) as unknown as ProjectRecord);
}

/** False if the number is taken. */
export async function insertProject(tx: Db, company: CompanyId, project: Project, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO projects (company_id, id, number, name, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT DO NOTHING',
    [company, project.id, project.number, project.name, now],
  );
  if (rowCount === 1) await replaceContents(tx, company, [project]);
  return rowCount === 1;
}

/** False if another project has the number. The transaction must hold the company's counters. */
export async function updateProject(tx: Db, company: CompanyId, project: Project, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE projects SET number = $3, name = $4, updated_at = $5
     WHERE company_id = $1 AND id = $2
       AND NOT EXISTS (SELECT FROM projects AS other WHERE other.company_id = $1 AND other.number = $3 AND other.id <> $2)`,
    [company, project.id, project.number, project.name, now],
  );
  if (rowCount === 1) await replaceContents(tx, company, [project]);
  return rowCount === 1;
}
