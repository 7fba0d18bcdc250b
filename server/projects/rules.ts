import { problemAt, type Fault, type Problem } from '../../common/errors/catalogue.ts';
import { noticeOf, type Notice } from '../../common/errors/notices.ts';
import { faultOfIdentifier } from '../identifiers.ts';

export interface Project {
  id: string;
  number: string;
  name: string;
  proposalIds: string[];
  facilities: { number: string; name: string }[];
}

export interface SharedProposal {
  proposalId: string;
  numbers: string[];
}

/** A file without proposal ids could cause hundreds of thousands. */
const maxWarnings = 1_000;

/** Warns about anything that keeps partners from creating work orders. The last warning says how many were left out. */
export function warningsOf(projects: Project[], shared: SharedProposal[]): Notice[] {
  const warnings: Notice[] = [];
  let more = 0;
  for (const warn of allWarnings(projects, shared))
    if (warnings.length < maxWarnings) warnings.push(warn());
    else more += 1;
  if (more > 0) warnings.push(noticeOf('warnings.more', { count: more }));
  return warnings;
}

/** Lazy, because only the first ones are written out. */
function* allWarnings(projects: Project[], shared: SharedProposal[]): Generator<() => Notice> {
  for (const { proposalId, numbers } of shared)
    yield () => noticeOf('proposal.shared', { proposalId, projects: numbers });
  for (const { number, name, proposalIds, facilities } of projects) {
    const count = facilities.length;
    if (proposalIds.length === 0) yield () => noticeOf('proposal.missing', { name, number });
    if (count === 0) yield () => noticeOf('facility.missing', { name, number });
    if (count > 1) yield () => noticeOf('facility.several', { name, number, count });
  }
}

const sorted = (texts: string[]) => JSON.stringify(texts.toSorted());
const ofFacilities = (facilities: Project['facilities']) =>
  sorted(facilities.map(({ number, name }) => JSON.stringify([number, name])));

/** The order of proposal ids and facilities is ignored. */
export const isSame = (project: Omit<Project, 'id'>, before: Omit<Project, 'id'> | undefined): boolean =>
  before !== undefined &&
  project.number === before.number &&
  project.name === before.name &&
  sorted(project.proposalIds) === sorted(before.proposalIds) &&
  ofFacilities(project.facilities) === ofFacilities(before.facilities);

export function faultsIn({ number, proposalIds }: Pick<Project, 'number' | 'proposalIds'>): Problem[] {
  const faults: [path: string, fault: Fault | undefined][] = [
    ['number', faultOfIdentifier(number)],
    ...proposalIds.map((proposalId, at): [string, Fault | undefined] => [
      `proposalIds[${at}]`,
      faultOfIdentifier(proposalId),
    ]),
  ];
  return faults.flatMap(([path, fault]) => (fault === undefined ? [] : [{ path, ...fault }]));
}

export function repetitionsIn({ proposalIds, facilities }: Pick<Project, 'proposalIds' | 'facilities'>): Problem[] {
  const repeated = (values: string[], path: (at: number) => string) =>
    values.flatMap((value, at) =>
      values.indexOf(value) < at ? [problemAt(path(at), 'value.same', { other: path(values.indexOf(value)) })] : [],
    );
  return [
    ...repeated(proposalIds, (at) => `proposalIds[${at}]`),
    ...repeated(
      facilities.map(({ number }) => number),
      (at) => `facilities[${at}].number`,
    ),
  ];
}
