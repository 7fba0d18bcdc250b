import { problemAt, type Fault, type Problem } from '../errors/catalogue.ts';
import { noticeOf, type Notice } from '../errors/notices.ts';
import { faultOfIdentifier } from '../identifiers.ts';
import type { NewProject, SharedProposal } from './store.ts';

/** So many are one thing that was left out of all; a file could have hundreds of thousands. */
const mostWarnings = 1_000;

/** As many warnings as somebody can read, and how many more there are. */
export const boundedWarnings = (all: Notice[]): Notice[] =>
  all.length <= mostWarnings
    ? all
    : [...all.slice(0, mostWarnings), noticeOf('warnings.more', { count: all.length - mostWarnings })];

/** What keeps partners from creating work orders; nothing of it is wrong in itself. */
export function warningsOf(projects: NewProject[], shared: SharedProposal[]): Notice[] {
  return [
    ...shared.map(({ proposalId, numbers }) => noticeOf('proposal.shared', { proposalId, projects: numbers })),
    ...projects.flatMap(({ number, name, proposalIds, facilities: { length: count } }) => [
      ...(proposalIds.length === 0 ? [noticeOf('proposal.missing', { name, number })] : []),
      ...(count === 0 ? [noticeOf('facility.missing', { name, number })] : []),
      ...(count > 1 ? [noticeOf('facility.several', { name, number, count })] : []),
    ]),
  ];
}

const sorted = (texts: string[]) => JSON.stringify(texts.toSorted());
const ofFacilities = (facilities: NewProject['facilities']) =>
  sorted(facilities.map(({ number, name }) => JSON.stringify([number, name])));

/** Whether a project is as it was; the order of proposal ids and facilities does not count. */
export const isSame = (project: Omit<NewProject, 'id'>, before: Omit<NewProject, 'id'> | undefined): boolean =>
  before !== undefined &&
  project.number === before.number &&
  project.name === before.name &&
  sorted(project.proposalIds) === sorted(before.proposalIds) &&
  ofFacilities(project.facilities) === ofFacilities(before.facilities);

/** What is wrong with the number and the proposal ids of a project. */
export function faultsIn({ number, proposalIds }: Pick<NewProject, 'number' | 'proposalIds'>): Problem[] {
  const faults: [path: string, fault: Fault | undefined][] = [
    ['number', faultOfIdentifier(number)],
    ...proposalIds.map((proposalId, at): [string, Fault | undefined] => [
      `proposalIds[${at}]`,
      faultOfIdentifier(proposalId),
    ]),
  ];
  return faults.flatMap(([path, fault]) => (fault === undefined ? [] : [{ path, ...fault }]));
}

/** A proposal id, or a facility's number, that a project has twice. */
export function repetitionsIn({ proposalIds, facilities }: Pick<NewProject, 'proposalIds' | 'facilities'>): Problem[] {
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
