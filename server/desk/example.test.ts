import Type from 'typebox';
import { expect, it } from 'vitest';
import { exampleOf } from './example.ts';

const schemas: Record<string, object> = {
  Row: Type.Object({
    id: Type.String(),
    name: Type.String({ examples: ['Acme'] }),
    endedAt: Type.Unsafe({ type: ['string', 'null'] }),
  }),
};
const example = (schema: object) => exampleOf(schema, (id) => schemas[id]);

it('an example follows from the types of the fields, and an example of a field wins', () => {
  const row = { id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'Acme', endedAt: null };
  expect(example(Type.Object({ rows: Type.Array(Type.Ref('Row')), count: Type.Integer({ minimum: 3 }) }))).toEqual({
    rows: [row],
    count: 3,
  });
  expect(example(Type.Union([Type.Ref('Row'), Type.Null()]))).toEqual(row);
  expect(
    example(Type.Object({ role: Type.Enum(['viewer', 'approver']), at: Type.String({ format: 'date' }) })),
  ).toEqual({ role: 'viewer', at: '2026-11-16' });
});

it('an optional field is in an example if the field has one of its own', () => {
  const schema = Type.Object({
    sent: Type.Optional(Type.Boolean()),
    key: Type.Optional(Type.String({ examples: ['N0Vj'] })),
  });
  expect(example(schema)).toEqual({ key: 'N0Vj' });
});
