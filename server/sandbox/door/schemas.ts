import Type, { type Static } from 'typebox';
import { checklistNames } from '../../../common/names/checklist.ts';
import { message, messageOnly } from '../../door/shapes.ts';
import { oneOf, optionalText, flag, named, text, textOrNull, arrayOf } from '../../ground/http/document/fields.ts';

/** The decisions about each kind of record, by the field that names it. */
export const decisionsAbout = {
  supplierInvoiceId: ['approve', 'reject', 'hold', 'release', 'book', 'reopen', 'ask'],
  workOrderId: ['done', 'cancel', 'reopen'],
  supplierNumber: ['confirm', 'decline'],
} as const;
export type Subject = keyof typeof decisionsAbout;

const decisions = [...new Set(Object.values(decisionsAbout).flat())];

const example = {
  supplierInvoiceId: '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88',
  decision: 'reject',
  reason: 'The goods were never delivered.',
} as const;

const fields = {
  supplierInvoiceId: optionalText(
    `The id of one of your invoices in the sandbox, for ${decisionsAbout.supplierInvoiceId.join(', ')}.`,
    example.supplierInvoiceId,
  ),
  workOrderId: optionalText(
    `The id of one of your work orders in the sandbox, for ${decisionsAbout.workOrderId.join(', ')}.`,
    '019a7c41-5d0e-7b66-8c1f-2a9e4d7b3c05',
  ),
  supplierNumber: optionalText(
    `The number of a supplier for which a proposal of yours waits, for ${decisionsAbout.supplierNumber.join(', ')}.`,
    '1042',
  ),
  decision: oneOf(decisions, 'What an operator, or the company’s bookkeeping, would do with it.', example.decision),
  reason: optionalText(
    'Why. A rejection, a release, a reopening, a cancellation and a declined proposal need one. With ask, it is the question.',
    example.reason,
  ),
};

export const SandboxDecision = Type.Object(fields, {
  $id: 'SandboxDecision',
  description:
    'A decision about an invoice, a work order or a proposed change of a supplier in the sandbox. It names one record.',
  examples: [example],
});
export type SandboxDecision = Static<typeof SandboxDecision>;

export const SandboxAnswer = messageOnly('SandboxAnswer', 'It was done.');

const ChecklistItem = named('ChecklistItem', 'An item of the checklist.', {
  code: Type.Unsafe<string>({
    type: 'string',
    enum: Object.keys(checklistNames.en),
    description: 'What it is about.',
  }),
  title: text('The same in words.'),
  done: flag('Whether it is done.'),
  at: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    format: 'int64',
    description: 'When it was done, in epoch milliseconds; null if it is not.',
  }),
  traceId: textOrNull('The trace id of the request that did it; null if there is none.'),
});

export const Checklist = named(
  'Checklist',
  'What the partner has shown in its sandbox, and what is left before it goes live.',
  {
    items: arrayOf(Type.Ref('ChecklistItem'), 'All items, in the order of docs/go-live.md.'),
    message,
  },
);

export const sandboxSchemas = [SandboxDecision, SandboxAnswer, ChecklistItem, Checklist];
