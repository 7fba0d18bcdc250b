import { projectImport } from '../../common/imports/projects.ts';
import { projectColumns } from './columns.ts';
import { isSame, warningsOf, type Project } from './rules.ts';
import { findSharedProposals, lockProjects, readProjectsBy, upsertProjects } from './store.ts';
import { faultOf } from '../../common/errors/catalogue.ts';
import type { Notice } from '../../common/errors/notices.ts';
import { ApiError } from '../errors/errors.ts';
import { requireCompany } from '../companies/store.ts';
import { audit, commandLine, type Actor } from '../audit/record.ts';
import { retryOnConflict } from '../ground/db/failures.ts';
import { lockCounters } from '../events/counters.ts';
import { companyTransaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import {
  readIdentifier,
  readList,
  readText,
  reportRepeated,
  reportUnknown,
  readRequiredText,
} from '../ground/imports/fields.ts';
import { layoutOf, type Layout } from '../ground/imports/layout.ts';
import { isObject } from '../ground/imports/json.ts';
import { importPlan, type PlannedRecord, type VersionCheck } from '../ground/imports/plan.ts';
import { chunksOf, recordsOf, type Contents, type Report, type ImportRow } from '../ground/imports/rows.ts';
import { newId } from '../ground/db/ids.ts';
import { inTurns } from '../ground/scheduling/slices.ts';
import { sorting } from '../ground/scheduling/sort-in-steps.ts';

type Facility = Project['facilities'][number];

/** An undefined field stays unchanged. */
export interface ImportedProject {
  number: string;
  name: string;
  proposalIds: string[] | undefined;
  facilities: Facility[] | undefined;
}

export interface ProjectImportOutcome {
  created: number;
  updated: number;
  unchanged: number;
  warnings: Notice[];
}

export const projectLayout = layoutOf(projectImport, projectColumns);
const facilityLayout: Layout = { fields: ['number', 'name'], required: [] };

export const checkProjects = async (contents: Contents, caller?: string): Promise<ImportedProject[]> =>
  (await recordsOf(contents, checkProject, caller)).map(({ record }) => record);

function checkProject({ fields }: ImportRow, report: Report): ImportedProject | undefined {
  const number = readIdentifier(fields.number, 'number', report);
  const name = readRequiredText(fields.name, 'name', report) ?? '';
  const proposalIds = readList(fields.proposalIds, 'proposalIds', report)?.map(
    (value, index) => readIdentifier(value, `proposalIds[${index}]`, report) ?? '',
  );
  const facilities = readList(fields.facilities, 'facilities', report)?.map((value, index) =>
    checkFacility(value, `facilities[${index}]`, report),
  );
  reportRepeated(proposalIds ?? [], (index) => `proposalIds[${index}]`, report);
  reportRepeated(
    (facilities ?? []).map((facility) => facility.number),
    (index) => `facilities[${index}].number`,
    report,
  );
  return number === undefined ? undefined : { number, name, proposalIds, facilities };
}

function checkFacility(value: unknown, path: string, report: Report): Facility {
  if (!isObject(value)) {
    report(path, faultOf('object.type'));
    return { number: '', name: '' };
  }
  reportUnknown(value, `${path}.`, facilityLayout, report);
  const number = readRequiredText(value.number, `${path}.number`, report) ?? '';
  return { number, name: readText(value.name, `${path}.name`, report) ?? '' };
}

/** For the command line. Imports the whole file or nothing. */
export async function importProjects(pool: Pool, companyName: string, projects: ImportedProject[]) {
  const company = await requireCompany(pool, companyName);
  const { created, updated, unchanged, warnings } = await retryOnConflict(() =>
    companyTransaction(pool, company, (tx) => importAs(tx, company, commandLine, projects)),
  );
  return { created, updated: updated + unchanged, warnings: warnings.map(({ message }) => message) };
}

/** Reads without locks; a later import compares the version. */
export async function previewImport(db: Db, company: CompanyId, projects: ImportedProject[]) {
  const plan = importPlan();
  for await (const chunk of completeChunks(db, company, projects, readProjectsBy))
    for (const one of chunk) plan.add(plannedOf(one));
  return { preview: plan.preview, version: plan.version() };
}

export async function importAs(
  tx: Db,
  company: CompanyId,
  by: Actor,
  projects: ImportedProject[],
  isExpected?: VersionCheck,
): Promise<ProjectImportOutcome> {
  const now = new Date();
  const outcome = await writeProjects(tx, company, projects, isExpected, now);
  const { created, updated, unchanged } = outcome;
  const data = { created, updated, unchanged };
  const entry = { action: 'projects.imported', subjectType: 'company', subjectId: company, data };
  if (created + updated > 0) await audit(tx, company, by, entry, now);
  return outcome;
}

interface CompleteProject {
  project: Project;
  before: Omit<Project, 'id'> | undefined;
}

async function* completeChunks(
  db: Db,
  company: CompanyId,
  projects: ImportedProject[],
  readKnown: typeof lockProjects,
): AsyncGenerator<CompleteProject[]> {
  const inOrder = await inTurns(sorting(projects, (a, b) => a.number < b.number));
  for (const chunk of chunksOf(inOrder)) {
    const numbers = chunk.map(({ number }) => number);
    const earlier = await readKnown(db, company, numbers);
    yield chunk.map(({ number, name, proposalIds, facilities }) => {
      const before = earlier.get(number);
      const project = {
        id: newId(),
        number,
        name,
        proposalIds: proposalIds ?? before?.proposalIds ?? [],
        facilities: facilities ?? before?.facilities ?? [],
      };
      return { project, before };
    });
  }
}

const { proposalIds: idsCell, facilities: facilitiesCell } = projectImport.fields;

/** As the cells of a file. */
const cellsOf = ({ name, proposalIds, facilities }: Omit<Project, 'id' | 'number'>) => ({
  name,
  proposalIds: idsCell.cell.write(proposalIds.toSorted()),
  facilities: facilitiesCell.cell.write(facilities.toSorted((a, b) => (a.number < b.number ? -1 : 1))),
});

function plannedOf({ project, before }: CompleteProject): PlannedRecord {
  const [from, to] = [cellsOf(before ?? { name: '', proposalIds: [], facilities: [] }), cellsOf(project)];
  const changes = (['name', 'proposalIds', 'facilities'] as const)
    .filter((field) => from[field] !== to[field])
    .map((field) => ({ field, from: from[field], to: to[field], waits: false }));
  return { number: project.number, name: project.name, isNew: before === undefined, changes };
}

async function writeProjects(
  tx: Db,
  company: CompanyId,
  projects: ImportedProject[],
  isExpected: VersionCheck,
  now: Date,
): Promise<ProjectImportOutcome> {
  await lockCounters(tx, company);
  const all: Project[] = [];
  const plan = importPlan();
  let [created, updated] = [0, 0];
  for await (const chunk of completeChunks(tx, company, projects, lockProjects)) {
    if (isExpected !== undefined) for (const one of chunk) plan.add(plannedOf(one));
    const changed = chunk.filter(({ project, before }) => !isSame(project, before)).map(({ project }) => project);
    const made = changed.length === 0 ? { created: 0, updated: 0 } : await upsertProjects(tx, company, changed, now);
    created += made.created;
    updated += made.updated;
    all.push(...chunk.map(({ project }) => project));
  }
  if (isExpected?.(plan.version()) === false) throw new ApiError('import.changed', {});
  const allProposalIds = all.flatMap(({ proposalIds }) => proposalIds);
  const shared = await findSharedProposals(tx, company, allProposalIds);
  return { created, updated, unchanged: all.length - created - updated, warnings: warningsOf(all, shared) };
}
