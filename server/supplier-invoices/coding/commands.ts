import type { Command } from 'commander';
import { checkCodingValues, codingLayout, importCoding } from './import.ts';
import { count, importCommand } from '../../commands/import.ts';
import { codingKinds } from '../../../common/coding.ts';
import { codingImport } from '../../../common/imports/coding.ts';

export function codingCommands(coding: Command): void {
  importCommand(coding, {
    description: 'Add or change the codes that invoices are coded by. Codes that are not in the file stay.',
    declaration: codingImport,
    rules: `kind is one of ${codingKinds.join(', ')}. active false ends a code; without it a code stays as it is.\n`,
    layout: codingLayout,
    check: checkCodingValues,
    write: importCoding,
    summary: ({ created, updated, unchanged }) => [
      `${count(created, 'code')} created, ${updated} updated, ${unchanged} unchanged.`,
    ],
  });
}
