import { short } from './short.ts';

export const thousands = (number: number) => number.toLocaleString('en-US');

export const sizeInWords = (bytes: number) =>
  bytes < (1024 * 1024) / 10
    ? `${Number((bytes / 1024).toFixed(1))} KiB`
    : `${Number((bytes / 1024 / 1024).toFixed(2))} MiB`;

/** Differences between a stored record and the body. */
export type Differing = {
  /** The first ones, by path. */
  fields: readonly string[];
  /** The number of others. */
  moreFields: number;
};

const maxFields = 10;
/** A path consists of names that are each cut to the usual length. */
export const maxPathLength = 300;

export const differing = (paths: readonly string[]): Differing => ({
  fields: paths.slice(0, maxFields).map((path) => short(path, maxPathLength)),
  moreFields: Math.max(0, paths.length - maxFields),
});

export const isDiffering = ({ fields }: Differing) => ({ differs: fields.length > 0 });

/** Example: "it differs from what was sent now in totalPrice, articles[3].price". */
export function differingInWords({ fields, moreFields }: Differing): string {
  if (fields.length === 0) return 'nothing differs from what was sent now';
  return `it differs from what was sent now in ${fields.join(', ')}${moreFields > 0 ? ` and ${moreFields} more fields` : ''}`;
}

/** A hint about an unknown name: the nearest known one, its replacement, or all known ones. */
export type UnknownName = { nearest: string } | { instead: string } | { known: readonly string[] };

export const adviceOn = (name: UnknownName, all: string): string =>
  'nearest' in name
    ? `did you mean ${name.nearest}?`
    : 'instead' in name
      ? name.instead
      : `the ${all} are ${name.known.join(', ')}`;
