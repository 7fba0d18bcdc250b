import { v7 as uuidv7 } from 'uuid';
import { projectColumns } from './columns.ts';
import { facilitiesIn, proposalsIn } from './file.ts';
import { isSame, warningsOf } from './rules.ts';
import { findSharedProposals, lockProjects, upsertProjects, type NewProject } from './store.ts';
import { faultOf } from '../../common/errors/catalogue.ts';
import type { Notice } from '../../common/errors/notices.ts';
import { requireCompany } from '../access/store.ts';
import { audit, commandLine, type Actor } from '../audit/record.ts';
import { repeated } from '../ground/db/batch.ts';
import { lockCounters } from '../events/counters.ts';
import { transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import { columnNames } from '../ground/csv/columns.ts';
import {
  readIdentifier,
  readList,
  readText,
  reportRepeated,
  reportUnknown,
  readRequiredText,
} from '../ground/imports/fields.ts';
import { isObject } from '../ground/imports/json.ts';
import { chunksOf, recordsOf, type Contents, type Layout, type Report, type Row } from '../ground/imports/rows.ts';

type Facility = NewProject['facilities'][number];

/** A project of a file. What it does not mention stays as it is. */
export interface ImportedProject {
  number: string;
  name: string;
  proposalIds: string[] | undefined;
  facilities: Facility[] | undefined;
}

/** What a command prints. */
export interface ProjectsImported {
  created: number;
  updated: number;
  warnings: string[];
}

export interface ProjectsWritten {
  created: number;
  updated: number;
  unchanged: number;
  warnings: Notice[];
}

export const projectLayout: Layout = {
  fields: ['number', 'name', 'proposalIds', 'facilities'],
  required: ['number', 'name'],
  headings: columnNames(projectColumns),
  cells: { proposalIds: proposalsIn, facilities: facilitiesIn },
};

const facilityLayout: Layout = { fields: ['number', 'name'], required: [] };

export const checkProjects = async (contents: Contents): Promise<ImportedProject[]> =>
  (await recordsOf(contents, checkProject)).map(({ record }) => record);

function checkProject({ fields }: Row, report: Report): ImportedProject | undefined {
  const number = readIdentifier(fields.number, 'number', report);
  const name = readRequiredText(fields.name, 'name', report) ?? '';
  const proposalIds = readList(fields.proposalIds, 'proposalIds', report)?.map(
    (value, place) => readIdentifier(value, `proposalIds[${place}]`, report) ?? '',
  );
  const facilities = readList(fields.facilities, 'facilities', report)?.map((value, place) =>
    checkFacility(value, `facilities[${place}]`, report),
  );
  reportRepeated(proposalIds ?? [], (place) => `proposalIds[${place}]`, report);
  reportRepeated(
    (facilities ?? []).map((facility) => facility.number),
    (place) => `facilities[${place}].number`,
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

/** Makes or changes projects by their number, all or none of them; for the command line. */
export function importProjects(
  pool: Pool,
  companyName: string,
  projects: ImportedProject[],
): Promise<ProjectsImported> {
  return repeated(() =>
    transaction(pool, async (tx) => {
      const { created, updated, unchanged, warnings } = await importAs(
        tx,
        await requireCompany(tx, companyName),
        commandLine,
        projects,
      );
      return { created, updated: updated + unchanged, warnings: warnings.map(({ message }) => message) };
    }),
  );
}

/** The same within a transaction, with its line in the audit log where anything is another than before. */
export async function importAs(
  tx: Db,
  company: CompanyId,
  by: Actor,
  projects: ImportedProject[],
): Promise<ProjectsWritten> {
  const now = new Date();
  const written = await writeProjects(tx, company, projects, now);
  const { created, updated, unchanged } = written;
  if (created + updated > 0)
    await audit(
      tx,
      company,
      by,
      {
        action: 'projects.imported',
        subjectType: 'company',
        subjectId: company,
        data: { created, updated, unchanged },
      },
      now,
    );
  return written;
}

/** Projects that are as the file says already are not written. */
async function writeProjects(
  tx: Db,
  company: CompanyId,
  projects: ImportedProject[],
  now: Date,
): Promise<ProjectsWritten> {
  await lockCounters(tx, company);
  const inOrder = projects.toSorted((a, b) => (a.number < b.number ? -1 : 1));
  const all: NewProject[] = [];
  let [created, updated] = [0, 0];
  for (const chunk of chunksOf(inOrder)) {
    const earlier = await lockProjects(
      tx,
      company,
      chunk.map(({ number }) => number),
    );
    const complete = chunk.map(({ number, name, proposalIds, facilities }): NewProject => ({
      id: uuidv7(),
      number,
      name,
      proposalIds: proposalIds ?? earlier.get(number)?.proposalIds ?? [],
      facilities: facilities ?? earlier.get(number)?.facilities ?? [],
    }));
    const changed = complete.filter((project) => !isSame(project, earlier.get(project.number)));
    const made = changed.length === 0 ? { created: 0, updated: 0 } : await upsertProjects(tx, company, changed, now);
    created += made.created;
    updated += made.updated;
    all.push(...complete);
  }
  const shared = await findSharedProposals(
    tx,
    company,
    all.flatMap(({ proposalIds }) => proposalIds),
  );
  return {
    created,
    updated,
    unchanged: all.length - created - updated,
    warnings: warningsOf(all, shared),
  };
}
