import Type, { type Static } from 'typebox';
import { exampleProposal, proposalSchemas } from './proposal-schemas.ts';
import { changeList } from './queries.ts';
import { pageOf, pageQuery } from '../../desk/lists.ts';
import { companyInPath, textInQuery, time } from '../../desk/requests.ts';
import { refusesOthers } from '../../ground/http/publish.ts';
import { supplierList } from '../projection.ts';
import { exampleEntry, Supplier, SupplierEntry, type SupplierField } from '../shape.ts';

const entry = SupplierEntry.properties as Record<SupplierField, ReturnType<typeof Type.String>>;
const { number, name, organizationalNumber, city, country, bankGiro, postGiro, iban, bicSwift } = entry;
const updatedAt = time('When the supplier was last changed.');

const SupplierRow = Type.Object(
  { number, name, organizationalNumber, city, country, bankGiro, postGiro, iban, bicSwift, updatedAt },
  { $id: 'SupplierRow', description: 'A supplier in a list.' },
);

const SupplierRows = pageOf(Type.Ref('SupplierRow'), { $id: 'SupplierRows', description: 'A page of suppliers.' });

const SupplierRecord = Type.Object(
  {
    ...entry,
    extra: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'Fields that the partner sent and the interface does not know, as they were sent.',
    }),
    createdAt: time('When the supplier was registered.'),
    updatedAt,
    createdBy: Type.String({ description: 'The partner that registered the supplier, or “the company”.' }),
    proposals: Type.Array(Type.Ref('SupplierProposal'), {
      description: 'Changes of it that wait for a second person, the earliest first.',
    }),
  },
  { $id: 'SupplierRecord', description: 'All that is known of a supplier.' },
);

export const exampleRow = Object.fromEntries([
  ...Object.entries(exampleEntry).filter(([name]) => name in SupplierRow.properties),
  ['updatedAt', '2026-11-15T08:00:00.000Z'],
]);

export const exampleRecord = {
  ...exampleEntry,
  extra: {},
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-15T08:00:00.000Z',
  createdBy: 'Scanner',
  proposals: [{ ...exampleProposal, confirm: { allowed: true } }],
};

const { number: _number, ...changeable } = Supplier.properties;

export const SupplierPatch = Type.Partial(Type.Object(changeable), {
  ...refusesOthers,
  $id: 'SupplierPatch',
  description:
    'The fields to change. A field that is left out stays as it is; null or an empty text empties it. The name cannot be emptied.',
  examples: [{ iban: 'SE4550000000058398257466', bicSwift: 'ESSESESS' }],
});
export type SupplierPatch = Static<typeof SupplierPatch>;

const SupplierChange = Type.Object(
  {
    at: time('When it was registered or changed.'),
    type: Type.Unsafe<string>({
      type: 'string',
      enum: ['supplier.created', 'supplier.updated'],
      description: 'supplier.created for the registration, which is the oldest row, otherwise supplier.updated.',
    }),
    by: Type.String({
      description:
        'The name of the operator who changed it, or “the command line”; of the partner that registered it, or “the company”.',
    }),
    proposedBy: Type.Optional(
      Type.String({
        description: 'The name of the operator who proposed it, where it took a second one to confirm it.',
      }),
    ),
    changes: Type.Array(
      Type.Object({
        field: Type.Unsafe<SupplierField>({
          type: 'string',
          enum: Object.keys(entry),
          description: 'The name of the field.',
        }),
        from: Type.String({ description: 'What stood there before.' }),
        to: Type.String({ description: 'What stands there since.' }),
      }),
      { description: 'Each field that was changed. Empty for the registration.' },
    ),
  },
  { $id: 'SupplierChange', description: 'The registration of a supplier, or one change of it.' },
);

const SupplierChanges = pageOf(Type.Ref('SupplierChange'), {
  $id: 'SupplierChanges',
  description: 'A page of changes, newest first.',
});

export const exampleChange = {
  at: '2026-11-15T08:00:00.000Z',
  type: 'supplier.updated',
  by: 'The approver',
  changes: [{ field: 'iban', from: '', to: 'SE4550000000058398257466' }],
};

export const supplierInPath = Type.Object({
  companyId: companyInPath,
  number: Type.String({ minLength: 1, maxLength: 255, description: 'The supplier’s number.' }),
});

export const SuppliersQuery = Type.Object({
  q: textInQuery(
    'Only suppliers whose number, name, organisational number, bank giro or post giro contains this, in any case. One or two characters are looked for at the beginnings of words.',
  ),
  ...pageQuery(supplierList),
});

export const ChangesQuery = Type.Object(pageQuery(changeList));

export const supplierOperatorSchemas = [
  SupplierRow,
  SupplierRows,
  SupplierRecord,
  SupplierPatch,
  SupplierChange,
  SupplierChanges,
  ...proposalSchemas,
];
