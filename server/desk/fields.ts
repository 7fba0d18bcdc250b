import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { notBlank, refusesOthers } from '../ground/http/document/publish.ts';

const about = (description: string, example: unknown) => ({
  description,
  ...(example !== undefined && { examples: [example] }),
});

export const text = (description: string, example?: string) => Type.String(about(description, example));

export const textOrNull = (description: string, example?: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...about(description, example) });

export const count = (description: string, example?: number) => Type.Integer(about(description, example));

export const flag = (description: string, example?: boolean) => Type.Boolean(about(description, example));

/** The number of an event; null if there is none. */
export const seqOrNull = (description: string) =>
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    format: 'int64',
    minimum: 1,
    maximum: 999_999_999_999_999,
    description,
    examples: [1207],
  });

export const oneOf = <Value extends string>(values: readonly Value[], description: string, example?: Value) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], ...about(description, example) });

export const oneOfOrNull = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value | null>({ type: ['string', 'null'], enum: [...values, null], description });

export const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Unsafe<Static<Schema> | null>({ anyOf: [schema, { type: 'null' }], description });

export const anyObject = (description: string, example?: object) =>
  Type.Unsafe<object>({ type: 'object', additionalProperties: true, ...about(description, example) });

export const person = (description: string) =>
  group(description, { id: text('The operator’s id.'), name: text('The operator’s name.') });

/**
 * Whether the caller can do something now: `Action` in decisions/table.ts. `done` is a participle, such as `approved`.
 */
export const action = (done: string, fields: TProperties = {}) =>
  Type.Object(
    {
      allowed: Type.Boolean({ description: `Whether it can be ${done} now.` }),
      why: Type.Optional(text('Why not.')),
      code: Type.Optional(text('Why not, for programs.')),
      ...fields,
    },
    { description: `Whether it can be ${done} now, by this operator.` },
  );

const maxReasonLength = 1_000;

export const reason = (description: string, example?: string) =>
  Type.String({ pattern: notBlank, maxLength: maxReasonLength, ...about(description, example) });

export const comment = (description: string, example?: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: maxReasonLength,
      ...about(description, example),
    }),
  );

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
