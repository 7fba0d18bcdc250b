import type { Command } from 'commander';
import { count, importCommand } from '../ground/imports/command.ts';
import { checkProjects, importProjects, projectLayout } from './import.ts';

const help = `CSV, with a comma or a semicolon between cells and | inside them:
  number,name,proposalIds,facilities
  P1,Kvarteret Eken,P-2026-014|P-2026-015,1=Main building
JSON:
  [{"number": "P1", "name": "Kvarteret Eken", "proposalIds": ["P-2026-014"], "facilities": [{"number": "1", "name": "Main building"}]}]`;

export function projectCommands(project: Command): void {
  importCommand(project, {
    description: 'Make or change projects by their number. Proposal ids and facilities become those in the file.',
    help,
    layout: projectLayout,
    check: checkProjects,
    write: importProjects,
    summary: ({ created, updated, warnings }) => [
      `${count(created, 'project')} created, ${updated} updated.`,
      ...warnings.map((warning) => `Warning: ${warning}`),
    ],
  });
}
