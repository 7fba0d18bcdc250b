import { v7 as uuidv7 } from 'uuid';
import { insertProject, readProject, updateProject, type ProjectRecord } from './queries.ts';
import type { ProjectForm } from './schemas.ts';
import { audit } from '../../audit/record.ts';
import { etagOf, recordChanged, type Expects } from '../../desk/etag.ts';
import { conflict, invalidBody, notFound } from '../../errors/errors.ts';
import { repeated } from '../../ground/db/batch.ts';
import { lockCounters } from '../../events/counters.ts';
import { allowBulk, transaction, type CompanyId, type Pool } from '../../ground/db/pool.ts';
import { identifierOf } from '../../identifiers.ts';
import { facilityText } from '../file.ts';
import { importAs, type ImportedProject, type ProjectsWritten } from '../import.ts';
import type { Operator } from '../../operators/permissions.ts';
import { faultsIn, isSame, repetitionsIn } from '../rules.ts';
import type { NewProject } from '../store.ts';

const taken = ({ number }: NewProject) => conflict('project.exists', { number });

function projectOf(id: string, { number, name, proposalIds, facilities }: ProjectForm): NewProject {
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

/** The validator of a project as it is answered. */
export const etagOfProject = (project: ProjectRecord): string => etagOf(JSON.stringify(project));

const nowOf = ({ number, name, proposalIds, facilities }: ProjectRecord) => ({
  number,
  name,
  proposalIds,
  facilities: facilities.map(facilityText),
});

const contentsOf = ({ number, name, proposalIds, facilities }: NewProject) => ({
  number,
  name,
  proposalIds,
  facilities,
});

export async function createProject(
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  form: ProjectForm,
): Promise<ProjectRecord> {
  const project = projectOf(uuidv7(), form);
  return repeated(() =>
    transaction(pool, async (tx) => {
      const now = new Date();
      await lockCounters(tx, company);
      if (!(await insertProject(tx, company, project, now))) throw taken(project);
      const made = (await readProject(tx, company, project.id)) as ProjectRecord;
      await audit(
        tx,
        company,
        operator,
        { action: 'project.created', subjectType: 'project', subjectId: project.id, data: contentsOf(project) },
        now,
      );
      return made;
    }),
  );
}

export async function changeProject(
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  id: string,
  form: ProjectForm,
  expects: Expects,
): Promise<ProjectRecord> {
  const project = projectOf(id, form);
  return repeated(() =>
    transaction(pool, async (tx) => {
      const now = new Date();
      await lockCounters(tx, company);
      const before = await readProject(tx, company, id);
      if (before === undefined) throw notFound();
      // The lock of the counters is held by every writer of projects, so of two who have read the same one cannot both go on.
      const etag = etagOfProject(before);
      if (expects?.(etag) === false) throw recordChanged(etag, nowOf(before));
      if (isSame(project, before)) return before;
      if (!(await updateProject(tx, company, project, now))) throw taken(project);
      const after = (await readProject(tx, company, id)) as ProjectRecord;
      const data = { from: contentsOf(before), to: contentsOf(project) };
      await audit(
        tx,
        company,
        operator,
        { action: 'project.updated', subjectType: 'project', subjectId: id, data },
        now,
      );
      return after;
    }),
  );
}

/** All of a file, or nothing. */
export const importProjectsAs = (
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  projects: ImportedProject[],
): Promise<ProjectsWritten> =>
  repeated(() =>
    transaction(pool, async (tx) => {
      await allowBulk(tx);
      return importAs(tx, company, operator, projects);
    }),
  );
