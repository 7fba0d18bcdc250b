import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { thousands } from '../../../../common/errors/words.ts';
import { notBlank, published, publishedAs, refusesOthers } from './publish.ts';

/** Schemas that several slices use. Partners and operators read the descriptions in the references. */

export const about = (description: string, example: unknown) => ({
  description,
  ...(example !== undefined && { examples: [example] }),
});

export const text = (description: string, example?: string) => Type.String(about(description, example));

export const textOrNull = (description: string, example?: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...about(description, example) });

export const count = (description: string, example?: number) => Type.Integer(about(description, example));

export const flag = (description: string, example?: boolean) => Type.Boolean(about(description, example));

export const oneOf = <Value extends string>(values: readonly Value[], description: string, example?: Value) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], ...about(description, example) });

export const oneOfOrNull = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value | null>({ type: ['string', 'null'], enum: [...values, null], description });

export const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Unsafe<Static<Schema> | null>({ anyOf: [schema, { type: 'null' }], description });

export const anyObject = (description: string, example?: object) =>
  Type.Unsafe<object>({ type: 'object', additionalProperties: true, ...about(description, example) });

export const arrayOf = <Item extends TSchema>(items: Item, description: string, example?: unknown[]) =>
  Type.Array(items, about(description, example));

/** A whole number in a query; `pattern` is that of its digits. */
export const numberInQuery = (pattern: string, description: string, range: Parameters<typeof publishedAs>[1]) =>
  Type.Optional(Type.String({ pattern, description, ...publishedAs('integer', range) }));

export const group = <Fields extends TProperties>(description: string, fields: Fields) =>
  Type.Object(fields, { description });

export const listOf = <Fields extends TProperties>(description: string, fields: Fields) =>
  Type.Array(Type.Object(fields), { description });

/** A schema that the document lists under a name of its own. */
export const named = <Fields extends TProperties>($id: string, description: string, fields: Fields) =>
  Type.Object(fields, { $id, description });

/** A body that refuses unknown fields. */
export const form = <Fields extends TProperties>($id: string, description: string, fields: Fields, example?: object) =>
  Type.Object(fields, { ...refusesOthers, $id, ...about(description, example) });

const limit = 255;

/** PostgreSQL's text cannot hold U+0000. */
export const storable = published({ pattern: String.raw`^[^\x00]*$` });

export const requiredText = (description: string, example?: string) =>
  Type.String({
    pattern: notBlank,
    maxLength: limit,
    ...about(description, example),
    ...published({ minLength: 1, pattern: String.raw`^[^\x00]*[^\s\x00][^\x00]*$` }),
  });

/**
 * Written so that every dialect of regular expressions reads it alike, on bytes as well (PHP): no \u, no \p. So it names
 * control characters only; `faultOfIdentifier` also refuses others that cannot be seen.
 */
export const visible = published({ minLength: 1, pattern: String.raw`^\s*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*\s*$` });

export const identifierText = (description: string, example: string) =>
  Type.String({ pattern: notBlank, maxLength: limit, ...about(description, example), ...visible });

/** A text of any length, of which the record uses the beginning. */
export const longText = (description: string, example: string, usedLength: number) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      ...about(
        `${description} Of a longer text the first ${thousands(usedLength)} characters are used, and the document keeps all.`,
        example,
      ),
      ...storable,
    }),
  );

/** Null is the same as leaving the field out. */
export const optionalText = (description: string, example?: string, maxLength = limit) =>
  Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, ...about(description, example), ...storable }),
  );

/** The extension is for oapi-codegen (Go), which would send amounts as float32. Its code imports encoding/json anyway. */
const exactInGo = published({ 'x-go-type': 'json.Number' });

export const optionalAmount = (description: string, example: number) =>
  Type.Optional(
    Type.Unsafe<number | null>({
      type: ['number', 'null'],
      exclusiveMinimum: -1e15,
      exclusiveMaximum: 1e15,
      ...about(description, example),
      ...exactInGo,
    }),
  );

export const optionalDate = (description: string, example: number) =>
  Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      format: 'int64',
      minimum: earliestDate,
      maximum: latestDate,
      ...about(description, example),
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
