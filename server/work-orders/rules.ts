import type { ErrorCode } from '../errors/codes.ts';
import { quoted } from '../ground/short.ts';

export interface MatchedProject {
  number: string;
  name: string;
  facilities: number;
}

/** Why no work order can be made for a proposal, in words that tell whom to ask for what; undefined where one can. */
export function whyNoWorkOrder(
  proposalId: string,
  projects: MatchedProject[],
): { code: ErrorCode; message: string } | undefined {
  const [project, another] = projects;
  if (project === undefined)
    return {
      code: 'project.unknown',
      message: `No project has the proposal id ${quoted(proposalId)}. Check the id, or ask the company to add it to the project, then send this again.`,
    };
  if (another !== undefined)
    return {
      code: 'project.ambiguous',
      message: `More than one project has the proposal id ${quoted(proposalId)}. Ask the company to keep it on one project, then send this again.`,
    };
  if (project.facilities === 0)
    return {
      code: 'facility.unknown',
      message: `Project ${quoted(project.name)} (${quoted(project.number)}) has no facility. Ask the company to add one, then send this again.`,
    };
  if (project.facilities > 1)
    return {
      code: 'facility.ambiguous',
      message: `Project ${quoted(project.name)} (${quoted(project.number)}) contains more than one facility, so it is unclear where the work is to be done. Ask the company for the proposal id of a project with one facility.`,
    };
  return undefined;
}
