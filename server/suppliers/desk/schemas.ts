import Type, { type Static } from 'typebox';
import { exampleLookAlike, markSchemas } from './mark-schemas.ts';
import { exampleProposal, proposalSchemas } from './proposal-schemas.ts';
import { changeList } from './queries.ts';
import { encodingOfFile } from '../../desk/imports.ts';
import { catchingUp, pageOf, pageQuery } from '../../desk/lists.ts';
import { companyInPath, textInQuery, time } from '../../desk/requests.ts';
import { refusesOthers } from '../../ground/http/document/publish.ts';
import { supplierList } from '../projection.ts';
import { exampleEntry, Supplier, SupplierEntry, type SupplierField } from '../shape.ts';

const entry = SupplierEntry.properties as Record<SupplierField, ReturnType<typeof Type.String>>;
const { number, name, organizationalNumber, city, country, bankGiro, postGiro, iban, bicSwift } = entry;
const updatedAt = time('When the supplier was last changed.');

const SupplierRow = Type.Object(
  {
    number,
    name,
    organizationalNumber,
    city,
    country,
    bankGiro,
    postGiro,
    iban,
    bicSwift,
    updatedAt,
    blocked: Type.Boolean({ description: 'Whether it is blocked.' }),
  },
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
    proposals: Type.Array(Type.Ref('SupplierProposal'), {
      description: 'Changes of it that wait for a second person, the earliest first.',
    }),
    createdBy: Type.String({
      description: 'The partner or the operator who registered the supplier, or “the company”.',
    }),
    blocked: Type.Unsafe<{ at: string; reason: string } | null>({
      type: ['object', 'null'],
      properties: {
        at: time('Since when.'),
        reason: Type.String({ description: 'Why, in the words of who blocked it.' }),
      },
      required: ['at', 'reason'],
      description: 'Since when and why it is blocked: its invoices are held. Null where it is not.',
    }),
    isConfirmed: Type.Boolean({
      description: 'Whether the company registered it, or somebody of the company has confirmed its account.',
    }),
    confirmed: Type.Unsafe<{ at: string; by: string } | null>({
      type: ['object', 'null'],
      properties: { at: time('When.'), by: Type.String({ description: 'The operator, or “the company”.' }) },
      required: ['at', 'by'],
      description:
        'Who confirmed the account that a partner registered, or wrote another one. Null if nobody did, and if the company registered the supplier.',
    }),
    alike: Type.Array(Type.Ref('LookAlike'), {
      description:
        'Suppliers that look like it. Invoices are held with payee.twin if it is not confirmed and their account differs.',
    }),
  },
  { $id: 'SupplierRecord', description: 'All that is known of a supplier.' },
);

export const exampleRow = Object.fromEntries([
  ...Object.entries(exampleEntry).filter(([name]) => name in SupplierRow.properties),
  ['updatedAt', '2026-11-15T08:00:00.000Z'],
  ['blocked', false],
]);

export const exampleRecord = {
  ...exampleEntry,
  extra: {},
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-15T08:00:00.000Z',
  createdBy: 'Scanner',
  proposals: [{ ...exampleProposal, confirm: { allowed: true } }],
  blocked: null,
  isConfirmed: false,
  confirmed: null,
  alike: [exampleLookAlike],
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

export const SupplierForm = Type.Object(Supplier.properties, {
  ...refusesOthers,
  $id: 'SupplierForm',
  description: 'A supplier to register. A field that is left out or null is empty.',
  examples: [{ number: '1042', name: 'Nordbygg Material AB', bankGiro: '991-2346' }],
});
export type SupplierForm = Static<typeof SupplierForm>;

const { number: numberOfFile, ...othersOfFile } = Supplier.properties;

const SupplierOfFile = Type.Object(
  { number: numberOfFile, ...Type.Partial(Type.Object(othersOfFile)).properties },
  {
    ...refusesOthers,
    $id: 'SupplierOfFile',
    description: 'A supplier of an import. What is left out stays as it is; a new one needs a name.',
  },
);

const SuppliersImported = Type.Object(
  {
    created: Type.Integer({ description: 'How many suppliers are new.' }),
    updated: Type.Integer({ description: 'How many were changed.' }),
    unchanged: Type.Integer({ description: 'How many were as the file says already.' }),
    proposed: Type.Optional(
      Type.Integer({
        description:
          'Of how many a change of the account, name or organisational number waits for a second person. Left out where there is none.',
      }),
    ),
    encoding: encodingOfFile,
  },
  { $id: 'SuppliersImported', description: 'What became of an imported file.' },
);

const SupplierFigures = Type.Object(
  {
    years: Type.Array(
      Type.Object({
        year: Type.Integer({ description: 'The year of the invoice date, or of the arrival where there is none.' }),
        invoices: Type.Integer({ description: 'How many invoices there are of it.' }),
        sums: Type.Array(
          Type.Object({
            currency: Type.Unsafe<string | null>({
              type: ['string', 'null'],
              description: 'The currency; null where none was sent.',
            }),
            total: Type.String({ description: 'The sum of the totals, with exactly the digits that were sent.' }),
          }),
          { description: 'What they come to, by currency.' },
        ),
      }),
      { description: 'The years in which there is any, the latest first.' },
    ),
    more: Type.Boolean({
      description: 'Whether there are more than 100,000 invoices, of which the latest were counted.',
    }),
    catchingUp,
  },
  {
    $id: 'SupplierFigures',
    description: 'How many invoices a supplier has sent, and what they come to. Rejected ones do not count.',
  },
);

export const exampleFigures = {
  years: [{ year: 2026, invoices: 12, sums: [{ currency: 'SEK', total: '148250.50' }] }],
  more: false,
};

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
        'The name of the operator who changed it, or “the command line”; of the partner or the operator who registered it, or “the company”.',
    }),
    changes: Type.Array(
      Type.Object({
        field: Type.Unsafe<SupplierField | 'blocked' | 'confirmed' | 'distinct'>({
          type: 'string',
          enum: [...Object.keys(entry), 'blocked', 'confirmed', 'distinct'],
          description:
            'The name of the field; blocked or confirmed, which are yes or no; or distinct, if somebody said that this supplier and the one with the number in `to` are two.',
        }),
        from: Type.String({ description: 'What stood there before.' }),
        to: Type.String({ description: 'What stands there since.' }),
        reason: Type.Optional(Type.String({ description: 'Why, where the supplier was blocked or unblocked.' })),
      }),
      { description: 'Each field that was changed. Empty for the registration.' },
    ),
    proposedBy: Type.Optional(
      Type.String({
        description: 'The name of the operator who proposed it, where it took a second one to confirm it.',
      }),
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
  SupplierForm,
  ...markSchemas,
  SupplierFigures,
  SupplierOfFile,
  SuppliersImported,
  SupplierChange,
  SupplierChanges,
  ...proposalSchemas,
];
