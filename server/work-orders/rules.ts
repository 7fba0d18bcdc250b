import { ApiError } from '../errors/errors.ts';

export interface MatchedProject {
  number: string;
  name: string;
  facilities: number;
}

export function whyNoWorkOrder(proposalId: string, projects: MatchedProject[]): ApiError | undefined {
  const [project, another] = projects;
  if (project === undefined) return new ApiError('project.unknown', { proposalId });
  if (another !== undefined) return new ApiError('project.ambiguous', { proposalId });
  const { name, number, facilities } = project;
  if (facilities === 0) return new ApiError('facility.unknown', { name, number });
  if (facilities > 1) return new ApiError('facility.ambiguous', { name, number });
  return undefined;
}
