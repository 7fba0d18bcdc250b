import type { Decisions } from '../ground/decisions.ts';

export const invoiceStates = ['received', 'held', 'approved', 'rejected', 'booked'] as const;

export type InvoiceState = (typeof invoiceStates)[number];

/** An approval that takes a second approver comes to `sign`, which nobody asks for by that name. */
export type InvoiceDecision = 'approve' | 'sign' | 'reject' | 'release' | 'reopen' | 'book';

const deciding = { who: 'decide', decides: true } as const;
const opening = { who: 'decide', decides: false, needsReason: true } as const;

/**
 * What was decided stands until somebody reopens it. A held invoice is released first, which decides nothing: it is received again.
 * What is reopened is received again too, or held where something holds it that nobody has released. What the company's bookkeeping has
 * booked stays so: it is corrected there.
 */
export const invoiceDecisions: Decisions<InvoiceState, InvoiceDecision> = {
  kind: 'supplierinvoice',
  // oxfmt-ignore
  table: [
    { from: 'received', decision: 'approve', to: 'approved', event: 'supplierinvoice.approved', needsReason: false, ...deciding },
    { from: 'received', decision: 'sign', to: 'received', event: 'supplierinvoice.signed', needsReason: false, who: 'decide', decides: false },
    { from: 'received', decision: 'reject', to: 'rejected', event: 'supplierinvoice.rejected', needsReason: true, ...deciding },
    { from: 'held', decision: 'release', to: 'received', event: 'supplierinvoice.released', ...opening },
    { from: 'approved', decision: 'reopen', to: 'received', event: 'supplierinvoice.reopened', ...opening },
    { from: 'rejected', decision: 'reopen', to: 'received', event: 'supplierinvoice.reopened', ...opening },
    { from: 'approved', decision: 'book', to: 'booked', event: 'supplierinvoice.booked', needsReason: false, who: 'acknowledge', decides: false },
  ],
  obstacles: {
    received: 'invoice.received',
    held: 'invoice.held',
    approved: 'invoice.approved',
    rejected: 'invoice.rejected',
    booked: 'invoice.booked',
  },
  obstaclesTo: {
    reopen: { received: 'invoice.undecided', held: 'invoice.undecided' },
    book: { received: 'booking.received', held: 'booking.held', rejected: 'booking.rejected' },
  },
};
