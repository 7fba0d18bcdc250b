import Type, { type Static } from 'typebox';
import { message, messageOnly } from '../../door/shapes.ts';
import {
  named,
  text,
  exampleOf,
  requiredText,
  identifierText,
  optionalText,
} from '../../ground/http/document/fields.ts';
import { optionalBody } from '../../ground/http/document/publish.ts';

export const SupplierInvoiceCreated = named('SupplierInvoiceCreated', 'The invoice was accepted.', {
  id: text('The identifier that the service gave the invoice. Attach files to it as supplierInvoiceId.'),
  message,
});
export type SupplierInvoiceCreated = Static<typeof SupplierInvoiceCreated>;

const fields = {
  questionId: identifierText(
    'The id of the question, from reading the invoice back or from the event supplierinvoice.questioned.',
    '019a7c55-3b1e-7d20-a4c8-6f2e9b0d1a37',
  ),
  text: {
    ...requiredText(
      'The answer, at most 2,000 characters. Attach files to the invoice before you answer.',
      'The freight belongs to order 4711.',
    ),
    maxLength: 2_000,
  },
};

export const Answer = Type.Object(fields, {
  $id: 'Answer',
  description:
    'An answer to a question of the company. Fields that are not listed here are kept with it and named in the answer.',
  examples: [exampleOf(fields)],
});
export type Answer = Static<typeof Answer>;

export const answerIdentifiers = ['questionId'] as const;

export const AnswerReceived = messageOnly('AnswerReceived', 'The answer was received.');
export type AnswerReceived = Static<typeof AnswerReceived>;

/** The body may be missing, empty or null. */
export const SupplierInvoiceWithdrawal = Type.Object(
  {
    reason: optionalText(
      'Why, for the people at the company. At most 1,000 characters.',
      'Sent with the wrong amount; a corrected invoice follows.',
      1000,
    ),
  },
  {
    $id: 'SupplierInvoiceWithdrawal',
    description: 'Takes back a supplier invoice. The body may be missing, empty or null.',
    ...optionalBody,
  },
);
export type SupplierInvoiceWithdrawal = Static<typeof SupplierInvoiceWithdrawal>;

export const SupplierInvoiceWithdrawn = messageOnly('SupplierInvoiceWithdrawn', 'The invoice is withdrawn.');
export type SupplierInvoiceWithdrawn = Static<typeof SupplierInvoiceWithdrawn>;
