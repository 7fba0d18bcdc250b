import Type, { type Static } from 'typebox';
import { message } from '../../door/shapes.ts';
import { publishedAs } from '../../ground/http/document/publish.ts';

export const SupplierCreated = Type.Object(
  { message },
  { $id: 'SupplierCreated', description: 'The supplier was registered.' },
);
export type SupplierCreated = Static<typeof SupplierCreated>;

export const SupplierUpdated = Type.Object(
  { message },
  { $id: 'SupplierUpdated', description: 'What changed, and what waits for the company.' },
);
export type SupplierUpdated = Static<typeof SupplierUpdated>;

export const SupplierList = Type.Object(
  {
    suppliers: Type.Array(Type.Ref('SupplierEntry'), { description: 'The suppliers, ordered by number.' }),
    next: Type.Optional(
      Type.String({
        description: 'Send it as after to get the next page. It is absent on the last page, and if no limit was sent.',
      }),
    ),
  },
  { $id: 'SupplierList', description: 'Suppliers of the company.' },
);

export const ListQuery = Type.Object({
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]{0,2}|1000)$',
      description: 'The maximum number of suppliers in a page, from 1 to 1000. Without it, every supplier is answered.',
      ...publishedAs('integer', { minimum: 1, maximum: 1000, examples: [100] }),
    }),
  ),
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'The next of the previous page. Only together with limit.',
    }),
  ),
  number: Type.Optional(Type.String({ maxLength: 255, description: 'Only the supplier with exactly this number.' })),
  organizationalNumber: Type.Optional(
    Type.String({ maxLength: 255, description: 'Only suppliers with exactly this organisational number.' }),
  ),
});
export type ListQuery = Static<typeof ListQuery>;
