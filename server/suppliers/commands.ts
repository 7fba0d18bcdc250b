import type { Command } from 'commander';
import { checkSuppliers, importSuppliers, supplierLayout } from './import.ts';
import { supplierImport } from '../../common/imports/suppliers.ts';
import { count, importCommand } from '../commands/import.ts';

export function supplierCommands(supplier: Command): void {
  importCommand(supplier, {
    description: 'Register or change suppliers by their number.',
    declaration: supplierImport,
    rules: 'An absent field leaves the value as it is; an empty one empties it.\n',
    layout: supplierLayout,
    check: checkSuppliers,
    write: importSuppliers,
    summary: ({ created, updated, unchanged }) => [
      `${count(created, 'supplier')} created, ${updated} updated, ${unchanged} unchanged.`,
    ],
  });
}
