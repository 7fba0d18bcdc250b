import type { Import } from '../../../common/imports/imports.ts';
import { faultOf, type Fault } from '../../../common/errors/catalogue.ts';
import { column, columnNames, type CsvColumns } from '../csv/columns.ts';
import { nearestOf } from '../text/nearest.ts';
import type { RemovedFields } from '../http/document/fields.ts';

export interface Layout {
  fields: readonly string[];
  required: readonly string[];
  /** Headings of exports, in lower case, with their column's name. Columns that are not fields are ignored. */
  headings?: ReadonlyMap<string, string>;
  removed?: RemovedFields;
  cells?: Readonly<Record<string, ((cell: string) => unknown) | undefined>>;
}

/** An export has more columns than an import reads; `columns` are all of them. */
export const layoutOf = ({ fields }: Import, columns: CsvColumns, removed: RemovedFields = {}): Layout => ({
  fields: Object.keys(fields),
  required: Object.keys(fields).filter((name) => fields[name]?.required),
  headings: columnNames(columns),
  removed,
  cells: Object.fromEntries(Object.entries(fields).map(([name, { cell }]) => [name, cell?.read])),
});

export const importColumns = ({ fields }: Import): CsvColumns =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { en, sv, cell }]) => [name, column(en, sv, cell && { plain: cell.write })]),
  );

export function unknownName(
  code: 'column.unknown' | 'entry.unknown',
  name: string,
  { fields, removed = {} }: Layout,
): Fault {
  const instead = Object.hasOwn(removed, name) ? removed[name] : undefined;
  if (instead !== undefined) return faultOf(code, { instead });
  const nearest = nearestOf(name, [...fields]);
  return faultOf(code, nearest === undefined ? { known: fields } : { nearest });
}
