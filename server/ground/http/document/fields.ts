import Type from 'typebox';
import { notBlank } from './publish.ts';

/** The shapes that several slices use. A description here is what partners read in the reference. */

interface Described {
  description: string;
  examples?: unknown[];
}

const limit = 255;

/** Not empty after trimming. */
export const requiredText = (about: Described) => Type.String({ pattern: notBlank, maxLength: limit, ...about });

/** Null is the same as leaving the field out. */
export const optionalText = (about: Described, maxLength = limit) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, ...about }));

export const optionalAmount = (about: Described) =>
  Type.Optional(
    Type.Unsafe<number | null>({ type: ['number', 'null'], exclusiveMinimum: -1e15, exclusiveMaximum: 1e15, ...about }),
  );

export const optionalDate = (about: Described) =>
  Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      format: 'int64',
      minimum: earliestDate,
      maximum: latestDate,
      ...about,
    }),
  );

/** A whole example from the examples of the fields. */
export const exampleOf = (fields: Record<string, object>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      'examples' in field ? [[name, (field.examples as unknown[])[0]]] : [],
    ),
  );

/** As much of a JSON schema as tells which names a body may have, and which of them are dates. */
export interface Shape {
  properties?: Readonly<Record<string, object>>;
  items?: Shape;
  minimum?: number;
}

/** Fields that the change history removed, by path, with what to send instead. */
export type Removed = Readonly<Record<string, string>>;

export const earliestDate = Date.UTC(2000, 0, 1);

export const latestDate = Date.UTC(2100, 0, 1);
