import { short } from './short.ts';

export const thousands = (number: number) => number.toLocaleString('en-US');

export const sizeInWords = (bytes: number) =>
  bytes < (1024 * 1024) / 10
    ? `${Number((bytes / 1024).toFixed(1))} KiB`
    : `${Number((bytes / 1024 / 1024).toFixed(2))} MiB`;

/** Where something that is stored differs from what was sent now. */
export type Differing = {
  /** The paths of the first of the fields. */
  fields: readonly string[];
  /** How many more there are. */
  moreFields: number;
};

const mostFields = 10;
/** Names within names may each be as long as a name is shown. */
export const longestPath = 300;

export const differing = (paths: readonly string[]): Differing => ({
  fields: paths.slice(0, mostFields).map((path) => short(path, longestPath)),
  moreFields: Math.max(0, paths.length - mostFields),
});

export const isDiffering = ({ fields }: Differing) => ({ differs: fields.length > 0 });

/** "it differs from what was sent now in totalPrice, articles[3].price" */
export function differingInWords({ fields, moreFields }: Differing): string {
  if (fields.length === 0) return 'nothing differs from what was sent now';
  return `it differs from what was sent now in ${fields.join(', ')}${moreFields > 0 ? ` and ${moreFields} more fields` : ''}`;
}

/** Of a name that is not known: the nearest that is, what to send in its place, or all that are known. */
export type UnknownName = { nearest: string } | { instead: string } | { known: readonly string[] };

export const adviceOn = (name: UnknownName, all: string): string =>
  'nearest' in name
    ? `did you mean ${name.nearest}?`
    : 'instead' in name
      ? name.instead
      : `the ${all} are ${name.known.join(', ')}`;
