import * as queries from './queries.ts';
import type { ProjectRecord } from './queries.ts';
import type { ProjectForm, ProjectsQuery } from './schemas.ts';
import { facilityText } from '../../../common/imports/projects.ts';
import { audit } from '../../audit/record.ts';
import { recordChanged, type EtagCheck } from '../../desk/etag.ts';
import { etagOf } from '../../ground/http/answers/kept.ts';
import type { ListSource } from '../../desk/lists.ts';
import { conflict, invalidBody, notFound } from '../../errors/errors.ts';
import { retryOnConflict } from '../../ground/db/failures.ts';
import { allowBulk, companyTransaction, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';
import { identifierOf } from '../../identifiers.ts';
import type { Operator } from '../../../common/permissions.ts';
import { importAs, previewImport, type ImportedProject } from '../import.ts';
import { faultsIn, isSame, repetitionsIn, type Project } from '../rules.ts';
import { newId } from '../../ground/db/ids.ts';
import { lockedTransaction } from '../../events/counters.ts';
import type { OperatorCall, RecordCall } from '../../desk/operation.ts';

export const listProjects = async (db: Db, company: CompanyId, query: ProjectsQuery): Promise<ListSource> => ({
  list: queries.projectList,
  where: await queries.projectsWhere(db, company, query),
});

export async function readProject(db: Db, company: CompanyId, id: string): Promise<ProjectRecord> {
  const project = await queries.readProject(db, company, id);
  if (project === undefined) throw notFound();
  return project;
}

export const etagOfProject = (project: ProjectRecord): string => etagOf(JSON.stringify(project));

function projectOf(id: string, { number, name, proposalIds, facilities }: ProjectForm): Project {
  const project = {
    id,
    number: identifierOf(number),
    name: name.trim(),
    proposalIds: proposalIds.map(identifierOf),
    facilities: facilities.map((facility) => ({ number: facility.number.trim(), name: facility.name?.trim() ?? '' })),
  };
  const problems = [...faultsIn(project), ...repetitionsIn(project)];
  if (problems.length > 0) throw invalidBody(problems);
  return project;
}

const contentsOf = ({ number, name, proposalIds, facilities }: Project) => ({ number, name, proposalIds, facilities });

export function createProject(
  pool: Pool,
  { company, operator, body: form }: OperatorCall<ProjectForm>,
): Promise<ProjectRecord> {
  const project = projectOf(newId(), form);
  const { id, number } = project;
  return lockedTransaction(pool, company, async (tx, now) => {
    if (!(await queries.insertProject(tx, company, project, now))) throw conflict('project.exists', { number });
    await audit(tx, company, operator, { action: 'project.created', subjectId: id, data: contentsOf(project) }, now);
    return readProject(tx, company, id);
  });
}

export function changeProject(
  pool: Pool,
  { company, operator, id, body: form }: RecordCall<ProjectForm>,
  expects: EtagCheck,
): Promise<ProjectRecord> {
  const project = projectOf(id, form);
  const { number } = project;
  return lockedTransaction(pool, company, async (tx, now) => {
    const before = await readProject(tx, company, id);
    const etag = etagOfProject(before);
    if (expects?.(etag) === false)
      throw recordChanged(etag, { ...contentsOf(before), facilities: before.facilities.map(facilityText) });
    if (isSame(project, before)) return before;
    if (!(await queries.updateProject(tx, company, project, now))) throw conflict('project.exists', { number });
    const data = { from: contentsOf(before), to: contentsOf(project) };
    await audit(tx, company, operator, { action: 'project.updated', subjectId: id, data }, now);
    return readProject(tx, company, id);
  });
}

export const previewProjects = previewImport;

export async function importProjectsAs(
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  projects: ImportedProject[],
  isExpected: EtagCheck,
) {
  const { warnings: notices, ...counts } = await retryOnConflict(() =>
    companyTransaction(pool, company, async (tx) => {
      await allowBulk(tx);
      return importAs(tx, company, operator, projects, isExpected);
    }),
  );
  return { ...counts, warnings: notices.map(({ message }) => message), notices };
}
