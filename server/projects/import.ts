import { v7 as uuidv7 } from 'uuid';
import { requireCompany } from '../access/actions.ts';
import { repeated } from '../db/batch.ts';
import { transaction, type Pool } from '../db/pool.ts';
import { chunksOf } from '../imports/chunks.ts';
import { innerSeparator } from '../imports/csv.ts';
import { readList, readText, reportRepeated, reportUnknown, readRequiredText } from '../imports/fields.ts';
import { isObject } from '../imports/json.ts';
import { recordsOf, type Contents, type Layout, type Report, type Row } from '../imports/rows.ts';
import { lockCounters } from '../imports/store.ts';
import { findSharedProposals, lockProjects, upsertProjects, type NewProject } from './store.ts';
import { warningsOf } from './rules.ts';

type Facility = NewProject['facilities'][number];

/** A project of a file. What it does not mention stays as it is. */
export interface ImportedProject {
  number: string;
  name: string;
  proposalIds: string[] | undefined;
  facilities: Facility[] | undefined;
}

export interface ProjectsImported {
  created: number;
  updated: number;
  warnings: string[];
}

const partsOf = (cell: string) => cell.split(innerSeparator).map((part) => part.trim()).filter((part) => part !== '');

/** "1=Main building" is a facility's number and name; "1" is one without a name. */
function facilityOf(part: string): Facility {
  const [, number = '', name = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
  return { number: number.trim(), name: name.trim() };
}

export const projectLayout: Layout = {
  fields: ['number', 'name', 'proposalIds', 'facilities'],
  required: ['number', 'name'],
  cells: { proposalIds: partsOf, facilities: (cell) => partsOf(cell).map(facilityOf) },
};

const facilityLayout: Layout = { fields: ['number', 'name'], required: [] };

export const checkProjects = (contents: Contents): ImportedProject[] =>
  recordsOf(contents, checkProject).map(({ record }) => record);

function checkProject({ fields }: Row, report: Report): ImportedProject | undefined {
  const number = readRequiredText(fields.number, 'number', report);
  const name = readRequiredText(fields.name, 'name', report) ?? '';
  const proposalIds = readList(fields.proposalIds, 'proposalIds', report)?.map(
    (value, place) => readRequiredText(value, `proposalIds[${place}]`, report) ?? '',
  );
  const facilities = readList(fields.facilities, 'facilities', report)?.map((value, place) =>
    checkFacility(value, `facilities[${place}]`, report),
  );
  reportRepeated(proposalIds ?? [], (place) => `proposalIds[${place}]`, report);
  reportRepeated((facilities ?? []).map((facility) => facility.number), (place) => `facilities[${place}].number`, report);
  return number === undefined ? undefined : { number, name, proposalIds, facilities };
}

function checkFacility(value: unknown, path: string, report: Report): Facility {
  if (!isObject(value)) {
    report(path, 'must be a JSON object');
    return { number: '', name: '' };
  }
  reportUnknown(value, `${path}.`, facilityLayout, report);
  const number = readRequiredText(value.number, `${path}.number`, report) ?? '';
  return { number, name: readText(value.name, `${path}.name`, report) ?? '' };
}

/** Makes or changes projects by their number, all or none of them. */
export function importProjects(pool: Pool, companyName: string, projects: ImportedProject[]): Promise<ProjectsImported> {
  const inOrder = projects.toSorted((a, b) => (a.number < b.number ? -1 : 1));
  return repeated(() =>
    transaction(pool, async (tx) => {
      const company = await requireCompany(tx, companyName);
      await lockCounters(tx, company);
      const now = new Date();
      const written: NewProject[] = [];
      let created = 0;
      for (const chunk of chunksOf(inOrder)) {
        const earlier = await lockProjects(tx, company, chunk.map(({ number }) => number));
        const complete = chunk.map(({ number, name, proposalIds, facilities }): NewProject => ({
          id: uuidv7(),
          number,
          name,
          proposalIds: proposalIds ?? earlier.get(number)?.proposalIds ?? [],
          facilities: facilities ?? earlier.get(number)?.facilities ?? [],
        }));
        created += (await upsertProjects(tx, company, complete, now)).created;
        written.push(...complete);
      }
      const shared = await findSharedProposals(tx, company, written.flatMap(({ proposalIds }) => proposalIds));
      return { created, updated: written.length - created, warnings: warningsOf(written, shared) };
    }),
  );
}
