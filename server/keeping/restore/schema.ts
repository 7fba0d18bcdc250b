import { ownTables, rebuiltTables, type Manifest, type ArchivePart } from '../archive/manifest.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Table } from '../../ground/db/tables.ts';
import { version } from '../../package.ts';

/** Returns the last migration of the backup's schema. `files` are the migrations of this version. */
export function lastMigration(manifest: Pick<Manifest, 'migrations' | 'version'>, files: string[]): string {
  const { migrations } = manifest;
  if (migrations.some((name) => !files.includes(name)))
    throw new CommandError(
      `The backup was taken by Doorway ${manifest.version}, and this is ${version}. Run that version or a newer one.`,
    );
  const last = migrations.at(-1);
  if (last === undefined || migrations.some((name, at) => name !== files[at]))
    throw new CommandError('manifest.json: the migrations of the backup are none that Doorway has ever had.');
  return last;
}

/** A part with rows, and its table in the schema of the backup. The columns are in the order of the part. */
export interface RowsPart {
  part: ArchivePart;
  table: Table;
}

/** Parents first. Throws if a part does not fit the schema. */
export function matchParts(parts: readonly ArchivePart[], tables: readonly Table[]): RowsPart[] {
  const byName = new Map(tables.map((table, ordinal) => [table.name, { table, ordinal }]));
  return parts
    .filter(({ kind }) => kind === 'rows')
    .map((part) => {
      const found = byName.get(part.table ?? '');
      const { table: name = '', columns = [], company } = part;
      if (
        found === undefined ||
        [...ownTables, ...rebuiltTables].includes(name) ||
        found.table.ofCompany !== (company !== undefined) ||
        columns.toSorted().join('\0') !== found.table.columns.toSorted().join('\0')
      )
        throw new CommandError(`The part ${part.name} does not fit the tables of the version that took the backup.`);
      return { part, table: { ...found.table, columns }, ordinal: found.ordinal };
    })
    .toSorted((one, other) => one.ordinal - other.ordinal)
    .map(({ part, table }) => ({ part, table }));
}
