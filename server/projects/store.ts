import { type CompanyId, type Db, rowsOf, valueOf } from '../ground/db/pool.ts';
import { identifierOf } from '../identifiers.ts';
import type { Project, SharedProposal } from './rules.ts';

export interface ProjectMatch {
  number: string;
  name: string;
  facilities: number;
}

export const findProjectsByProposal = (db: Db, company: CompanyId, proposalId: string): Promise<ProjectMatch[]> =>
  rowsOf(db, {
    name: 'find-projects-by-proposal',
    text: `SELECT projects.number, projects.name,
                  (SELECT count(*)::integer FROM project_facilities
                   WHERE project_facilities.company_id = $1 AND project_facilities.project_id = projects.id) AS facilities
           FROM project_proposals JOIN projects ON projects.company_id = $1 AND projects.id = project_id
           WHERE project_proposals.company_id = $1 AND proposal_id = $2
           LIMIT 2`,
    values: [company, proposalId],
  });

export async function upsertProjects(tx: Db, company: CompanyId, projects: Project[], now: Date) {
  const { rows } = await tx.query<{ id: string; number: string; created: boolean }>(
    `INSERT INTO projects (company_id, id, number, name, created_at, updated_at)
     SELECT company_id, id, number, name, $2, $2
     FROM company_counters CROSS JOIN unnest($3::uuid[], $4::text[], $5::text[]) AS input (id, number, name)
     WHERE company_id = $1 ORDER BY number
     ON CONFLICT (company_id, number) DO UPDATE SET name = excluded.name, updated_at = excluded.updated_at
     RETURNING id, number, created_at = updated_at AS created`,
    [
      company,
      now,
      projects.map(({ id }) => id),
      projects.map(({ number }) => number),
      projects.map(({ name }) => name),
    ],
  );
  const idOf = new Map(rows.map(({ id, number }) => [number, id]));
  const stored = projects.map((project) => ({ ...project, id: idOf.get(project.number) as string }));
  await replaceContents(tx, company, stored);
  const created = rows.filter((row) => row.created).length;
  return { created, updated: rows.length - created };
}

export async function replaceContents(tx: Db, company: CompanyId, projects: Project[]): Promise<void> {
  const ids = projects.map(({ id }) => id);
  await tx.query('DELETE FROM project_proposals WHERE company_id = $1 AND project_id = ANY ($2)', [company, ids]);
  await tx.query('DELETE FROM project_facilities WHERE company_id = $1 AND project_id = ANY ($2)', [company, ids]);
  const proposals = projects.flatMap(({ id, proposalIds }) => proposalIds.map((proposalId) => [id, proposalId]));
  await tx.query(
    `INSERT INTO project_proposals (company_id, project_id, proposal_id)
     SELECT company_id, input.* FROM company_counters CROSS JOIN unnest($2::uuid[], $3::text[]) AS input
     WHERE company_id = $1`,
    [company, proposals.map(([id]) => id), proposals.map(([, proposalId]) => proposalId)],
  );
  const facilities = projects.flatMap((project) =>
    project.facilities.map((facility) => ({ id: project.id, ...facility })),
  );
  await tx.query(
    `INSERT INTO project_facilities (company_id, project_id, number, name)
     SELECT company_id, input.* FROM company_counters CROSS JOIN unnest($2::uuid[], $3::text[], $4::text[]) AS input
     WHERE company_id = $1`,
    [
      company,
      facilities.map(({ id }) => id),
      facilities.map(({ number }) => number),
      facilities.map(({ name }) => name),
    ],
  );
}

/** Locked until the transaction ends. */
const readProjectsWith = (lock: '' | 'FOR UPDATE') => async (db: Db, company: CompanyId, numbers: string[]) => {
  const { rows } = await db.query<Omit<Project, 'id'>>(
    `SELECT number, name,
            ARRAY (SELECT proposal_id FROM project_proposals
                   WHERE project_proposals.company_id = $1 AND project_id = projects.id ORDER BY proposal_id) AS "proposalIds",
            ARRAY (SELECT jsonb_build_object('number', project_facilities.number, 'name', project_facilities.name) FROM project_facilities
                   WHERE project_facilities.company_id = $1 AND project_id = projects.id ORDER BY project_facilities.number) AS facilities
     FROM projects WHERE company_id = $1 AND number = ANY ($2) ORDER BY number ${lock}`,
    [company, numbers],
  );
  return new Map(rows.map((row) => [row.number, row]));
};

export const readProjectsBy = readProjectsWith('');
export const lockProjects = readProjectsWith('FOR UPDATE');

export const findSharedProposals = (db: Db, company: CompanyId, proposalIds: string[]): Promise<SharedProposal[]> =>
  rowsOf(
    db,
    `SELECT proposal_id AS "proposalId", array_agg(projects.number ORDER BY projects.number_sort, projects.number) AS numbers
     FROM project_proposals JOIN projects ON projects.company_id = $1 AND projects.id = project_id
     WHERE project_proposals.company_id = $1 AND proposal_id = ANY ($2)
     GROUP BY proposal_id HAVING count(*) > 1 ORDER BY proposal_id`,
    [company, proposalIds],
  );

export const projectNamed = (db: Db, company: CompanyId, numberOrId: string): Promise<string | undefined> =>
  valueOf(
    db,
    'SELECT id FROM projects WHERE company_id = $1 AND (number = ANY ($3) OR id::text = lower($2)) ORDER BY number = $2 DESC LIMIT 1',
    [company, numberOrId, [numberOrId, identifierOf(numberOrId)]],
  );
