import Type, { type Static } from 'typebox';
import { notBlank, refusesOthers } from '../../../ground/http/document/publish.ts';

const longest = 1_000;

export const InvoiceApproval = Type.Object(
  {
    comment: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        maxLength: longest,
        description: 'What is worth knowing about the approval.',
      }),
    ),
  },
  {
    ...refusesOthers,
    $id: 'InvoiceApproval',
    description: 'An approval.',
    examples: [{ comment: 'Checked against the delivery note.' }],
  },
);
export type InvoiceApproval = Static<typeof InvoiceApproval>;

export const InvoiceRejection = Type.Object(
  { reason: Type.String({ pattern: notBlank, maxLength: longest, description: 'Why it is rejected.' }) },
  {
    ...refusesOthers,
    $id: 'InvoiceRejection',
    description: 'A rejection.',
    examples: [{ reason: 'The goods were never delivered.' }],
  },
);
export type InvoiceRejection = Static<typeof InvoiceRejection>;

export const InvoiceReopening = Type.Object(
  { reason: Type.String({ pattern: notBlank, maxLength: longest, description: 'Why it is reopened.' }) },
  {
    ...refusesOthers,
    $id: 'InvoiceReopening',
    description: 'A reopening of a decided invoice.',
    examples: [{ reason: 'It was approved too early.' }],
  },
);

export const decisionSchemas = [InvoiceApproval, InvoiceRejection, InvoiceReopening];
