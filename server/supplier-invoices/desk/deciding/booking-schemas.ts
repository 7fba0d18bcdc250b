import Type, { type Static } from 'typebox';
import { time } from '../../../desk/requests.ts';
import { notBlank, refusesOthers } from '../../../ground/http/document/publish.ts';

const longest = 50;

const text = (description: string) => Type.String({ description });
const textOrNull = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

export const InvoiceBooking = Type.Object(
  {
    voucher: Type.String({
      pattern: notBlank,
      maxLength: longest,
      description: 'The number of the voucher in the bookkeeping. White space at its ends does not count.',
    }),
    bookedOn: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'date',
        description: 'The day that it is booked on there (YYYY-MM-DD).',
      }),
    ),
  },
  {
    ...refusesOthers,
    $id: 'InvoiceBooking',
    description: 'That an invoice is in the company’s bookkeeping.',
    examples: [{ voucher: 'L 1207', bookedOn: '2026-11-16' }],
  },
);
export type InvoiceBooking = Static<typeof InvoiceBooking>;

/** What became of an invoice, as fields of its record. */
export const outcome = {
  decision: Type.Unsafe<object | null>({
    anyOf: [
      Type.Object({
        outcome: Type.Unsafe<string>({
          type: 'string',
          enum: ['approved', 'rejected'],
          description: 'How it was decided. What is booked was approved.',
        }),
        at: time('When.'),
        by: text('The operator who decided.'),
        reason: textOrNull('Why, or the comment that was given.'),
      }),
      { type: 'null' },
    ],
    description: 'The decision that stands; null where nobody has decided.',
  }),
  booking: Type.Unsafe<object | null>({
    anyOf: [
      Type.Object({
        voucher: text('The number of the voucher in the company’s bookkeeping.'),
        bookedOn: textOrNull('The day that it is booked on there (YYYY-MM-DD); null where that was not said.'),
        at: time('When the service was told.'),
        by: text('The system or operator that said so.'),
      }),
      { type: 'null' },
    ],
    description: 'What the bookkeeping says of it; null where it is not booked.',
  }),
};

export const exampleOutcome = {
  decision: {
    outcome: 'approved',
    at: '2026-11-15T09:30:00.000Z',
    by: 'The approver',
    reason: 'Checked against the delivery note.',
  },
  booking: null,
};
