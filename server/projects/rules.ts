import { problemAt, type Fault, type Problem } from '../../common/errors/catalogue.ts';
import { noticeOf, type Notice } from '../../common/errors/notices.ts';
import { faultOfIdentifier } from '../identifiers.ts';
import type { NewProject, SharedProposal } from './store.ts';

/** So many are one thing that was left out of all; a file could have hundreds of thousands. */
const mostWarnings = 1_000;

/** What keeps partners from creating work orders; nothing of it is wrong in itself. As much as somebody can read, and how many more there are. */
export function warningsOf(projects: NewProject[], shared: SharedProposal[]): Notice[] {
  const warnings: Notice[] = [];
  let more = 0;
  for (const warn of allWarnings(projects, shared))
    if (warnings.length < mostWarnings) warnings.push(warn());
    else more += 1;
  if (more > 0) warnings.push(noticeOf('warnings.more', { count: more }));
  return warnings;
}

/** Only those that are told are put into words. */
function* allWarnings(projects: NewProject[], shared: SharedProposal[]): Generator<() => Notice> {
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
