import Type, { type Static } from 'typebox';
import { checklistNames } from '../../../common/names/checklist.ts';
import { message, messageOnly } from '../../door/shapes.ts';
import {
  optionalText,
  identifierText,
  flag,
  named,
  text,
  textOrNull,
  arrayOf,
} from '../../ground/http/document/fields.ts';

const fields = {
  supplierInvoiceId: identifierText(
    'The id of one of your invoices in the sandbox.',
    '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88',
  ),
  decision: Type.Unsafe<'approve' | 'reject' | 'hold' | 'release' | 'book'>({
    type: 'string',
    enum: ['approve', 'reject', 'hold', 'release', 'book'],
    description: 'What an operator, or the company’s bookkeeping, would do with it.',
    examples: ['reject'],
  }),
  reason: optionalText('Why. A rejection and a release need one.', 'The goods were never delivered.'),
};

export const SandboxDecision = Type.Object(fields, {
  $id: 'SandboxDecision',
  description: 'A decision about an invoice in the sandbox.',
  examples: [
    {
      supplierInvoiceId: '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88',
      decision: 'reject',
      reason: 'The goods were never delivered.',
    },
  ],
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
