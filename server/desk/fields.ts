import Type, { type TProperties } from 'typebox';
import { about, group, text } from '../ground/http/document/fields.ts';
import { notBlank } from '../ground/http/document/publish.ts';

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
