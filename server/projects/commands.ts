import type { Command } from 'commander';
import { count, importCommand } from '../commands/import.ts';
import { projectImport } from '../../common/imports/projects.ts';
import { checkProjects, importProjects, projectLayout } from './import.ts';

export function projectCommands(project: Command): void {
  importCommand(project, {
    description: 'Make or change projects by their number. Proposal ids and facilities become those in the file.',
    declaration: projectImport,
    rules: 'In CSV | separates the values inside a cell.\n',
    layout: projectLayout,
    check: checkProjects,
    write: importProjects,
    summary: ({ created, updated, warnings }) => [
      `${count(created, 'project')} created, ${updated} updated.`,
      ...warnings.map((warning) => `Warning: ${warning}`),
    ],
  });
}
