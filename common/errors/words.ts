import { short } from './short.ts';

/** A pattern, because the data of `toLocaleString` takes 70 ms to load, and a start writes examples of messages. */
export const thousands = (number: number) => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Such as "1 row" or "1,200 rows". */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${thousands(count)} ${count === 1 ? one : many}`;

export const sizeInWords = (bytes: number) =>
  bytes < (1024 * 1024) / 10
    ? `${Number((bytes / 1024).toFixed(1))} KiB`
    : `${Number((bytes / 1024 / 1024).toFixed(2))} MiB`;

export type FieldDifferences = {
  fields: readonly string[];
  /** The number of others. */
  moreFields: number;
};

const maxFields = 10;
/** Each name in a path is cut to the usual length. */
export const maxPathLength = 300;

export const differing = (paths: readonly string[]): FieldDifferences => ({
  fields: paths.slice(0, maxFields).map((path) => short(path, maxPathLength)),
  moreFields: Math.max(0, paths.length - maxFields),
});

export const isDiffering = ({ fields }: FieldDifferences) => ({ differs: fields.length > 0 });

export function differingInWords({ fields, moreFields }: FieldDifferences): string {
  if (fields.length === 0) return 'nothing differs from what was sent now';
  return `it differs from what was sent now in ${fields.join(', ')}${moreFields > 0 ? ` and ${moreFields} more fields` : ''}`;
}

export type UnknownName = { nearest: string } | { instead: string } | { known: readonly string[] };

export const adviceOn = (name: UnknownName, all: string): string =>
  'nearest' in name
    ? `did you mean ${name.nearest}?`
    : 'instead' in name
      ? name.instead
      : `the ${all} are ${name.known.join(', ')}`;
