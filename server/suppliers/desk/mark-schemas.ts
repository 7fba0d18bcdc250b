import Type, { type Static } from 'typebox';
import { likenesses } from '../../checks/known.ts';
import { notBlank, refusesOthers } from '../../ground/http/document/publish.ts';
import { SupplierEntry } from '../shape.ts';

const LookAlike = Type.Object(
  {
    ...Type.Pick(SupplierEntry, ['number', 'name', 'organizationalNumber', 'bankGiro', 'postGiro', 'iban']).properties,
    by: Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...likenesses] }), {
      description: 'What the two have in common, as a person sees it: number, name, organization.',
    }),
  },
  {
    $id: 'LookAlike',
    description:
      'Another supplier that a person may take for this one, where a partner registered one of the two and nobody at the company has confirmed it.',
  },
);

export const exampleLookAlike = {
  number: '1042-2',
  name: 'Nordbygg Material',
  organizationalNumber: '556016-0680',
  bankGiro: '5050-1055',
  postGiro: '',
  iban: '',
  by: ['name', 'organization'],
};

export const SupplierBlock = Type.Object(
  {
    reason: Type.String({
      pattern: notBlank,
      maxLength: 2_000,
      description: 'Why. It is shown beside the supplier, and kept in its history.',
    }),
  },
  {
    ...refusesOthers,
    $id: 'SupplierBlock',
    description: 'Why a supplier is blocked, or is not any more.',
    examples: [{ reason: 'The account has to be confirmed by telephone.' }],
  },
);
export type SupplierBlock = Static<typeof SupplierBlock>;

export const SupplierDistinction = Type.Object(
  { other: Type.String({ pattern: notBlank, maxLength: 255, description: 'The number of the other supplier.' }) },
  {
    ...refusesOthers,
    $id: 'SupplierDistinction',
    description: 'Another supplier that is not the same one.',
    examples: [{ other: '1042-2' }],
  },
);
export type SupplierDistinction = Static<typeof SupplierDistinction>;

export const markSchemas = [LookAlike, SupplierBlock, SupplierDistinction];
