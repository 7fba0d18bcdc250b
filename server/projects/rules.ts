import type { NewProject, SharedProposal } from './store.ts';

/** What keeps partners from creating work orders; nothing of it is wrong in itself. */
export function warningsOf(projects: NewProject[], shared: SharedProposal[]): string[] {
  const refused = 'work orders for it will be refused';
  return [
    ...shared.map(({ proposalId, numbers }) => `Proposal id ${proposalId} is on more than one project (${numbers.join(', ')}); ${refused}.`),
    ...projects.flatMap(({ number, name, facilities: { length } }) =>
      length === 1 ? [] : [`Project ${name} (${number}) has ${length === 0 ? 'no facility' : `${length} facilities`}; ${refused}.`],
    ),
  ];
}
