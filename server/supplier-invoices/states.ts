import type { Decisions } from '../ground/decisions.ts';

export const invoiceStates = ['received', 'held', 'approved', 'rejected'] as const;

export type InvoiceState = (typeof invoiceStates)[number];

export type InvoiceDecision = 'approve' | 'reject' | 'release';

const deciding = { who: 'decide', decides: true } as const;

/** A decision is final. A held invoice is released first, which decides nothing: it is received again. */
export const invoiceDecisions: Decisions<InvoiceState, InvoiceDecision> = {
  kind: 'supplierinvoice',
  // oxfmt-ignore
  table: [
    { from: 'received', decision: 'approve', to: 'approved', event: 'supplierinvoice.approved', needsReason: false, ...deciding },
    { from: 'received', decision: 'reject', to: 'rejected', event: 'supplierinvoice.rejected', needsReason: true, ...deciding },
    { from: 'held', decision: 'release', to: 'received', event: 'supplierinvoice.released', needsReason: true, who: 'decide', decides: false },
  ],
  obstacles: {
    received: 'invoice.received',
    held: 'invoice.held',
    approved: 'invoice.approved',
    rejected: 'invoice.rejected',
  },
};
