import type { Command } from 'commander';
import { checkSuppliers, importSuppliers, supplierLayout } from './import.ts';
import { supplierFields } from './shape.ts';
import { count, importCommand } from '../ground/imports/command.ts';

const help = `CSV, with a comma or a semicolon between cells:
  number,name,bankGiro
  1042,Nordbygg Material AB,991-2346
JSON:
  [{"number": "1042", "name": "Nordbygg Material AB", "bankGiro": "991-2346"}]
Fields: ${supplierFields.join(', ')}.
A field that is not there leaves what is known as it is; one that is there and empty empties it.`;

export function supplierCommands(supplier: Command): void {
  importCommand(supplier, {
    description: 'Register or change suppliers by their number.',
    help,
    layout: supplierLayout,
    check: checkSuppliers,
    write: importSuppliers,
    summary: ({ created, updated, unchanged }) => [
      `${count(created, 'supplier')} created, ${updated} updated, ${unchanged} unchanged.`,
    ],
  });
}
