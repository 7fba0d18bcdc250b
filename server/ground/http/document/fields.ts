import Type from 'typebox';
import { notBlank, published } from './publish.ts';

/** Field schemas that several slices use. Partners read the descriptions in the reference. */

interface Annotation {
  description: string;
  examples?: unknown[];
}

const limit = 255;

export const requiredText = (about: Annotation) => Type.String({ pattern: notBlank, maxLength: limit, ...about });

/** Null is the same as leaving the field out. */
export const optionalText = (about: Annotation, maxLength = limit) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, ...about }));

/** The extension is for oapi-codegen (Go), which would send amounts as float32. Its code imports encoding/json anyway. */
const exactInGo = published({ 'x-go-type': 'json.Number' });

export const optionalAmount = (about: Annotation) =>
  Type.Optional(
    Type.Unsafe<number | null>({
      type: ['number', 'null'],
      exclusiveMinimum: -1e15,
      exclusiveMaximum: 1e15,
      ...about,
      ...exactInGo,
    }),
  );

export const optionalDate = (about: Annotation) =>
  Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      format: 'int64',
      minimum: earliestDate,
      maximum: latestDate,
      ...about,
    }),
  );

export const exampleOf = (fields: Record<string, object>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      'examples' in field ? [[name, (field.examples as unknown[])[0]]] : [],
    ),
  );

/** The part of a JSON schema that lists the names a body may have and says which of them are dates. */
export interface Shape {
  properties?: Readonly<Record<string, object>>;
  items?: Shape;
  minimum?: number;
}

/** Fields that were removed from the interface, by path, with what to send instead. */
export type RemovedFields = Readonly<Record<string, string>>;

export const earliestDate = Date.UTC(2000, 0, 1);

export const latestDate = Date.UTC(2100, 0, 1);
