import type { DecisionTable } from './table.ts';

export const invoiceStates = ['received', 'held', 'approved', 'rejected', 'booked', 'withdrawn'] as const;
export type InvoiceState = (typeof invoiceStates)[number];

/**
 * Clients never request `sign`: it is the first of the two approvals that a large invoice needs. `unsign` takes it back.
 */
export type InvoiceDecision = 'approve' | 'sign' | 'unsign' | 'reject' | 'release' | 'reopen' | 'book';

const undos = ['unsign', 'reopen'] as const;
/** Takes an earlier decision back. */
export type InvoiceUndo = (typeof undos)[number];

const decided = { permission: 'decide', outcome: 'set' } as const;
const undecided = { permission: 'decide', outcome: 'clear' } as const;

/**
 * A held invoice must be released before it can be approved; it can be rejected at once. A reopened invoice with an
 * unreleased hold is held again. A booked invoice can only be corrected in the bookkeeping. Its partner can withdraw an
 * undecided invoice (door/withdraw); no operator can take that back.
 */
export const invoiceDecisions: DecisionTable<InvoiceState, InvoiceDecision> = {
  kind: 'supplierinvoice',
  // oxfmt-ignore
  transitions: [
    { from: 'received', decision: 'approve', to: 'approved', event: 'supplierinvoice.approved', needsReason: false, ...decided },
    { from: 'received', decision: 'sign', to: 'received', event: 'supplierinvoice.signed', needsReason: false, ...undecided },
    { from: 'received', decision: 'unsign', to: 'received', event: 'supplierinvoice.unsigned', needsReason: false, ...undecided },
    { from: 'held', decision: 'unsign', to: 'held', event: 'supplierinvoice.unsigned', needsReason: false, ...undecided },
    { from: 'received', decision: 'reject', to: 'rejected', event: 'supplierinvoice.rejected', needsReason: true, ...decided },
    { from: 'held', decision: 'reject', to: 'rejected', event: 'supplierinvoice.rejected', needsReason: true, ...decided },
    { from: 'held', decision: 'release', to: 'received', event: 'supplierinvoice.released', needsReason: true, ...undecided },
    { from: 'approved', decision: 'reopen', to: 'received', event: 'supplierinvoice.reopened', needsReason: true, ...undecided },
    { from: 'rejected', decision: 'reopen', to: 'received', event: 'supplierinvoice.reopened', needsReason: true, ...undecided },
    { from: 'approved', decision: 'book', to: 'booked', event: 'supplierinvoice.booked', needsReason: false, permission: 'acknowledge', outcome: 'keep' },
  ],
  obstacles: {
    received: 'invoice.received',
    held: 'invoice.held',
    approved: 'invoice.approved',
    rejected: 'invoice.rejected',
    booked: 'invoice.booked',
    withdrawn: 'invoice.withdrawn',
  },
  obstaclesTo: {
    reopen: { received: 'invoice.undecided', held: 'invoice.undecided' },
    book: { received: 'booking.received', held: 'booking.held', rejected: 'booking.rejected' },
  },
  takesBack: undos,
};
